/**
 * The times of all trains of a timetable as CSV: a line for each waypoint of each train, in order; for a paced
 * train, of each of its trains, by start. An invalid train has one line with the reason. Lines are made from
 * the same cached simulations as all other results; only the names of a train's stops come from the workers.
 */
import type { PointOwner } from "../../../workers/tasks/exchange/encode_points.ts";
import type { TaskOutput } from "../../../workers/tasks.ts";
import { given } from "../../platform/given.ts";
import type { Context } from "../../platform/http/endpoint.ts";
import { encodeGroups } from "../../platform/http/sending/text_stream.ts";
import { durationMs, printDateTime } from "../../railway/iso8601.ts";
import { guardText, quoteField } from "../../railway/table_text.ts";
import { toPathItem } from "../../railway/waypoint.schemas.ts";
import { runTask, splitIntoBatches } from "../path/setup.ts";
import type { ComputedTrain } from "../simulation/compute_trains.ts";
import { openSource, type Source } from "../simulation/computed_groups.ts";
import type { DatedParameters, SimulationSetup } from "../simulation/setup.ts";
import { printSummary } from "../simulation/simulation_answer.ts";
import { computeOwned, listRuns, type OwnedGroup } from "./owned_trains.ts";

/** Columns of the train; with a date its operating day follows. */
const OWNER = ["kind", "id", "occurrence", "exception_key", "train_name"];
const TIMED = [
  "waypoint",
  "position_mm",
  "station",
  "track",
  "track_section",
  "offset_mm",
  "arrival",
  "departure",
  "stop_s",
  "status",
  "error_type",
];
/** The fields from the waypoint to the stop, empty for an invalid train. */
const EMPTY = Array.from({ length: 9 }, () => "");

/** What Parquet takes for more than texts. */
export const TIMES_KINDS = {
  id: "integer",
  occurrence: "integer",
  position_mm: "integer",
  offset_mm: "integer",
  arrival: "time",
  departure: "time",
  stop_s: "number",
} as const;

/** A user's text as a field: it must not run in the spreadsheet that opens the table. */
function textField(text: string): string {
  return quoteField(guardText(text));
}

function joinLine(fields: readonly (string | number)[]): string {
  return `${fields.join(",")}\r\n`;
}

/** The fields that identify a train. */
function ownerFields(owner: PointOwner): readonly (string | number)[] {
  const { kind, id, occurrence, exception_key, train_name, date } = owner;
  const named = [kind, id, occurrence ?? "", textField(exception_key ?? ""), textField(train_name)];
  return date === undefined ? named : [...named, date];
}

/** The lines in UTF-8; before the first, all rights are checked and the network is compiled. */
export async function streamTimes(
  ctx: Context,
  timetable_id: number,
  parameters: DatedParameters,
): Promise<AsyncIterable<Uint8Array>> {
  const { source } = await openSource(ctx, timetable_id, parameters);
  return encodeGroups(printTimes(source), ctx.signal);
}

async function* printTimes(source: Source): AsyncGenerator<Iterable<string>> {
  const { on = null } = source;
  yield [joinLine(on === null ? [...OWNER, ...TIMED] : [...OWNER, "date", ...TIMED])];
  for await (const group of computeOwned(source)) {
    yield printGroup(group, await nameStops(source.setup, group));
  }
}

/** Trains whose waypoints are named by one task. */
const NAMED_AT_ONCE = 500;

type Points = TaskOutput<"name_waypoints">[number];
/** By result, because equal trains share one. */
type PointsOfTrains = ReadonlyMap<ComputedTrain, Points>;

/** The waypoints of a group's valid trains, with names. */
async function nameStops(setup: SimulationSetup, group: OwnedGroup): Promise<PointsOfTrains> {
  const valid = [
    ...new Set(group.flatMap(({ results }) => results.filter((one) => one.kind === "success"))),
  ];
  const named = new Map<ComputedTrain, Points>();
  // A paced train may have thousands of distinct trains: sending them all at once would hold up others.
  for (const some of splitIntoBatches(valid, 1, NAMED_AT_ONCE)) {
    const paths = some.map(({ path, train }) => ({ path, items: train.path.map(toPathItem) }));
    const points = await runTask(setup, "name_waypoints", { paths });
    for (const [i, one] of some.entries()) named.set(one, points[i] ?? []);
  }
  return named;
}

/** Lines printed without a break. */
const LINES_AT_ONCE = 500;

/** Empty texts mark breaks: one train may have ten thousand waypoints. */
function* printGroup(group: OwnedGroup, named: PointsOfTrains): Generator<string> {
  const known = new Map<ComputedTrain, readonly Line[]>();
  for (const { owner, start_ms, one } of listRuns(group)) {
    const lines = known.get(one) ?? (yield* listLines(one, named.get(one) ?? []));
    known.set(one, lines);
    yield* printLines({ fields: ownerFields(owner), start_ms }, lines);
  }
}

/** A line without its owner, and with times since the start; null: no times. */
interface Line {
  readonly before: readonly (string | number)[];
  readonly times_ms: readonly [arrival: number, departure: number] | null;
  readonly after: readonly (string | number)[];
}

/** The part common to all occurrences of a train, made once. */
function* listLines(one: ComputedTrain, points: Points): Generator<string, readonly Line[]> {
  if (one.kind !== "success") {
    const { status, error_type = "" } = printSummary(one);
    const after = [String(status), textField(String(error_type))];
    return [{ before: EMPTY, times_ms: null, after }];
  }
  const { train, path, outcome } = one;
  const stops = new Map(train.schedule.map(({ at, stop_for }) => [at, stop_for]));
  const lines: Line[] = [];
  for (const [i, { id }] of train.path.entries()) {
    const point = given(points[i], "every waypoint has a point");
    const stop_for = stops.get(id) ?? null;
    const stop_ms = stop_for === null ? 0 : durationMs(stop_for);
    const arrival_ms = outcome.final.item_times_ms[i] ?? 0;
    lines.push({
      before: [
        textField(id),
        path.item_positions_mm[i] ?? 0,
        textField(point.station ?? ""),
        textField(point.track_name ?? point.track),
        textField(point.track),
        point.offset_mm,
      ],
      times_ms: [arrival_ms, arrival_ms + stop_ms],
      after: [stop_for === null ? "" : stop_ms / 1000, "success", ""],
    });
    if (i % LINES_AT_ONCE === LINES_AT_ONCE - 1) yield "";
  }
  return lines;
}

/** One train that runs. */
interface Run {
  readonly fields: readonly (string | number)[];
  readonly start_ms: number;
}

function* printLines({ fields, start_ms }: Run, lines: readonly Line[]): Generator<string> {
  let text = "";
  for (const [i, { before, times_ms, after }] of lines.entries()) {
    const times = times_ms?.map((since_ms) => printDateTime(start_ms + since_ms)) ?? [];
    text += joinLine([...fields, ...before, ...times, ...after]);
    if (i % LINES_AT_ONCE !== LINES_AT_ONCE - 1) continue;
    yield text;
    text = "";
  }
  yield text;
}
