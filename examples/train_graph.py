"""A train graph as SVG: all trains over the stations of the train with the most of them. Writes graph.svg.

    python3 examples/train_graph.py
"""
import json
from datetime import datetime, timezone
from html import escape

from marey import call, get_table, last_scenario, post

WIDTH, HEIGHT, LEFT, TOP = 1400, 600, 110, 40

timetable_id, name, query = last_scenario()

# The axis: stations of the train that passes the most, at their places along its path.
trains = {}
for row in get_table(f"/timetable/{timetable_id}/times", query):
    if row["station"]:
        trains.setdefault((row["kind"], row["id"], row["occurrence"]), {})[row["station"]] = int(row["position_mm"])
stations = max(trains.values(), key=len)
points = post("/search", {"object": "operationalpoint", "query": ["=", ["infra_id"], query["infra"]]}, {"page_size": 500})
ids = {point["name"]: point["obj_id"] for point in points}
axis = [{"id": ids[station], "position_mm": at} for station, at in stations.items()]

text = call("POST", f"/timetable/{timetable_id}/project_stations", query, {"operational_points": axis})
lines = [json.loads(line) for line in text.splitlines()]


def add_up(steps):
    total, sums = 0, []
    for step in steps:
        total += step
        sums.append(total)
    return sums


runs, drawn = {}, []
for line in lines:
    for run in line.get("runs", []):
        # A run's lines: positions along the axis, and milliseconds since its start.
        runs[run["run"]] = [
            list(zip(add_up(segment["position_steps"]), add_up(segment["time_steps"])))
            for one in run["lines"] for segment in one["segments"]
        ]
    for train in line.get("trains", []):
        start_ms = datetime.fromisoformat(train["start"].replace("Z", "+00:00")).timestamp() * 1000
        # A train that shares one station with the axis has no line on it.
        if runs[train["run"]]:
            drawn.append([[(at, start_ms + ms) for at, ms in segment] for segment in runs[train["run"]]])

moments = [ms for train in drawn for segment in train for _at, ms in segment]
first_ms, last_ms = min(moments), max(moments)
low, high = min(stations.values()), max(stations.values())


def x_of(ms):
    return LEFT + (ms - first_ms) / (last_ms - first_ms) * (WIDTH - LEFT - 20)


def y_of(at):
    return TOP + (at - low) / (high - low) * (HEIGHT - TOP - 20)


parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="12">',
         f'<rect width="100%" height="100%" fill="white"/><text x="{LEFT}" y="20" font-size="15">{escape(name)}</text>']
for station, at in stations.items():
    parts.append(f'<path d="M{LEFT} {y_of(at):.1f}H{WIDTH - 20}" stroke="#ccc"/>'
                 f'<text x="{LEFT - 8}" y="{y_of(at) + 4:.1f}" text-anchor="end">{escape(station)}</text>')
hour_ms = 3_600_000
for ms in range(int(-(-first_ms // hour_ms) * hour_ms), int(last_ms), hour_ms):
    clock = datetime.fromtimestamp(ms / 1000, timezone.utc).strftime("%H:%M")
    parts.append(f'<path d="M{x_of(ms):.1f} {TOP}V{HEIGHT - 20}" stroke="#eee"/>'
                 f'<text x="{x_of(ms):.1f}" y="{HEIGHT - 4}" text-anchor="middle">{clock}</text>')
for train in drawn:
    for segment in train:
        way = "L".join(f"{x_of(ms):.1f} {y_of(at):.1f}" for at, ms in segment)
        parts.append(f'<path d="M{way}" fill="none" stroke="#05c" stroke-width="1.2"/>')
with open("graph.svg", "w", encoding="utf-8") as file:
    file.write("\n".join([*parts, "</svg>"]))
print(f"{name}: {len(drawn)} trains over {len(stations)} stations. graph.svg has the graph.")
