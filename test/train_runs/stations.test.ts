// Method: drawn networks and a line with a loop, asked over HTTP: passes against the times of `GET …/times`, trials against the same changes stored, every train accounted for; the cases of the page where they are there.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { ROLLING_STOCKS } from "../../bench/network/rolling_stocks.ts";
import { PROJECT_ROOT } from "../../src/platform/root.ts";
import { completeNetwork } from "../../workers/exchange/completion/complete_network.ts";
import type { PathItemLocation } from "../../workers/tasks/types.ts";
import { startTestApi } from "../helpers/api.ts";
import { opened } from "../helpers/opened.ts";
import { parseCsvRecords } from "../helpers/parse_csv.ts";
import { validTrain } from "../platform/http/rules/valid_forms.ts";
import { type DrawnTrain, drawLines } from "../workers/engine/projection/drawn_lines.ts";
import { NO_OBJECTS } from "../workers/exchange/drawn_rails.ts";
import { lineWithLoop } from "./line_with_loop.ts";
import { spellOut, spellRun } from "./spelled_runs.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into at many places
// oxlint-disable-next-line typescript/no-explicit-any
type Json = Record<string, any>;

const CASES = join(PROJECT_ROOT, "../shared/cases/page");
const has_cases = existsSync(CASES);
if (!has_cases) console.warn("skipped: ../shared/cases/page is not there");

const DIESEL = ROLLING_STOCKS.find(({ effort_curves }) =>
  Object.values(effort_curves.modes).some(({ is_electric }) => !is_electric),
)!;

const api = opened(startTestApi);

beforeAll(async () => {
  await api.make("POST", "/rolling_stock", { ...DIESEL, name: "stock" });
  await api.make("POST", "/rolling_stock", { ...DIESEL, name: "slow stock", max_speed: 12 });
});

interface Place {
  readonly timetable_id: number;
  readonly infra_id: number;
}

interface Answer {
  readonly axis: Json[];
  readonly runs: Map<number, Json>;
  readonly trains: Json[];
  readonly not_here: Json[];
  readonly counts: Json;
}

let network_count = 0;

async function openPlace(document: unknown): Promise<Place> {
  const name = `stations ${network_count++}`;
  const { infra } = (await api.make("POST", `/infra/railjson?name=${name}`, document)).json;
  const { timetable_id } = (await api.make("POST", "/timetable")).json;
  return { infra_id: infra, timetable_id };
}

const pathOf = ({ timetable_id, infra_id }: Place): string =>
  `/timetable/${timetable_id}/project_stations?infra=${infra_id}`;

async function ask(place: Place, ids: readonly string[], more: Json = {}): Promise<Answer> {
  const operational_points = ids.map((id) => ({ id }));
  const { text } = await api.make("POST", pathOf(place), { operational_points, ...more });
  const [first, ...lines] = text
    .trimEnd()
    .split("\n")
    .map((line): Json => JSON.parse(line));
  const { counts } = lines.pop()!;
  const runs = new Map<number, Json>();
  for (const line of lines) {
    for (const run of line["runs"]) {
      expect(runs.has(run.run)).toBe(false);
      runs.set(run.run, spellRun(run));
    }
    for (const { run } of line["trains"]) expect(runs.has(run)).toBe(true);
  }
  return {
    axis: first!["operational_points"],
    runs,
    trains: lines.flatMap(({ trains }) => trains),
    not_here: lines.flatMap(({ not_here }) => not_here),
    counts: counts as Json,
  };
}

function toLocation(item: PathItemLocation): Json {
  if (item.kind === "track_offset") return { track: item.track, offset: item.offset_mm };
  if (item.kind !== "operational_point") throw new Error("drawn trains name points or places");
  const { operational_point, track_id } = item;
  return {
    operational_point,
    ...(track_id === undefined ? {} : { track_reference: { track_id } }),
  };
}

function toForm({ items, stops_ms }: DrawnTrain, change: Json = {}): Json {
  return validTrain({
    rolling_stock_name: "stock",
    path: items.map((item, i) => ({ id: `p${i}`, ...toLocation(item) })),
    schedule: stops_ms.flatMap((stop, i) =>
      stop === null || i === 0 ? [] : [{ at: `p${i}`, stop_for: `PT${stop / 1000}S` }],
    ),
    ...change,
  });
}

const nameOf = ({ kind, id, occurrence }: Json): string =>
  `${kind} ${id} ${occurrence?.index ?? ""} ${occurrence?.exception_key ?? ""}`;

/** Each waypoint at a station has the times of the table of times; each train is somewhere. */
async function judgeTimes(place: Place, answer: Answer): Promise<number> {
  const { timetable_id, infra_id } = place;
  const { text } = await api.make("GET", `/timetable/${timetable_id}/times?infra=${infra_id}`);
  const rows = parseCsvRecords(text);
  const rows_of = new Map<string, typeof rows>();
  for (const row of rows) {
    const name = `${row["kind"]} ${row["id"]} ${row["occurrence"]} ${row["exception_key"]}`;
    rows_of.set(name, [...(rows_of.get(name) ?? []), row]);
  }
  const told = [...answer.trains, ...answer.not_here].map(nameOf);
  expect(told.sort()).toEqual([...rows_of.keys()].sort());
  let compared = 0;
  for (const train of answer.trains) {
    const own = rows_of.get(nameOf(train))!;
    const { passes } = answer.runs.get(train["run"])!;
    const start_ms = Date.parse(train["start"]);
    const waypoints: (number | null)[] = passes.waypoint;
    for (const [i, waypoint] of waypoints.entries()) {
      if (waypoint === null) continue;
      const { arrival, departure } = own[waypoint]!;
      expect(start_ms + passes.arrival[i]).toBe(Date.parse(arrival!));
      expect(start_ms + passes.departure[i]).toBe(Date.parse(departure!));
      compared++;
    }
  }
  return compared;
}

function judgeCounts({ trains, not_here, runs, counts }: Answer): void {
  const has_line = ({ run }: Json): boolean => runs.get(run)!["lines"].length > 0;
  const absent = (reason: string): number =>
    not_here.filter((one) => one["reason"] === reason).length;
  expect(counts).toEqual({
    trains: trains.length + absent("elsewhere") + absent("no_run") + counts["other_time"],
    lines: trains.filter(has_line).length,
    passes_only: trains.filter((train) => !has_line(train)).length,
    elsewhere: absent("elsewhere"),
    no_run: absent("no_run"),
    other_time: counts["other_time"],
  });
}

const PACED = {
  paced: { time_window: "PT2H", interval: "PT30M" },
  exceptions: [
    { key: "off", occurrence_index: 1, disabled: true },
    { key: "more", start_time: { value: "2024-05-22T08:07:00Z" } },
    {
      key: "slow",
      occurrence_index: 2,
      rolling_stock: { rolling_stock_name: "slow stock", comfort: "STANDARD" },
    },
  ],
};

describe("trains at the stations of an axis", () => {
  it("have the times of the timetable, and all are told", async () => {
    let compared = 0;
    for (let seed = 1; seed <= 10; seed++) {
      const { document, points, trains } = drawLines(seed);
      const place = await openPlace(document);
      const forms = trains.filter(({ items }) => items.length > 1);
      const single = forms.map((train) => toForm(train));
      const paced = forms.slice(0, 3).map((train) => toForm(train, PACED));
      const path = `/timetable/${place.timetable_id}`;
      await api.make("POST", `${path}/train_schedules`, single);
      const created = await api.make("POST", `${path}/paced_trains`, paced);
      const ids = points.filter(({ is_main }) => is_main).map(({ id }) => id);
      const answer = await ask(place, ids);
      judgeCounts(answer);
      compared += await judgeTimes(place, answer);
      // Each station by itself: the same passes.
      const alone = await ask(place, [ids[0]!]);
      judgeCounts(alone);
      compared += await judgeTimes(place, alone);
      expect(alone.counts["lines"]).toBe(0);
      // Only some trains, and one that does not exist.
      const [one] = created.json as { id: number }[];
      const some = await ask(place, ids, { trains: { paced_trains: [one!.id, 999_999] } });
      const own = [...answer.trains, ...answer.not_here].filter(
        ({ kind, id }) => kind === "paced_train" && id === one!.id,
      );
      const missing = some.not_here.filter(({ reason }) => reason === "not_found");
      expect(missing.map(nameOf)).toEqual(["paced_train 999999  "]);
      expect(some.counts["trains"]).toBe(own.length);
      judgeCounts(some);
    }
    expect(compared).toBeGreaterThan(100);
  });

  it("as changes would leave them are what is told once they are stored", async () => {
    const { document, points, trains } = drawLines(2);
    const place = await openPlace(document);
    const path = `/timetable/${place.timetable_id}`;
    const forms = trains.filter(({ items }) => items.length > 1);
    const single = forms.map((train) => toForm(train));
    const { json: schedules } = await api.make("POST", `${path}/train_schedules`, single);
    const { json: paced } = await api.make("POST", `${path}/paced_trains`, [
      toForm(forms[0]!, PACED),
      toForm(forms[1]!, PACED),
    ]);
    const ids = points.filter(({ is_main }) => is_main).map(({ id }) => id);
    const before = await ask(place, ids);
    const [shifted = 0, removed = 0] = before.trains.flatMap(({ kind, id }) =>
      kind === "train_schedule" ? [id] : [],
    );
    const added_form = single[schedules.findIndex(({ id }: Json) => id === removed)];
    const changes = [
      { kind: "train_schedule", id: shifted, shift: "PT4M" },
      { kind: "train_schedule", id: removed, removed: true },
      { kind: "paced_train", id: paced[0].id, occurrence_key: 2, removed: true },
      { added: added_form },
    ];
    const tried = await ask(place, ids, { changes });
    judgeCounts(tried);
    const named = { train_schedules: [shifted, removed] };
    const some = await ask(place, ids, { changes, trains: named });
    expect(spellOut(await ask(place, ids))).toEqual(spellOut(before));
    const added = tried.trains.filter(({ id }) => id === null);
    expect(added.map(({ change }) => change)).toEqual([3]);
    const { trains: stored } = (await api.make("POST", `${path}/changes`, { changes })).json;
    const after = await ask(place, ids);
    const known = {
      ...tried,
      trains: tried.trains.map((one) => ({ ...one, id: one["id"] ?? stored[3].id })),
    };
    expect(spellOut(known)).toEqual(spellOut(after));
    expect(spellOut(known)).not.toEqual(spellOut(before));
    // Of those named, the one that is left, and the one that is added.
    expect(some.trains.map(({ id }) => id)).toEqual([shifted, null]);
  });

  it("are left out before and after the window", async () => {
    const { document, points, trains } = drawLines(2);
    const place = await openPlace(document);
    const path = `/timetable/${place.timetable_id}/paced_trains`;
    await api.make(
      "POST",
      path,
      trains.filter(({ items }) => items.length > 1).map((train) => toForm(train, PACED)),
    );
    const ids = points.filter(({ is_main }) => is_main).map(({ id }) => id);
    const all = await ask(place, ids);
    const [from, to] = ["2024-05-22T08:20:00Z", "2024-05-22T09:01:00Z"];
    const some = await ask(place, ids, { from, to });
    judgeCounts(some);
    const within = all.trains.filter(({ run, start }) => {
      const { arrival, departure } = all.runs.get(run)!["passes"];
      const at = Date.parse(start);
      return at + departure.at(-1) >= Date.parse(from) && at + arrival[0] <= Date.parse(to);
    });
    expect(some.trains.map(nameOf)).toEqual(within.map(nameOf));
    expect(some.counts["other_time"]).toBe(all.trains.length - within.length);
    expect(within.length).toBeGreaterThan(0);
    expect(some.counts["other_time"]).toBeGreaterThan(0);
  });
});

describe("a line with a loop and a halt on one of its tracks", () => {
  const train = (stop: Json, change: Json = {}): Json =>
    validTrain({
      rolling_stock_name: "stock",
      path: [
        { id: "a", operational_point: "A" },
        { id: "b", ...stop },
        { id: "c", operational_point: "C" },
      ],
      schedule: [
        { at: "b", stop_for: "PT60S" },
        { at: "c", stop_for: "PT0S" },
      ],
      ...change,
    });

  it("has a stop in the loop at its own time, and every train", async () => {
    const place = await openPlace(lineWithLoop());
    const on = (track_id: string): Json => ({
      operational_point: "B",
      track_reference: { track_id },
    });
    const forms = [
      train(on("N")),
      train(on("S")),
      // Beside the station's part on the southern track, and nowhere near it.
      train({ track: "S", offset: 2_800_000 }),
      train({ track: "S", offset: 1_500_000 }),
    ];
    await api.make("POST", `/timetable/${place.timetable_id}/train_schedules`, forms);
    const answer = await ask(place, ["A", "B", "H", "C"]);
    expect(answer.counts).toMatchObject({ trains: 4, lines: 4 });
    expect(await judgeTimes(place, answer)).toBe(4 * 2 + 3);
    const passes = answer.trains.map(({ run }) => answer.runs.get(run)!["passes"]);
    expect(passes.map(({ axis_index }) => axis_index)).toEqual([
      [0, 1, 2, 3],
      [0, 1, 3],
      [0, 1, 3],
      [0, 1, 3],
    ]);
    const stands = passes.map(({ arrival, departure }) => departure[1] - arrival[1]);
    expect(stands).toEqual([60_000, 60_000, 60_000, 0]);
    expect(passes.map(({ stops }) => stops[1])).toEqual([true, true, true, false]);
    expect(passes.flatMap(({ estimated }) => estimated)).not.toContain(true);
    // Numbers of the station's tracks, also for a stop by track and offset beside its part.
    const tracks = passes.map(({ track }) => track[1]);
    const named = tracks.map((one) => answer.axis[1]!["tracks"][one]?.id ?? one);
    expect(named).toEqual(["N", "S", "S", "S"]);
    const bypasses = answer.trains.map(({ run }) =>
      answer.runs
        .get(run)!
        ["lines"].map(({ segments }: Json) => segments.map((segment: Json) => segment["bypasses"])),
    );
    expect(bypasses).toEqual([[[[]]], [[[], [2]]], [[[], [2]]], [[[], [2]]]]);
  });

  it("shows conflicts where their zones are for their own trains", async () => {
    const place = await openPlace(lineWithLoop());
    const { timetable_id, infra_id } = place;
    const there = train({ operational_point: "B" });
    const back = { ...there, path: there["path"].toReversed(), schedule: [] };
    const path = `/timetable/${timetable_id}`;
    await api.make("POST", `${path}/train_schedules`, [there, back]);
    const conflicts = (await api.make("GET", `${path}/conflicts?infra=${infra_id}`)).json;
    expect(conflicts.length).toBeGreaterThan(0);
    const zones: string[] = conflicts.flatMap(({ requirements }: Json) =>
      requirements.map(({ zone }: Json) => zone),
    );
    const ids = ["A", "B", "C"];
    const answer = await ask(place, ids, { zones: [...zones, "no such zone"] });
    const placed = answer.trains.map(({ run }) => {
      const { zone, begin, end } = answer.runs.get(run)!["zones"];
      return zone.map((name: string, i: number) => [name, begin[i], end[i]]).sort();
    });
    expect(placed[0]).toEqual(placed[1]);
    expect(new Set(placed[0].map(([name]: string[]) => name))).toEqual(new Set(zones));
    const length_mm = answer.axis.at(-1)!["position_mm"];
    for (const [, begin, end] of placed[0]) {
      expect(begin).toBeLessThan(end);
      expect(begin).toBeGreaterThanOrEqual(0);
      expect(end).toBeLessThanOrEqual(length_mm);
    }
    const without = await ask(place, ids);
    expect([...without.runs.values()].flatMap((run) => run["zones"].zone)).toEqual([]);
  });

  it("place tracks without a train between the points that enclose them, if that is asked for", async () => {
    const place = await openPlace(lineWithLoop());
    const lineOf = async (more: Json): Promise<Json> => {
      const operational_points = ["A", "B", "C"].map((id) => ({ id }));
      const { text } = await api.make("POST", pathOf(place), { operational_points, ...more });
      return JSON.parse(text.split("\n", 1)[0]!);
    };
    expect(await lineOf({})).not.toHaveProperty("tracks");
    const { tracks } = await lineOf({ tracks: ["N", "none", "W", "N"] });
    // 500 and 3000 m before the switch and behind it, then 3000 m and more to C.
    const length = Math.round(Math.hypot(6000, 300) * 1000);
    const share = (length - 3_000_000) / (length - 500_000);
    expect(tracks).toEqual([
      {
        id: "N",
        begin: [0, 3_000_000],
        end: [3_000_000, length],
        from: [2_500_000, 5_500_000],
        to: [5_500_000, 5_500_000 + Math.round(5_500_000 * share)],
      },
      {
        id: "W",
        begin: [0, 500_000],
        end: [500_000, 3_000_000],
        from: [0, 0],
        to: [0, 2_500_000],
      },
    ]);
  });

  it("refuses axes that can't be laid out, and says where", async () => {
    const place = await openPlace(lineWithLoop());
    const refusal = async (body: unknown, wanted = 400): Promise<Json> => {
      const { status, json } = await api.call("POST", pathOf(place), body);
      expect(status).toBe(wanted);
      return json;
    };
    const axis = (...operational_points: readonly unknown[]): Json => ({ operational_points });
    const [a, b, c] = ["A", "B", "C"].map((id) => ({ id }));
    expect(await refusal(axis(a, { id: "Z" }))).toMatchObject({
      type: "editoast:projection:InvalidAxis",
      context: { reason: "unknown_operational_point", index: 1, id: "Z" },
    });
    const at = async (body: unknown): Promise<string> =>
      (await refusal(body, 422))["context"]["path"];
    expect(await at(axis({ ...a, position_mm: 0 }, b))).toBe("/operational_points/1/position_mm");
    expect(await at(axis({ ...a, position_mm: 5 }, { ...b, position_mm: 4 }))).toBe(
      "/operational_points/1/position_mm",
    );
    expect(await at(axis(a, a))).toBe("/operational_points/1/id");
    expect(await at(axis(a, b, a, c, a))).toBe("/operational_points/4/id");
    expect(await at(axis())).toBe("/operational_points");
    expect(await at(axis(...Array.from({ length: 501 }, () => a)))).toBe("/operational_points");
    expect(await at({ ...axis(a), from: "soon" })).toBe("/from");
    expect(await at({ ...axis(a), zone: true })).toBe("/zone");
    const long = Array.from({ length: 1001 }, () => "z".repeat(1000));
    expect(await at({ ...axis(a), zones: long })).toBe("/zones");
    expect(await at({ ...axis(a), tracks: long })).toBe("/tracks");
    expect(await at({ ...axis(a), tracks: [1] })).toBe("/tracks/0");
    expect(await at({ ...axis(a), tracks: "T" })).toBe("/tracks");
    const { status: fits } = await api.call("POST", pathOf(place), {
      ...axis(a),
      zones: long.slice(1),
    });
    expect(fits).toBe(200);
    // Two ends of a switch: no train gets from one to the other without turning back.
    const apart = await openPlace(
      completeNetwork({
        ...NO_OBJECTS,
        track_sections: ["P", "Q"].map((id) => ({
          id,
          length: 1000,
          slopes: [],
          curves: [],
          geo: {
            type: "LineString" as const,
            coordinates: [
              [0, 0],
              [0.01, 0],
            ],
          },
        })),
        operational_points: ["P", "Q"].map((id) => ({ id, parts: [{ track: id, position: 500 }] })),
      }).document,
    );
    const { status, json } = await api.call("POST", pathOf(apart), axis({ id: "P" }, { id: "Q" }));
    expect([status, json.context]).toEqual([
      400,
      { reason: "no_path", index: 1, from: "P", to: "Q" },
    ]);
    const placed = axis({ id: "P", position_mm: 0 }, { id: "Q", position_mm: 7 });
    expect((await api.call("POST", pathOf(apart), placed)).status).toBe(200);
  });
});

describe.skipIf(!has_cases)("the cases of the page", () => {
  const read = (path: string): Json => JSON.parse(readFileSync(join(CASES, path), "utf8"));
  beforeAll(async () => {
    for (const name of ["slow_rolling_stock", "fast_rolling_stock"]) {
      const { id: _, ...stock } = read(`false_times/${name}.json`);
      await api.make("POST", "/rolling_stock", stock);
    }
  });

  it.each([
    ["false_times", "ostbahn.railjson.json"],
    ["vanishing", "ostbahn_with_halt.railjson.json"],
  ])("%s: all trains run between their stations, at their own times", async (name, file) => {
    const network = read(`${name}/${file}`);
    const place = await openPlace(network);
    const timetable = read(`${name}/timetable.json`);
    await api.make("POST", `/timetable/${place.timetable_id}/import`, timetable);
    const ids = ["Altstadt", "Birkenau", "Cronberg", "Halt", "Dornfeld", "Eschenau"].flatMap(
      (one) =>
        network["operational_points"]
          .filter(({ extensions }: Json) => extensions?.identifier?.name === one)
          .map(({ id }: Json) => id),
    );
    const answer = await ask(place, ids);
    expect(answer.counts).toMatchObject({ trains: 34, lines: 34 });
    await judgeTimes(place, answer);
    const express = answer.trains.find(({ start }) => start === "2027-01-11T06:00:00Z");
    const { passes } = answer.runs.get(express!["run"])!;
    const at = passes.axis_index.indexOf(2);
    const minutes = [passes.arrival[at], passes.departure[at], passes.arrival.at(-1)].map(
      (ms) =>
        `${Math.floor(ms / 60_000)}:${String(Math.floor((ms % 60_000) / 1000)).padStart(2, "0")}`,
    );
    expect(minutes.slice(0, 2)).toEqual(["28:54", "29:54"]);
    expect(Number.parseInt(minutes[2]!, 10)).toBeGreaterThanOrEqual(49);
    // Between Altstadt and Eschenau alone they all run too, but the one that branches off.
    const two = await ask(place, [ids[0]!, ids.at(-1)!]);
    expect(two.counts).toMatchObject({ trains: 34, lines: 33, passes_only: 1 });
  });
});
