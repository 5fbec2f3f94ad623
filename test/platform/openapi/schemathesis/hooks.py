"""
What schemathesis (https://schemathesis.io) needs to know beyond the API document.

`valid_data_is_accepted` stands in for its own check of the same purpose, which can't tell a request that
breaks the schema's rules from one that is refused for what is stored: here a valid request may be refused
for its meaning (a name that is taken, a track that does not exist), but only for the reasons below for its
form.

Ids and names of records that exist are put in place of most drawn ones (seven in eight), so that more than
404 is seen. What reads, changes and deletes has records of its own: else the first DELETE would leave
nothing to the rest. The tool judges a request anew after that (`revalidate_case_metadata`).
"""

import json
import os
import re
import sys
import time

import schemathesis

# One dict of name and value for each of READ, CHANGE and DELETE.
WORLDS = json.loads(os.environ["MAREY_WORLDS"])
OPERATION_COUNT = int(os.environ["MAREY_OPERATION_COUNT"])
PROGRESS_S = 15

# Errors that tell of a request's form.
FORM = {
    "editoast:request:Malformed",
    "editoast:request:InvalidJson",
    "editoast:request:InvalidBody",
    "editoast:request:InvalidQuery",
    "editoast:request:InvalidPathParameter",
    "editoast:request:InvalidHeader",
    "editoast:request:UnsupportedMediaType",
    "editoast:pagination:InvalidPage",
    "editoast:pagination:InvalidPageSize",
}

# Rules between fields, which JSON Schema can't tell.
BETWEEN_FIELDS = re.compile(
    "begin must not be beyond end|no waypoint|duplicate (waypoint|exception|id)|two schedule points"
    "|boundaries need|must be PT0S at the first|needs stop_for|must be zero when|must be below"
    "|two exceptions|must be longer than zero|must end before the year|is required|must name at most"
    "|must be gamma's value|must have at most .* characters|must be a date|must not exceed a hundred years|must be before"
    "|is the scenario's|some step needs timing_data"
    # Anywhere below the free keys of a logical signal.
    "|a string holds a NUL or half of a surrogate pair"
)


# The document's pattern: in some cases the tool fills this header with `0` and calls the request valid.
IF_MATCH = re.compile('^"[1-9][0-9]{0,14}"$')


@schemathesis.check
def valid_data_is_accepted(_ctx, response, case):
    meta = case.meta
    if meta is None or not meta.generation.mode.is_positive or response.status_code < 400:
        return
    try:
        error = response.json()
    except ValueError:
        return
    if error.get("type") not in FORM:
        return
    if case.operation.label == "POST /documents":
        return  # no schema makes pictures
    context = error["context"]
    if context.get("header") == "if-match" and not IF_MATCH.match(case.headers.get("if-match", "")):
        return
    faults = context.get("faults", [context])
    if all(BETWEEN_FIELDS.search(fault.get("reason", "")) for fault in faults):
        return
    raise AssertionError(f"valid data was refused: {error['type']} {error['message']}")


def world_of(operation):
    """The records that an operation may name: those that it can't spoil for others."""
    if operation.method == "delete" or operation.path.endswith("/remove"):
        return WORLDS["DELETE"]
    return WORLDS["CHANGE" if operation.method in ("put", "patch") else "READ"]


SMALL_NUMBER = re.compile("^[1-9][0-9]{0,9}$")


def is_id(value):
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value < 2**31


def is_name(value):
    return isinstance(value, str) and 1 <= len(value) <= 255 and "\0" not in value


SAME = {"infra": "infra_id", "subject_id": "user_id"}


def record_name(name, operation, path_parameters):
    """Under which name the worlds know what a parameter or a key of a body names."""
    if name == "name":  # a rolling stock's in a path; what a body makes needs a name of its own
        return "rolling_stock_name" if "{name}" in operation.path else None
    if name == "resource_id":
        return f"{path_parameters.get('resource_type')}_id"
    if name in ("ids", "ids[]"):
        return "paced_train_id" if operation.path.startswith("/paced_train") else "train_schedule_id"
    if name == "timetable_id" and operation.path.endswith("/scenarios"):
        return "free_timetable_id"
    return SAME.get(name, name)


class Records:
    """Puts records in place of drawn values. `drawn` is false where the values come from elsewhere
    (links between operations): then it only keeps what reads alone may name from those who change."""

    def __init__(self, case, drawn, always):
        self.operation, self.drawn, self.always = case.operation, drawn, always
        self.path_parameters = case.path_parameters or {}
        self.world = world_of(case.operation)

    def within(self, value, name=None):
        if isinstance(value, dict):
            return in_order({key: self.within(item, key) for key, item in value.items()})
        if isinstance(value, list):
            return [self.within(item, name) for item in value]
        return value if name is None else self.replaced(value, name)

    def replaced(self, value, name):
        name = record_name(name, self.operation, self.path_parameters)
        known = self.world.get(name)
        if known is None:
            return value
        if isinstance(known, str):
            usual = self.drawn and is_name(value) and len(value) % 8 > 0
            return known if usual or (self.always and is_name(value)) else value
        number = int(value) if isinstance(value, str) and SMALL_NUMBER.match(value) else value
        if not is_id(number):
            return value
        spoils = any(number == world.get(name) for world in WORLDS.values())
        # 1 stays: it is the least that is valid.
        usual = self.drawn and number % 8 != 1
        return known if spoils or usual or self.always else value


def in_order(value):
    """Ranges that end after they begin: no schema can ask for it, and no path has other ones."""
    begin, end = value.get("begin"), value.get("end")
    if is_number(begin) and is_number(end) and begin > end:
        value.update(begin=end, end=begin)
    return value


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


@schemathesis.hook
def before_call(_ctx, case, _kwargs):
    phase = case.meta.phase.name.value if case.meta is not None else "stateful"
    progress(phase, case.operation.label)
    records = Records(case, drawn=phase != "stateful", always=phase == "examples")
    if case.path_parameters:
        case.path_parameters = records.within(dict(case.path_parameters))
    if case.query:
        case.query = records.within(dict(case.query))
    if isinstance(case.body, (dict, list)):
        is_users = case.operation.path.startswith("/authn/group/")
        is_objects = case.operation.path.endswith("/objects/{object_type}")
        name = "user_id" if is_users else "track" if is_objects else None
        case.body = records.within(case.body, name)
        if is_objects and all(isinstance(one, str) for one in case.body):
            # The worlds know one object: a track, and each id may be given once.
            case.body = list(dict.fromkeys(case.body))
            if records.world["track"] in case.body:
                case.path_parameters["object_type"] = "TrackSection"


@schemathesis.hook
def filter_case(_ctx, case):
    """Parameters that nobody knows are ignored: clients of other servers send theirs."""
    return "x-schemathesis-unknown-property" not in (case.query or {})


seen = {}
told = {"at_s": time.monotonic(), "phase": None, "requests": 0}


def progress(phase, label):
    """A line on stderr at each phase's first request and then every PROGRESS_S seconds."""
    operations = seen.setdefault(phase, set())
    operations.add(label)
    told["requests"] += 1
    if phase == told["phase"] and time.monotonic() - told["at_s"] < PROGRESS_S:
        return
    told.update(at_s=time.monotonic(), phase=phase)
    count = f"{len(operations)} of {OPERATION_COUNT} operations, {told['requests']} requests"
    print(f"{phase}: {count}, {label}", file=sys.stderr, flush=True)
