"""A studio and clients that mean it no good: each rule of docs/studio.md, Safety, broken on purpose; and what else the server promises."""

import csv
import http.client
import json
import os
import re
import socket
import subprocess
import tempfile
import threading
import time
import unittest

TOOL = os.environ["BELLWETHER_TOOL"]
EVIL = "<script>window.hacked = 1</script>"


class Studio:
    """The tool as a user starts it, in a folder of its own."""

    def __init__(self, folder, *words):
        self.process = subprocess.Popen([TOOL, "studio", *words, "--no-open", "--threads", "1"], cwd=folder, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\?token=(\w+)\n", line)
        assert found, line + self.process.stderr.read()
        self.port, self.token = int(found[1]), found[2]

    def ask(self, method, path, body=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        headers.setdefault("X-Bellwether-Token", self.token)
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read(), answer.headers
        finally:
            connection.close()

    def status(self, *words, **headers):
        return self.ask(*words, **headers)[0]

    def state(self):
        return json.loads(self.ask("GET", "/state")[1])

    def wait(self):
        until = time.monotonic() + 60
        while not (state := self.state())["ready"]:
            assert time.monotonic() < until and not state["trouble"], state
            time.sleep(0.02)
        return state

    def say(self, version, **correction):
        status, body, _ = self.ask("POST", "/apply", json.dumps({"version": version, "correction": correction}))
        return status, json.loads(body)

    def raw(self, text):
        client = socket.create_connection(("127.0.0.1", self.port), timeout=20)
        client.sendall(text)
        return client

    def end(self):
        self.process.terminate()
        status = self.process.wait(20)
        self.process.stdout.close()
        self.process.stderr.close()
        return status


class Hostile(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        os.mkdir(os.path.join(cls.folder.name, "texts"))
        for i in range(30):
            with open(os.path.join(cls.folder.name, "texts", f"{i} <b>&.txt"), "w") as text:
                text.write(f"{EVIL} {'sheep wool flock' if i % 2 else 'engine wheel road'} number{i % 5}")
        cls.studio = Studio(cls.folder.name, "texts", "-k", "2")
        cls.studio.wait()

    @classmethod
    def tearDownClass(cls):
        assert cls.studio.end() == 0
        cls.folder.cleanup()

    def test_only_this_machine_is_listened_to(self):
        lines = []
        for table in ["/proc/net/tcp", "/proc/net/tcp6"]:
            if os.path.exists(table):
                with open(table) as file:
                    lines += file.read().splitlines()
        listening = [line.split()[1] for line in lines if f":{self.studio.port:04X} " in line and line.split()[3] == "0A"]
        self.assertEqual(listening, [f"0100007F:{self.studio.port:04X}"])

    def test_every_path_needs_the_token(self):
        for path in ["/", "/studio.js", "/studio.css", "/state", "/map", "/groups", "/items?list=1", "/search?words=sheep", "/events", "/export?what=seeds", "/none"]:
            for given in ["", "0" * 32, self.studio.token[:-1], self.studio.token.upper() + "x"]:
                self.assertEqual(self.studio.status("GET", path, X_Bellwether_Token=given), 403, path)
        for path in ["/apply", "/undo", "/stop", "/preview"]:
            self.assertEqual(self.studio.status("POST", path, "{}", X_Bellwether_Token=""), 403)
            self.assertEqual(self.studio.status("POST", f"{path}?token={self.studio.token}", "{}", X_Bellwether_Token=""), 403)

    def test_other_hosts_and_origins_are_refused(self):
        for host in ["evil.example", f"evil.example:{self.studio.port}", "127.0.0.1", f"127.0.0.1:{self.studio.port + 1}", f"127.0.0.1.evil.example:{self.studio.port}"]:
            self.assertEqual(self.studio.status("GET", "/state", Host=host), 421, host)
        for origin in ["http://evil.example", "null", f"http://127.0.0.1:{self.studio.port}.evil.example", "https://127.0.0.1"]:
            self.assertEqual(self.studio.status("GET", "/state", Origin=origin), 403, origin)
            self.assertEqual(self.studio.status("POST", "/undo", "{}", Origin=origin), 403, origin)
        self.assertEqual(self.studio.status("POST", "/undo", "{}", Sec_Fetch_Site="cross-site"), 403)
        self.assertEqual(self.studio.status("OPTIONS", "/apply", Origin="http://evil.example"), 403)

    def test_a_page_of_another_origin_learns_nothing(self):
        _, _, headers = self.studio.ask("GET", "/state")
        self.assertNotIn("Access-Control-Allow-Origin", headers)

    def test_no_path_leads_to_a_file(self):
        secret = os.path.join(self.folder.name, "secret.txt")
        with open(secret, "w") as file:
            file.write("do not tell")
        for path in ["/../../../../etc/passwd", "/..%2f..%2fetc%2fpasswd", "//etc/passwd", "/texts/0", secret, "/%2e%2e/secret.txt", "/studio.js/../secret.txt",
                     "/picture?item=../secret.txt", "/picture?item=/etc/passwd", "/items?list=../../etc/passwd", "/export?what=../secret.txt", "/groups?event=../1",
                     "/column?column=-1", "/column?column=99999999999999999999", "/items?list=-1", "/items?list=30", "/picture?item=0"]:
            status, body, _ = self.studio.ask("GET", path)
            self.assertIn(status, (400, 404), path)
            self.assertNotIn(b"do not tell", body)
            self.assertNotIn(b"root:", body)

    def test_hostile_texts_and_names_are_data(self):
        version = self.studio.state()["version"]
        status, _ = self.studio.say(version, said="rename", group=0, name=EVIL)
        self.assertEqual(status, 200)
        for path in ["/state", "/items?list=0", "/"]:
            _, body, headers = self.studio.ask("GET", path)
            self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
            self.assertIn("default-src 'none'", headers["Content-Security-Policy"])
            self.assertNotIn("unsafe", headers["Content-Security-Policy"])
            if path == "/":
                self.assertNotIn(EVIL.encode(), body)
                self.assertEqual(re.findall(rb"<script(?![^>]* src=)", body), [])
                self.assertNotIn(b"http", body.replace(b"http-equiv", b""))
            else:
                self.assertEqual(headers["Content-Type"], "application/json")
        _, body, headers = self.studio.ask("GET", "/export?what=report")
        self.assertIn("attachment", headers["Content-Disposition"])

    def test_nonsense_is_refused_and_changes_nothing(self):
        before = self.studio.state()
        version = before["version"]
        deep = "[" * 100_000
        for body in ["", "{", "[]", "null", "\xff\xfe", deep, "{}", '{"version":"1"}', f'{{"version":{version}}}', f'{{"version":{version},"correction":{{}}}}',
                     f'{{"version":{version},"correction":{{"said":"dance"}}}}', f'{{"version":{version},"correction":{{"said":"belong","items":[1],"group":7}}}}',
                     f'{{"version":{version},"correction":{{"said":"belong","items":[30],"group":0}}}}', f'{{"version":{version},"correction":{{"said":"belong","items":["../x"],"group":0}}}}',
                     f'{{"version":{version},"correction":{{"said":"belong","items":[1e300],"group":0}}}}', f'{{"version":{version},"correction":{{"said":"method","name":"../../x"}}}}',
                     f'{{"version":{version},"correction":{{"said":"clusters","least":100000000000}}}}', f'{{"version":{version},"correction":{{"said":"rename","group":0,"name":"{"x" * 5000}"}}}}']:
            for path in ["/apply", "/preview"]:
                self.assertEqual(self.studio.status("POST", path, body.encode("latin-1")), 400, body[:100])
        after = self.studio.state()
        self.assertEqual((after["version"], after["history"]), (before["version"], before["history"]))
        self.assertEqual(self.studio.say(version + 1, said="check")[0], 409)

    def test_sizes_of_requests_are_bounded(self):
        try:
            self.assertIn(self.studio.status("POST", "/apply", b"x" * (17 << 20)), (400, 413))
        except OSError:  # the connection was closed while there was more to come
            pass
        for text in [b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\n" + b"X-A: b\r\n" * 100_000]:
            client = self.studio.raw(b"")
            try:
                client.sendall(text)
                said = client.recv(1000)
            except OSError:
                said = b""
            client.close()
            self.assertNotIn(b"200 OK", said)
        self.assertEqual(self.studio.status("GET", "/state"), 200)

    def test_slow_and_broken_clients_wait_for_themselves_alone(self):
        slow = [self.studio.raw(b"GET /state HTTP/1.1\r\nHost: ") for _ in range(300)]
        readers = []
        for _ in range(20):  # who asks and does not take the answer
            readers.append(self.studio.raw(f"GET /studio.js?token={self.studio.token} HTTP/1.1\r\nHost: 127.0.0.1:{self.studio.port}\r\n\r\n".encode()))
        listeners = [self.studio.raw(f"GET /events?token={self.studio.token} HTTP/1.1\r\nHost: 127.0.0.1:{self.studio.port}\r\n\r\n".encode()) for _ in range(20)]
        self.assertEqual(self.studio.status("GET", "/state"), 200)
        self.assertEqual(self.studio.say(self.studio.state()["version"], said="sizes", least=1)[0], 200)
        for client in slow + readers + listeners:
            client.close()
        self.assertEqual(self.studio.status("GET", "/state"), 200)

    def test_bytes_that_are_no_request_end_their_connection_alone(self):
        for text in [b"\x00" * 1000, b"\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"POST /apply HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
                     b"POST /apply HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzzz\r\n", b"\x16\x03\x01\x02\x00\x01\x00", os.urandom(2000)]:
            self.studio.raw(text).close()
        self.assertEqual(self.studio.status("GET", "/state"), 200)

    def test_changes_are_made_one_after_another(self):
        version = self.studio.state()["version"]
        statuses = []
        def say(i):
            statuses.append(self.studio.say(version, said="belong", items=[i], group=1)[0])
        threads = [threading.Thread(target=say, args=(i,)) for i in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(sorted(statuses), [200] + [409] * 7)
        self.assertEqual(self.studio.state()["version"], version + 1)


class Stopping(unittest.TestCase):
    def test_a_stop_ends_what_is_computed_and_keeps_what_was(self):
        with tempfile.TemporaryDirectory() as folder:
            studio = Studio(folder, "data:topics?items=3000", "-k", "4", "--restarts", "2000", "--project", "topics.bwp")
            until = time.monotonic() + 60
            while not studio.state()["busy"]["stage"]:
                assert time.monotonic() < until
                time.sleep(0.01)
            while not studio.state()["trouble"]:  # a stop that comes between two steps stops the next
                assert time.monotonic() < until and not studio.state()["ready"]
                self.assertEqual(studio.status("POST", "/stop", "{}"), 200)
                time.sleep(0.05)
            self.assertEqual(studio.say(studio.state()["version"], said="check")[0], 400)
            self.assertEqual(studio.end(), 0)


class TakingAway(unittest.TestCase):
    def parquet(self, studio):
        """By the python3 on the studio's path, which may have no PyArrow."""
        status, body, _ = studio.ask("GET", "/export?what=parquet")
        if subprocess.run(["python3", "-c", "import pyarrow"], capture_output=True).returncode != 0:
            self.assertEqual(status, 400, body)
            self.assertIn(b"install pyarrow", body)
            return
        self.assertEqual(status, 200, body)
        read = "import io, json, sys, pyarrow.parquet as p; print(json.dumps(p.read_table(io.BytesIO(sys.stdin.buffer.read())).slice(0, 1).to_pylist()))"
        done = subprocess.run(["python3", "-c", read], input=body, capture_output=True, check=True)
        self.assertEqual(json.loads(done.stdout), [{"id": "x0", "a": 0.0, "b": 0, "group": '=a "name", with signs'}])

    def test_what_is_taken_away_is_what_the_command_line_reads(self):
        with tempfile.TemporaryDirectory() as folder:
            path = lambda name: os.path.join(folder, name)
            with open(path("items.csv"), "w") as table:
                table.write("id,a,b\n" + "".join(f"x{i},{i % 3 * 10 + i / 100},{i % 3}\n" for i in range(60)))
            studio = Studio(folder, "items.csv", "-k", "3", "--project", "items.bwp")
            version = studio.wait()["version"]
            for correction in [{"said": "rename", "group": 0, "name": '=a "name", with signs'}, {"said": "belong", "items": [0, 3, 6], "group": 0},
                               {"said": "together", "items": [1, 4]}, {"said": "apart", "items": [0], "others": [1]}]:
                status, told = studio.say(version, **correction)
                self.assertEqual(status, 200, told)
                version = told["version"]
            for name in ["groups", "seeds", "must-link", "cannot-link", "model", "command"]:
                status, body, _ = studio.ask("GET", f"/export?what={name}")
                self.assertEqual(status, 200, name)
                with open(path(name), "wb") as file:
                    file.write(body)
            self.parquet(studio)
            self.assertEqual(studio.end(), 0)
            with open(path("groups")) as file:
                rows = list(csv.reader(file))
            self.assertEqual(rows[0], ["id", "a", "b", "group"])
            self.assertEqual(rows[1], ["x0", "0.0", "0", '\'=a "name", with signs'])  # no formula where a spreadsheet opens it
            self.assertEqual(len(rows), 61)
            for file in ["seeds", "must-link", "cannot-link"]:
                os.rename(path(file), path(f"{file}.csv"))
            run = lambda *words: subprocess.run([TOOL, *words], cwd=folder, capture_output=True, text=True, timeout=60)
            done = run("cluster", "items.csv", "-k", "3", "--seeds", "seeds.csv", "--must-link", "must-link.csv", "--cannot-link", "cannot-link.csv", "--json")
            self.assertEqual(done.returncode, 0, done.stderr)
            done = run("assign", "model", "items.csv", "-o", "assigned.csv")
            self.assertEqual(done.returncode, 0, done.stderr)
            with open(path("assigned.csv")) as file:
                assigned = {row["id"]: row["cluster"] for row in csv.DictReader(file)}
            self.assertEqual([assigned[row[0]] for row in rows[1:]], [row[3] for row in rows[1:]])
            with open(path("command")) as file:
                command = file.read().replace("bellwether ", f"{TOOL} ", 1)
            done = subprocess.run(command + " --json", shell=True, cwd=folder, capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 0, done.stderr)


class OneOwner(unittest.TestCase):
    def test_a_second_studio_is_refused_and_a_killed_one_leaves_what_was_said(self):
        with tempfile.TemporaryDirectory() as folder:
            first = Studio(folder, "data:iris", "-k", "3", "--project", "iris.bwp")
            version = first.wait()["version"]
            self.assertEqual(first.say(version, said="rename", group=1, name="kept")[0], 200)
            again = subprocess.run([TOOL, "studio", "--project", "iris.bwp", "--no-open"], cwd=folder, capture_output=True, text=True, timeout=60)
            self.assertEqual(again.returncode, 1)
            self.assertIn(f"process {first.process.pid}", again.stderr)
            first.process.kill()
            first.process.wait(20)
            first.process.stdout.close()
            first.process.stderr.close()
            second = Studio(folder, "--project", "iris.bwp")
            self.assertEqual([g["name"] for g in second.wait()["groups"]], ["group 0", "kept", "group 2"])
            self.assertEqual(second.end(), 0)

    def test_what_was_only_looked_at_leaves_no_file(self):
        with tempfile.TemporaryDirectory() as folder:
            studio = Studio(folder, "data:iris", "-k", "3")
            studio.wait()
            self.assertEqual(studio.end(), 0)
            self.assertEqual(os.listdir(folder), [])


if __name__ == "__main__":
    unittest.main()
