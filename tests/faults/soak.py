"""Hours of ordinary life at random: commands on random data, some with a call that fails, some killed, and one studio that lives all the time. Watched:
the law of inject.py, files left over, processes left over, the memory of each command and of the studio.

    soak.py LIBRARY SECONDS [--random-seed N]"""

import argparse
import collections
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

from inject import FAULTS, Trial
from scenarios import SCENARIOS, TOOL, copy, has_sentence, make_template, Scenario
from studio import Studio, check_project


def random_command(draw, folder):
    """A table of random numbers, with holes, text and nonsense in it now and then, and something to do with it."""
    rows, columns = draw.choice([1, 2, 7, 60, 400]), draw.choice([1, 2, 9, 40])
    odd = draw.random()
    with open(os.path.join(folder, "random.csv"), "w") as out:
        for i in range(rows):
            cells = [repr(draw.gauss(3 * (i % 3), 1)) for _ in range(columns)]
            if odd < 0.3 and draw.random() < 0.1:
                cells[draw.randrange(columns)] = draw.choice(["", "nan", "x", "1e400", "-inf", '"', "\x1b[31m", "=1+1", "\u202e", "0" * 300])
            out.write(",".join(cells) + "\n")
    method = draw.choice(["auto", "kmeans", "gm", "vm", "spherical-kmeans", "plsa", "sib", "idt", "itcc", "multinomial", "none-such"])
    return draw.choice([
        ("cluster", "random.csv", "-k", str(draw.choice([1, 2, 3, 9])), "--method", method, "--restarts", "2", "--threads", str(draw.choice([1, 2])), "-o", "soaked", "--force"),
        ("cluster", "random.csv", "-k", "auto", "--threads", "1", "--quiet"),
        ("vectorize", "random.csv", "-o", draw.choice(["v.npz", "v.csv", "v.npy", "v.svm"]), "--force"),
        ("compare", "random.csv", "-k", "2", "--repeats", "1", "--budget", "1", "--methods", "kmeans,gm", "--quiet"),
        ("learn", "random.csv", "--known", "a.csv", "--label-column", "last", "-o", "m.bellwether", "--force"),
        ("assign", "model", "random.csv", "-o", "placed.csv", "--force"),
    ])


def measured(words, folder, environment=None, kill_after=None):
    """Status, words of error and peak of resident memory in KiB; processes that outlive it are counted."""
    err_path = os.path.join(folder, ".err")
    with open(err_path, "wb") as err, open(os.devnull, "wb") as out:
        process = subprocess.Popen([TOOL, *words], cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=err, start_new_session=True, env={**os.environ, **(environment or {})})
        until = time.monotonic() + 120
        if kill_after is not None:
            time.sleep(kill_after)
            os.kill(process.pid, signal.SIGKILL)
        while True:
            done, status, usage = os.wait4(process.pid, os.WNOHANG)
            if done:
                break
            if time.monotonic() > until:
                os.kill(process.pid, signal.SIGKILL)
                os.wait4(process.pid, 0)
                return None, b"", 0, 0
            time.sleep(0.005)
    process.returncode = 0
    try:
        os.killpg(process.pid, signal.SIGKILL)
        orphans = 1
    except ProcessLookupError:
        orphans = 0
    with open(err_path, "rb") as file:
        words_said = file.read()
    os.remove(err_path)
    code = os.waitstatus_to_exitcode(status)
    return 128 - code if code < 0 else code, words_said, usage.ru_maxrss, orphans


def resident(process):
    with open(f"/proc/{process.pid}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("library")
    parser.add_argument("seconds", type=float)
    parser.add_argument("--random-seed", type=int, default=0)
    args = parser.parse_args()
    draw, counts, broken = random.Random(args.random_seed or time.time_ns()), collections.Counter(), []
    peaks, sizes, until = [], [], time.monotonic() + args.seconds
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as room:
        place = os.path.join(room, "work")
        make_template(Scenario("soak", (), (), (("cluster", "items.csv", "-k", "2", "--label-column", "last", "--method", "kmeans", "-o", "model"),)), place)
        known = set(os.listdir(place)) | {"soaked", "random.csv", "placed.csv", "m.bellwether", "v.npz", "v.csv", "v.npy", "v.svm"}
        desk = copy(place, os.path.join(room, "desk"))
        studio = Studio(desk, "items.csv", "-k", "3", "--label-column", "last", "--project", "items.bwp")
        version, named, trials = studio.version(time.monotonic() + 60), [], {}
        while time.monotonic() < until:
            kind = draw.choice(["plain", "plain", "plain", "killed", "fault", "fault"])
            if kind == "fault":
                scenario, fault = draw.choice(SCENARIOS), draw.choice(FAULTS)
                if scenario.name not in trials:
                    trials[scenario.name] = Trial(scenario, room, os.path.abspath(args.library))
                trial = trials[scenario.name]
                _, status, wrong, err = trial.once(fault, 1 + int(draw.expovariate(1 / 300 if fault.kind == "memory" else 1 / 15)))
                broken += [f"{scenario.name}, {fault.name}: {one} {err[-200:]!r}" for one in wrong]
            else:
                words = random_command(draw, place)
                status, err, peak, orphans = measured(words, place, kill_after=draw.uniform(0, 0.3) if kind == "killed" else None)
                if kind == "plain":
                    peaks.append(peak)
                    if status not in (0, 1, 2) or status != 0 and not has_sentence(err):
                        broken.append(f"{words}: status {status} {err[-300:]!r}")
                    # What a killed run leaves is taken away by the next that writes to the same place.
                    written = [after for before, after in zip(words, words[1:]) if before == "-o"]
                    own = tuple(start for name in written for start in (name + ".", "." + name + "."))
                    left = [name for name in os.listdir(place) if name not in known and (not name.endswith(".tmp") or name.startswith(own))]
                    broken += [f"{words}: left over {left}"] if left and status == 0 else []
                if any(byte < 32 and byte not in (9, 10) or byte == 127 for byte in err):
                    broken.append(f"{words}: control bytes on the terminal")
                broken += [f"{words}: a process outlives it"] * orphans
            counts[kind] += 1
            name = f"n{len(named)}"
            status, body = studio.ask("POST", "/apply", f'{{"version":{version},"correction":{{"said":"rename","group":0,"name":"{name}"}}}}')
            if status == 200:
                named.append(name)
                version += 1
            else:
                broken.append(f"the studio says {status} {body[:200]!r}")
                version = studio.version(time.monotonic() + 20)
            sizes.append(resident(studio.process))
        studio.process.terminate()
        if studio.process.wait(30) != 0:
            broken.append("the studio does not end well")
        studio.close()
        broken += check_project(desk, "items.bwp", named)
    half = len(sizes) // 2
    print(f"{sum(counts.values())} commands: {dict(counts)}; the studio kept {len(named)} answers")
    if half:
        print(f"peak of a command: {max(peaks) // 1024} MiB; the studio: {sizes[0] // 1024} MiB at first, {max(sizes[:half]) // 1024} MiB at most in the first half, "
              f"{max(sizes[half:]) // 1024} MiB in the second")
    for one in broken:
        print("BROKEN", one)
    print(f"{len(broken)} broken")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
