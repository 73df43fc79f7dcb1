"""How long a studio lets people wait, and what it takes: benchmarks/studio.py TOOL [ITEMS [OPTIONS OF studio...]]

Without ITEMS: a generated table of 100,000 items in 20 columns. The figures of docs/studio.md are of
    benchmarks/studio.py build/release/bellwether 20newsgroups -k 20 --language english --threads 2
"""

import http.client
import json
import os
import re
import subprocess
import sys
import tempfile
import time

import numpy as np


class Studio:
    def __init__(self, tool, words, folder):
        self.begun = time.perf_counter()
        self.process = subprocess.Popen([tool, "studio", *words, "--no-open", "--quiet", "--project", os.path.join(folder, "bench.bwp")], stdout=subprocess.PIPE, text=True)
        found = re.search(r":(\d+)/\?token=(\w+)", self.process.stdout.readline())
        self.port, self.token = int(found[1]), found[2]

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=600)
        connection.request(method, path, json.dumps(body) if body else None, {"X-Bellwether-Token": self.token})
        answer = connection.getresponse()
        return answer.read()

    def state(self):
        return json.loads(self.ask("GET", "/state"))

    def since_start(self, holds):
        while not holds(state := self.state()):
            assert not state["trouble"], state["trouble"]
            time.sleep(0.02)
        return time.perf_counter() - self.begun

    def megabytes(self):
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1]) / 1024


def timed(work):
    begin = time.perf_counter()
    done = work()
    return time.perf_counter() - begin, done


def main(tool, *words):
    with tempfile.TemporaryDirectory() as folder:
        if not words:
            rng = np.random.default_rng(1)
            centres = rng.normal(size=(12, 20)) * 2
            table = centres[rng.integers(12, size=100_000)] + rng.normal(size=(100_000, 20))
            np.save(os.path.join(folder, "table.npy"), table)
            words = (os.path.join(folder, "table.npy"), "-k", "12")
        studio = Studio(tool, words, folder)
        rows = [("address printed", time.perf_counter() - studio.begun, "s")]
        rows.append(("first map", studio.since_start(lambda s: s["map"] > 0), "s"))
        rows.append(("first groups", studio.since_start(lambda s: s["ready"]), "s"))
        rows.append(("final map", studio.since_start(lambda s: s["map"] > 1), "s"))
        previews, applies = [], []
        for i in range(5):
            state = studio.state()
            groups = np.frombuffer(studio.ask("GET", "/groups"), dtype=np.int32)
            items = np.flatnonzero(groups == state["groups"][0]["group"])[i:200:20].tolist()
            body = {"version": state["version"], "correction": {"said": "belong", "items": items, "group": state["groups"][1]["group"]}}
            seconds, told = timed(lambda: json.loads(studio.ask("POST", "/preview", body)))
            assert "follow" in told, told
            previews.append(seconds)
            seconds, told = timed(lambda: (studio.ask("POST", "/apply", body), studio.ask("GET", "/state"), studio.ask("GET", "/groups"))[0])
            applies.append(seconds)
        rows.append(("a correction: preview (median of 5)", float(np.median(previews)), "s"))
        rows.append(("then applied, and told to the page", float(np.median(applies)), "s"))
        rows.append(("the next questions", timed(lambda: studio.ask("GET", "/questions"))[0], "s"))
        rows.append(("memory of the server", studio.megabytes(), "MB"))
        weight = sum(len(studio.ask("GET", path)) for path in ["/", "/studio.js", "/studio.css"])
        rows.append(("page weight", weight / 1024, "kB"))
        items = studio.state()["items"]
        studio.process.terminate()
        assert studio.process.wait(60) == 0
    print(f"{items} items")
    for what, value, unit in rows:
        print(f"  {what:<38} {value:8.2f} {unit}")


if __name__ == "__main__":
    main(*sys.argv[1:])
