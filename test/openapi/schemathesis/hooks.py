"""
What schemathesis (https://schemathesis.io) needs to know beyond the API document.

`valid_data_is_accepted` stands in for its own check of the same purpose, which can't tell a request that
breaks the schema's rules from one that is refused for what is stored: here a valid request may be refused
for its meaning (a name that is taken, a track that does not exist), but only for the reasons below for its
form. Ids of records that exist are put in place of half of the drawn ones, so that more than 404 is seen.
"""

import json
import os
import re

import schemathesis

RECORDS = json.loads(os.environ.get("MAREY_RECORDS", "{}"))

# Errors that tell of a request's form.
FORM = {
    "editoast:request:Malformed",
    "editoast:request:InvalidJson",
    "editoast:request:InvalidBody",
    "editoast:request:InvalidQuery",
    "editoast:request:InvalidPathParameter",
    "editoast:request:InvalidHeader",
    "editoast:request:UnsupportedMediaType",
    "editoast:pagination:InvalidPageSize",
}

# Rules between fields, which JSON Schema can't tell.
BETWEEN_FIELDS = re.compile(
    "begin must not be beyond end|no waypoint|duplicate (waypoint|exception|id)|two schedule points"
    "|boundaries need|must be PT0S at the first|needs stop_for|must be zero when|must be below"
    "|two exceptions|must be longer than zero|must end before the year|is required|must name at most"
    "|must have at most .* characters|must be a date|must not exceed a hundred years"
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


def with_records(values):
    """Records that exist in place of every other drawn id."""
    if not values:
        return values
    return {name: replaced(name, value) for name, value in values.items()}


def replaced(name, value):
    known = RECORDS.get(name)
    is_id = isinstance(value, int) and not isinstance(value, bool) and value >= 1
    return known if known is not None and is_id and value % 2 == 1 else value


@schemathesis.hook
def map_path_parameters(_ctx, path_parameters):
    return with_records(path_parameters)


@schemathesis.hook
def map_query(_ctx, query):
    return with_records(query)


@schemathesis.hook
def map_body(_ctx, body):
    return with_records(body) if isinstance(body, dict) else body


@schemathesis.hook
def filter_case(_ctx, case):
    """Parameters that nobody knows are ignored: clients of other servers send theirs."""
    return "x-schemathesis-unknown-property" not in (case.query or {})
