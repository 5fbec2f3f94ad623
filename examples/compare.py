"""What more time in hand costs: a copy of the timetable with 10 % margin for every train, compared train by train.

    python3 examples/compare.py                   makes the copy
    python3 examples/compare.py 7 25              compares two timetables of the server
"""
import sys

from marey import get, get_lines, last_scenario, post, print_table

KWH = 3_600_000


def copy_with_margin(timetable_id, name, margin):
    document = get(f"/timetable/{timetable_id}/export")
    for train in document["train_schedules"] + document["paced_trains"]:
        train["margins"] = {"boundaries": [], "values": [margin]}
    copy_id = post("/timetable", {"name": f"{name}, {margin}"})["timetable_id"]
    post(f"/timetable/{copy_id}/import", document)
    return copy_id


def figures_of(timetable_id, query):
    """By the train's name: its running time and its energy."""
    names = {}
    for kind, path in (("train_schedule", "train_schedules"), ("paced_train", "paced_trains")):
        page, page_count = 1, 1
        while page <= page_count:
            answer = get(f"/timetable/{timetable_id}/{path}", {"page": page, "page_size": 100})
            names.update({(kind, train["id"]): train["train_name"] for train in answer["results"]})
            page, page_count = page + 1, answer["page_count"]
    _count, *summaries = get_lines(f"/timetable/{timetable_id}/simulations_summary", query)
    found = {}
    for one in summaries:
        run = one["paced_train"] if one["kind"] == "paced_train" else one
        if run["status"] == "success":
            found[names[one["kind"], one["id"]]] = (run["time"] / 60_000, run["traction_j"] / KWH)
    return found, len(get(f"/timetable/{timetable_id}/conflicts", query))


timetable_id, name, query = last_scenario()
if len(sys.argv) == 3:
    timetable_id, other_id = int(sys.argv[1]), int(sys.argv[2])
else:
    other_id = copy_with_margin(timetable_id, name, "10%")
before, conflicts_before = figures_of(timetable_id, query)
after, conflicts_after = figures_of(other_id, query)

rows = []
for train in sorted(before.keys() & after.keys()):
    (minutes, kwh), (minutes_after, kwh_after) = before[train], after[train]
    rows.append([train, round(minutes, 1), round(minutes_after, 1), round(minutes_after - minutes, 1),
                 round(kwh, 1), round(kwh_after, 1), f"{kwh_after / kwh - 1:+.0%}"])
print_table(["train", "minutes", "then", "more", "kWh", "then", "change"], rows)
print(f"\nTimetable {timetable_id}: {conflicts_before} conflicts; timetable {other_id}: {conflicts_after}.")
