"""Calls of a Marey server with Python's standard library alone, for the examples beside this file."""
import csv
import io
import json
import os
import sys
import urllib.error
import urllib.parse
import urllib.request

URL = os.environ.get("MAREY_URL", "http://127.0.0.1:8090")


def call(method, path, query=None, body=None):
    """The answer as text. Ends the program with the server's own words when it is refused."""
    address = URL + path + ("?" + urllib.parse.urlencode(query) if query else "")
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, {"content-type": "application/json"}, method=method)
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.read().decode()
    except urllib.error.HTTPError as error:
        sys.exit(f"{method} {path}: {json.load(error)['message']}")
    except urllib.error.URLError as error:
        sys.exit(f"{URL} does not answer ({error.reason}): start `npm run sample`, or set MAREY_URL")


def get(path, query=None):
    return json.loads(call("GET", path, query))


def post(path, body, query=None):
    return json.loads(call("POST", path, query, body))


def get_lines(path, query=None):
    """An answer of lines, one JSON value a line."""
    return [json.loads(line) for line in call("GET", path, query).splitlines()]


def get_table(path, query=None):
    """An answer in CSV: a dictionary a row."""
    return list(csv.DictReader(io.StringIO(call("GET", path, query))))


def last_scenario():
    """The timetable that was changed last, and what its trains are computed with."""
    found = [one for one in get("/overview")["timetables"]["results"] if one["scenario"]]
    if not found:
        sys.exit("no scenario there: start `npm run sample`")
    timetable, scenario = found[0], found[0]["scenario"]
    query = {"infra": scenario["infra_id"]}
    if scenario["electrical_profile_set_id"]:
        query["electrical_profile_set_id"] = scenario["electrical_profile_set_id"]
    return timetable["timetable_id"], timetable["name"], query


def print_table(head, rows):
    """Columns as wide as they need, numbers to the right."""
    texts = [head] + [[str(one) for one in row] for row in rows]
    widths = [max(len(text[i]) for text in texts) for i in range(len(head))]
    for at, text in enumerate(texts):
        right = [at > 0 and not isinstance(rows[at - 1][i], str) for i in range(len(head))]
        print("  ".join(t.rjust(w) if r else t.ljust(w) for t, w, r in zip(text, widths, right)).rstrip())
