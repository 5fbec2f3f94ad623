// Method: random timetables over changes of clocks, with trains past one and two midnights; what is answered for each date is compared with an own model of the starts and with the runs that answers without a date tell of the same trains.
import { Temporal } from "temporal-polyfill";
import { describe, expect, it } from "vitest";
import { opened } from "../helpers/opened.ts";
import { parseCsv } from "../helpers/parse_csv.ts";
import { makeRandom, type Random } from "../workers/engine/seeded.ts";
import {
  type DatedTimetable,
  drawDated,
  type Json,
  listDates,
  type ModelRun,
  nameOf,
  PERIODS,
  spanOf,
} from "./dated_trains.ts";
import { pick, startLiveWorld } from "./live_world.ts";

const world = opened(startLiveWorld);

async function get(path: string): Promise<string> {
  return (await world.make("GET", path)).text;
}

/** The lines of a train without a date, with times since its start; none: it can't run. */
interface Timed {
  readonly before: readonly string[];
  readonly times: readonly (readonly [number, number])[];
  readonly lines: readonly (readonly string[])[];
  /** Until it has left its last waypoint. */
  readonly last_ms: number | null;
}

const ARRIVAL = 11;

/** From the answer without a date, which knows no days. */
async function readRuns({ id, records }: DatedTimetable): Promise<Map<string, Timed>> {
  const [, ...rows] = parseCsv(await get(`/timetable/${id}/times?${world.queries[0]}`));
  const runs = new Map<string, { rows: string[][] }>();
  for (const row of rows) {
    const [kind = "", train, index, key] = row;
    const name = nameOf({
      kind,
      id: Number(train),
      index: index === "" ? null : Number(index),
      key: key === "" ? null : (key ?? null),
    });
    const known = runs.get(name) ?? { rows: [] };
    known.rows.push(row);
    runs.set(name, known);
  }
  const found = new Map<string, Timed>();
  for (const [name, { rows: own }] of runs) {
    const [kind, train, index, key] = JSON.parse(name) as [string, number, number, string];
    const record = records.find((one) => one["kind"] === kind && one["id"] === train) as Json;
    const start_ms = exampleStart(record, index, key);
    const has_run = own[0]?.[ARRIVAL] !== "";
    const times = own.map((row): [number, number] => [
      Date.parse(row[ARRIVAL] ?? "") - start_ms,
      Date.parse(row[ARRIVAL + 1] ?? "") - start_ms,
    ]);
    found.set(name, {
      before: own[0]?.slice(0, 5) ?? [],
      times,
      lines: own.map((row) => row.slice(5)),
      last_ms: has_run ? (times.at(-1)?.[1] ?? 0) : null,
    });
  }
  return found;
}

function exampleStart(record: Json, index: number | null, key: string | null): number {
  const change = (record["exceptions"] ?? []).find((one: Json) => one["key"] === key);
  if (change?.start_time !== undefined) return Date.parse(change.start_time.value);
  const start_ms = Date.parse(record["start_time"]);
  if (index === null) return start_ms;
  return start_ms + index * Temporal.Duration.from(record["paced"].interval).total("milliseconds");
}

/** Those of a date: its own, and others that run then. */
function listThen(
  runs: readonly ModelRun[],
  known: ReadonlyMap<string, Timed>,
  { date, span: [begin_ms, end_ms] }: { date: string; span: readonly [number, number] },
): ModelRun[] {
  return runs.filter((one) => {
    if (one.date === date) return true;
    const last_ms = known.get(nameOf(one))?.last_ms ?? null;
    return last_ms !== null && one.start_ms < end_ms && one.start_ms + last_ms >= begin_ms;
  });
}

function printTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.?0*Z$/, "Z");
}

function printLines(one: ModelRun, timed: Timed): string[] {
  return timed.lines.map((line, i) => {
    const cells = [...line];
    const at = ARRIVAL - 5;
    if (timed.last_ms !== null) {
      const [arrival = 0, departure = 0] = timed.times[i] ?? [];
      cells[at] = printTime(one.start_ms + arrival);
      cells[at + 1] = printTime(one.start_ms + departure);
    }
    return JSON.stringify([...timed.before, one.date, ...cells]);
  });
}

describe.each(PERIODS)("answers of a date in $time_zone from $first", (period) => {
  const open = async () => {
    const random = makeRandom(Date.parse(period.first));
    const timetable = await drawDated(random, world, period);
    return { random, timetable, known: await readRuns(timetable) };
  };

  it("tell times, positions, zones and stations of the trains that run then", async () => {
    const { random, timetable, known } = await open();
    const { id, runs } = timetable;
    const seen = { of_days_before: 0, moving: 0, passing: 0 };
    const stations = world.stations.slice(0, 4).map((station) => ({ id: station }));
    for (const date of listDates(period)) {
      const span = spanOf(date, period.time_zone);
      const then = listThen(runs, known, { date, span });
      seen.of_days_before += then.filter((one) => one.date !== date).length;
      const query = `${world.queries[0]}&date=${date}`;
      const [, ...rows] = parseCsv(await get(`/timetable/${id}/times?${query}`));
      const wanted = then.flatMap((one) => printLines(one, known.get(nameOf(one)) as Timed));
      expect(rows.map((row) => JSON.stringify(row)).sort()).toEqual(wanted.sort());

      const at_ms = drawMoment(random, then, { span, known });
      for (const what of ["positions", "occupied_zones"] as const) {
        const path = `/timetable/${id}/${what}?${world.queries[0]}&at=`;
        const listed = async (text: string): Promise<Json[]> => {
          const answer = (await world.make("GET", text)).json;
          return what === "positions"
            ? answer
            : answer.features.map((one: Json) => ({ ...one["properties"], at: one["geometry"] }));
        };
        const is = await listed(`${path}${printTime(at_ms)}&date=${date}`);
        const should: Json[] = [];
        for (const one of then) {
          const last_ms = known.get(nameOf(one))?.last_ms ?? null;
          if (last_ms === null || at_ms < one.start_ms || at_ms > one.start_ms + last_ms) continue;
          const record = timetable.records.find(
            (r) => r["kind"] === one.kind && r["id"] === one.id,
          );
          const example_ms =
            exampleStart(record as Json, one.index, one.key) + at_ms - one.start_ms;
          for (const told of await listed(`${path}${printTime(example_ms)}`)) {
            const name = nameTold({ ...told, id: told["train_id"] });
            if (name === nameOf(one)) should.push({ ...told, date: one.date });
          }
        }
        const sorted = (list: Json[]): string[] => list.map((one) => spell(one)).sort();
        expect(sorted(is)).toEqual(sorted(should));
        seen.moving += is.length;
      }

      const body = { operational_points: stations };
      const answer = await world.make("POST", `/timetable/${id}/project_stations?${query}`, body);
      const lines = answer.text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Json);
      const told = lines.flatMap((line) => (line["trains"] ?? []) as Json[]);
      const absent = lines.flatMap((line) => (line["not_here"] ?? []) as Json[]);
      const tell = (one: Json): string => JSON.stringify([nameTold(one), one["date"]]);
      const all = then.map((one) => JSON.stringify([nameOf(one), one.date]));
      expect([...told, ...absent].map(tell).sort()).toEqual([...all].sort());
      for (const one of told) {
        expect(one["start"]).toBe(printTime(then[all.indexOf(tell(one))]?.start_ms ?? 0));
      }
      seen.passing += told.length;
    }
    expect(seen.of_days_before).toBeGreaterThan(3);
    expect(seen.moving).toBeGreaterThan(3);
    expect(seen.passing).toBeGreaterThan(3);
  });
});

/** A moment at which one of them runs, if any does. */
function drawMoment(
  random: Random,
  then: readonly ModelRun[],
  { span, known }: { span: readonly [number, number]; known: ReadonlyMap<string, Timed> },
): number {
  const running = then.flatMap((one) => {
    const last_ms = known.get(nameOf(one))?.last_ms ?? null;
    return last_ms === null ? [] : [[one.start_ms, one.start_ms + last_ms] as const];
  });
  const [from_ms, to_ms] = running.length === 0 ? span : pick(random, running);
  return Math.round(from_ms + random() * (to_ms - from_ms));
}

function nameTold({ kind, id, occurrence }: Json): string {
  const { index = null, exception_key: key = null } = occurrence ?? {};
  return nameOf({ kind, id, index, key });
}

function spell(one: Json): string {
  return JSON.stringify(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)));
}
