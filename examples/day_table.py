"""A day in figures: when each train runs, what time it has in hand, what energy it takes. Writes day.csv.

    python3 examples/day_table.py
"""
import csv

from marey import get_lines, get_table, last_scenario, print_table

KWH = 3_600_000

timetable_id, name, query = last_scenario()
times = get_table(f"/timetable/{timetable_id}/times", query)
_count, *summaries = get_lines(f"/timetable/{timetable_id}/simulations_summary", query)
figures = {(one["kind"], one["id"]): one for one in summaries}

runs = {}
for row in times:
    if row["status"] == "success":
        runs.setdefault((row["kind"], row["id"], row["occurrence"], row["exception_key"]), []).append(row)


def figures_of(kind, train_id, exception_key):
    one = figures[kind, int(train_id)]
    if kind == "paced_train":
        # What an exception changes has a summary of its own, if it changes the run.
        one = one.get("exceptions", {}).get(exception_key) or one["paced_train"]
    return one


HEAD = ["train", "from", "to", "departs", "arrives", "minutes", "in hand", "kWh", "given back"]
rows = []
for (kind, train_id, _occurrence, exception_key), stops in sorted(runs.items(), key=lambda one: one[1][0]["departure"]):
    first, last = stops[0], stops[-1]
    one = figures_of(kind, train_id, exception_key)
    final_ms, base_ms = one["path_item_times_final"][-1], one["path_item_times_base"][-1]
    rows.append([
        first["train_name"], first["station"], last["station"],
        first["departure"][11:16], last["arrival"][11:16], round(final_ms / 60_000, 1),
        f"{(final_ms - base_ms) / base_ms:.1%}",
        round(one["traction_j"] / KWH, 1), round(one["braking_j"] / KWH, 1),
    ])

with open("day.csv", "w", newline="") as file:
    csv.writer(file).writerows([HEAD, *rows])
print_table(HEAD, rows)
print(f"\n{name}: {len(rows)} trains, {sum(row[7] for row in rows):,.0f} kWh. day.csv has the table.")
