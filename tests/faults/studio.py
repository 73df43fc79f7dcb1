"""A studio to be killed, or to be given faults: what it said it kept must be in its project."""

import http.client
import json
import os
import re
import sqlite3
import subprocess
import threading
import time

from scenarios import TOOL


class Refused(Exception):
    """It did not begin to serve."""

    def __init__(self, status, err):
        self.status, self.err = status, err


class Studio:
    def __init__(self, folder, *words, environment=None):
        self.project = words[words.index("--project") + 1]
        self.process = subprocess.Popen([TOOL, "studio", *words, "--no-open", "--quiet", "--threads", "1"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        env={**os.environ, **(environment or {})})
        guard = threading.Timer(60, self.process.kill)
        guard.start()
        line = self.process.stdout.readline().decode()
        guard.cancel()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\?token=(\w+)\n", line)
        if not found:
            err = self.process.stderr.read()
            status = self.process.wait(60)
            self.close()
            raise Refused(status, err)
        self.port, self.token = int(found[1]), found[2]

    def ask(self, method, path, body=None, seconds=20):
        """Status and what was said; nothing where the server is gone."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=seconds)
        try:
            connection.request(method, path, body, {"X-Bellwether-Token": self.token})
            answer = connection.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            return None, b""
        finally:
            connection.close()

    def version(self, until):
        """Of the groups, as soon as there are any; nothing if there are none in time."""
        while time.monotonic() < until:
            status, body = self.ask("GET", "/state")
            if status is None:
                return None
            if status == 200:
                state = json.loads(body)
                if state["ready"] or state["trouble"]:
                    return state["version"] if state["ready"] else None
            time.sleep(0.01)
        return None

    def say_until(self, until, draw, mark):
        """Names groups, as fast as it goes; the names that it said it kept."""
        kept, timer = [], threading.Timer(max(0.0, until - time.monotonic()), self.process.kill)
        timer.start()
        version = self.version(time.monotonic() + 30)
        while version is not None and len(kept) < 500:
            name = f"{mark}{len(kept)}"
            correction = {"said": "rename", "group": draw.randrange(2), "name": name}
            status, body = self.ask("POST", "/apply", json.dumps({"version": version, "correction": correction}))
            if status != 200:
                break
            kept.append(name)
            version = json.loads(body)["version"]
        timer.join()
        return kept

    def close(self):
        self.process.wait(60)
        self.process.stdout.close()
        self.process.stderr.close()


def check_project(folder, name, kept):
    """What is wrong with a project in which these names were kept, in this order."""
    path = os.path.join(folder, name)
    if not os.path.exists(path):
        return [f"{name} is gone"] if kept else []
    project = sqlite3.connect(path)
    try:
        if (state := project.execute("PRAGMA integrity_check").fetchone()[0]) != "ok":
            return [f"{name}: {state}"]
        tables = {row[0] for row in project.execute("SELECT name FROM sqlite_master")}
        said = [json.loads(row[0]).get("name") for row in project.execute("SELECT said FROM events ORDER BY number")] if "events" in tables else []
    except sqlite3.DatabaseError as error:
        return [f"{name}: {error}"]
    finally:
        project.close()
    there = [one for one in said if one in set(kept)]
    return [] if there == kept else [f"{name}: of {len(kept)} answers that were kept {len(set(kept) - set(said))} are lost, or their order is another"]
