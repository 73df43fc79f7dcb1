"""What the studio keeps, as Python reads it."""

import http.client
import json
import os
import re
import subprocess

import pytest

import bellwether

TOOL = os.environ.get("BELLWETHER_TOOL")


@pytest.mark.skipif(TOOL is None, reason="needs the tool")
def test_a_project_tells_what_was_said(tmp_path):
    studio = subprocess.Popen([TOOL, "studio", "data:iris", "-k", "3", "--project", "iris.bwp", "--no-open", "--quiet"], cwd=tmp_path,
                              stdout=subprocess.PIPE, text=True)
    try:
        port, token = re.search(r":(\d+)/\?token=(\w+)", studio.stdout.readline()).groups()

        def ask(method, path, body=None):
            connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=30)
            connection.request(method, path, json.dumps(body) if body else None, {"X-Bellwether-Token": token})
            return json.loads(connection.getresponse().read())

        while not (state := ask("GET", "/state"))["ready"]:
            assert not state["trouble"]
        for correction in [{"said": "new group", "items": [3, 5], "name": "odd"}, {"said": "together", "items": [0, 1]},
                           {"said": "rename", "group": 1, "name": "gone"}]:
            ask("POST", "/apply", {"version": ask("GET", "/state")["version"], "correction": correction})
        ask("POST", "/undo", {"version": ask("GET", "/state")["version"]})
        project = bellwether.read_project(tmp_path / "iris.bwp")  # while the studio runs
        assert project.groups == ["group 0", "group 1", "group 2", "odd"]
        assert project.seeds == {"3": "odd", "5": "odd"}
        assert project.must_link == [("0", "1")]
        assert (project.cannot_link, project.dropped, project.min_size, project.method) == ([], [], 0, "auto")
    finally:
        studio.terminate()
        assert studio.wait(20) == 0
        studio.stdout.close()
    told = json.loads(subprocess.run([TOOL, "cluster", "data:iris", "--project", "iris.bwp", "--trust", "always", "--json"], cwd=tmp_path,
                                     capture_output=True, text=True, check=True).stdout)
    assert "odd" in json.dumps(told)


def test_other_files_are_no_projects(tmp_path):
    (tmp_path / "no.bwp").write_text("nothing of the kind")
    for name in ["no.bwp", "missing.bwp"]:
        with pytest.raises(bellwether.InvalidInput):
            bellwether.read_project(tmp_path / name)
