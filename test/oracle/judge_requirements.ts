/** Requirements and projections of one random train: engine against oracle. */

import { sendStock } from "../../bench/network/send_stock.ts";
import tags from "../../src/network/speed_limit_tag/speed_limit_tags.json" with { type: "json" };
import type { RailjsonInput } from "../../workers/engine/infra/compile/railjson_input.ts";
import { stringAt } from "../../workers/engine/infra/infra.ts";
import type { BlockPath } from "../../workers/engine/path/block_path.ts";
import { packPath } from "../../workers/engine/path/train_path.ts";
import {
  printCurves,
  printSignalUpdates,
} from "../../workers/engine/projection/print_projection.ts";
import { makeProjectionPath } from "../../workers/engine/projection/projection_path.ts";
import { SignalProjector } from "../../workers/engine/projection/signal_updates.ts";
import { projectCurves } from "../../workers/engine/projection/space_time_curves.ts";
import { openRequirements } from "../../workers/engine/requirements/packed_requirements.ts";
import { makeRequirementPath } from "../../workers/engine/requirements/requirement_path.ts";
import type { SignallingFault } from "../../workers/engine/signalling/signal_chain.ts";
import type { Report } from "../../workers/engine/simulation/report.ts";
import { viewInfra } from "../../workers/tasks/infra_views.ts";
import type { StockPhysics } from "../../workers/tasks/types.ts";
import { compareValues, packRequirements } from "../conformance/requirements.ts";
import { buildSchedule, prepareRun } from "../conformance/schedule.ts";
import { makeRandom, type Random } from "../workers/engine/seeded.ts";
import { drawRun, drawStock } from "./draw_train.ts";
import { Failure, type Part, speedAt, timeAt } from "./envelope.ts";
import type { TrackRange } from "./find_path.ts";
import { findAnyPath, printFound } from "./judge_path.ts";
import type { Verdict } from "./judge_seed.ts";
import { chunkKey, type DirChunk, type Route } from "./network.ts";
import { type Opened, openBoth } from "./opened.ts";
import { curvesOracle, type Sighting, signalUpdatesOracle, type ZoneUpdate } from "./projection.ts";
import { readRequirements } from "./read_requirements.ts";
import { type OracleTimes, requirementsOracle } from "./requirements.ts";
import { drawSignalLine } from "./signal_line.ts";
import { runOracle, type Stop } from "./simulate.ts";
import { toMm } from "./tracks.ts";
import { makePath, mergeSchedule } from "./train.ts";

/** Steps of a plateau are summed in another order; every time may be rounded the other way. */
const TIME_TOLERANCE_MS = 1;

/** Names of the reference's errors. */
const KINDS: Readonly<Record<SignallingFault["kind"], string>> = {
  unknown_aspect: "unknown_aspect",
  aspect_not_in_schema: "sig_schema_field_error",
  broken_block_path: "missing_signal_on_route_transition",
};

interface Judged {
  readonly kind: string;
  readonly problems: string[];
}

/** A way to draw networks, one per seed. */
type DrawNetwork = (seed: number) => { readonly name: string; readonly input: RailjsonInput };

/** Lines whose signals change their system again and again. */
export function drawLine(seed: number): ReturnType<DrawNetwork> {
  return { name: `line ${seed}`, input: drawSignalLine(makeRandom(seed)) };
}

const TRAINS_PER_NETWORK = 5;

/** Judges some trains on each network of the seeds [from, to). */
export function judgeNetworks(draw: DrawNetwork, from: number, to: number): Verdict {
  const verdict: Verdict = { counts: {}, problems: [] };
  for (let seed = from; seed < to; seed++) {
    const { name, input } = draw(seed);
    const { opened } = openBoth(name, input);
    if (opened === null || opened.world.network.routes.length === 0) continue;
    const random = makeRandom(seed + 2_000_000);
    for (let i = 0; i < TRAINS_PER_NETWORK; i++) {
      for (const judged of judgeRequirements(random, opened, `${name} train ${i}`)) {
        verdict.counts[judged.kind] = (verdict.counts[judged.kind] ?? 0) + 1;
        verdict.problems.push(...judged.problems);
      }
    }
  }
  return verdict;
}

/** Compares the requirements of a random train, then its projections on its own and another path. */
function judgeRequirements(random: Random, opened: Opened, key: string): Judged[] {
  const path = findAnyPath(random, opened, 80);
  if (path === null) return [{ kind: "no path", problems: [] }];
  const stock = drawStock(random, key);
  const found = {
    packed: packPath(path),
    length_mm: path.length_mm,
    item_positions_mm: path.itemPositions_mm,
  };
  const run = drawRun(random, found, tags);
  const prepare = (own: StockPhysics): ReturnType<typeof prepareRun> =>
    prepareRun({ infra: opened.ref, stocks: [sendStock(own)], profiles: null, trains: [run] });
  const prepared = prepare(stock);
  if (!prepared.ok) return [{ kind: "no run", problems: [] }];
  const along = makeRequirementPath(prepared.value.path);
  // What the path keeps of its signals was found by a slower train.
  const slower = prepare({
    ...stock,
    key: `${key}, slower`,
    max_speed_m_s: stock.max_speed_m_s / 3,
  });
  const slowerRuns = slower.ok ? buildSchedule(slower.value) : slower;
  if (slower.ok && slowerRuns.ok) packRequirements(slower.value, slowerRuns.value, along);
  const runs = buildSchedule(prepared.value);
  if (!runs.ok) return [{ kind: "no run", problems: [] }];
  const infra = viewInfra(opened.ref);
  const packed = packRequirements(prepared.value, runs.value, along);

  const on = describePath(opened, path);
  const { network, blocks } = opened.world;
  const oraclePath = makePath(network, on.ranges, on.routes);
  let expected: ReturnType<typeof requirementsOracle>;
  try {
    const { envelope, stops } = runOracle(oraclePath, stock, run, null);
    const closedStops = mergeSchedule(run.schedule)
      .filter(({ signal, stop_ms }) => signal !== "OPEN" && stop_ms !== null)
      .map(({ offset }) => offset);
    const times = timesOf(envelope, stops, path.length_mm);
    const trainLength = toMm(stock.length_m);
    expected = requirementsOracle(blocks, on.routes, startIn(on.routes, on), {
      times,
      trainLength,
      closedStops,
    });
  } catch (error) {
    if (error instanceof Failure) return [{ kind: "no run", problems: [] }];
    throw error;
  }
  const tell = (problems: readonly string[]): string[] =>
    problems.map((one) => `${key}: ${one}\n  ${JSON.stringify({ ranges: on.ranges })}`);
  if (!packed.ok || expected.kind === "failed") {
    const own = packed.ok ? "success" : packed.error.kind;
    const wanted = expected.kind === "failed" ? expected.type : "success";
    const isSame = !packed.ok && KINDS[packed.error.kind] === wanted;
    return [{ kind: wanted, problems: isSame ? [] : tell([`${own} instead of ${wanted}`]) }];
  }
  const lists = readRequirements(infra, packed.value);
  const compared = compareValues(lists, expected.lists, "requirements");
  const problems = [...compared.problems];
  if (compared.time_ms > TIME_TOLERANCE_MS) problems.push(`times by ${compared.time_ms} ms`);
  if (compared.position_mm > 0) problems.push(`positions by ${compared.position_mm} mm`);
  const judged: Judged[] = [{ kind: "requirements", problems: tell(problems) }];
  for (const target of [path, findAnyPath(random, opened, 80)]) {
    if (target === null) continue;
    const train = { path, on, lists, packed: packed.value, report: runs.value.final };
    const projected = judgeProjection(opened, target, train);
    judged.push({ kind: projected.kind, problems: tell(projected.problems) });
  }
  return judged;
}

interface DescribedPath {
  readonly ranges: readonly TrackRange[];
  readonly routes: readonly Route[];
  /** A chunk at the start of the path, and how far into it the path starts. */
  readonly first: { readonly key: string; readonly before: number };
}

function describePath(opened: Opened, path: BlockPath): DescribedPath {
  const { network } = opened.world;
  const { routes: names, track_section_ranges: ranges } = printFound(opened, path);
  const routes = names.map((id) => network.routes.find((route) => route.id === id)!);
  const { chunks, begin } = makePath(network, ranges, routes);
  // At the very end of the first chunk the second one is searched.
  const [first, second] = chunks;
  const isAtEnd = begin === first!.chunk.length && second !== undefined;
  return {
    ranges,
    routes,
    first: isAtEnd
      ? { key: chunkKey(second), before: 0 }
      : { key: chunkKey(first!), before: begin },
  };
}

/** Distance from the start of the first route or block to the start of the path. */
function startIn(
  parts: readonly { chunks: readonly DirChunk[] }[],
  { first }: DescribedPath,
): number {
  let offset = 0;
  for (const one of parts.flatMap(({ chunks }) => chunks)) {
    if (chunkKey(one) === first.key) return offset + first.before;
    offset += one.chunk.length;
  }
  throw new Error("a path starts on its routes and blocks");
}

export function timesOf(
  envelope: readonly Part[],
  stops: readonly Stop[],
  length: number,
): OracleTimes {
  const waited = (isBefore: (x: number) => boolean): number =>
    stops.reduce((sum, { x, s }) => (isBefore(x) ? sum + Math.round(s * 1e6) : sum), 0);
  const partOf = (x: number): number => envelope.findIndex(({ xs }) => x <= xs.at(-1)!);
  return {
    length,
    arrival: (mm) => timeAt(envelope, mm / 1000) + waited((x) => x < mm / 1000 - 0.01),
    departure: (mm) => timeAt(envelope, mm / 1000) + waited((x) => x <= mm / 1000 + 0.01),
    total: timeAt(envelope, Infinity) + waited(() => true),
    fastest: (from, to) => {
      const between = envelope.slice(partOf(from / 1000) + 1, partOf(to / 1000));
      return Math.max(
        speedAt(envelope, from / 1000, -1),
        speedAt(envelope, to / 1000, -1),
        ...between.flatMap(({ vs }) => vs),
      );
    },
  };
}

interface ProjectedTrain {
  readonly path: BlockPath;
  readonly on: DescribedPath;
  readonly lists: { readonly zone_updates: ZoneUpdate[]; readonly signal_sightings: Sighting[] };
  readonly packed: SharedArrayBuffer;
  readonly report: Pick<Report, "positions_mm" | "times_ms">;
}

function judgeProjection(opened: Opened, target: BlockPath, train: ProjectedTrain): Judged {
  const infra = viewInfra(opened.ref);
  const projection = makeProjectionPath(infra, target);
  if (!projection.ok) return { kind: "no projection", problems: [projection.error.kind] };
  const { signals } = projection.value;
  if (signals === null) return { kind: "no projection", problems: ["a path has blocks"] };
  const { report, lists, path } = train;
  const points = { positions: [...report.positions_mm], times: [...report.times_ms] };
  const end = points.times.at(-1)!;
  const updates = new SignalProjector(signals).project(openRequirements(train.packed), end);
  const other = describePath(opened, target);
  const blocks = Array.from(target.blocks, (block) => {
    const id = stringAt(infra, infra.blockName[block]!);
    return opened.world.blocks.find((one) => one.id === id)!;
  });
  const expected = signalUpdatesOracle(
    { blocks, routes: other.routes, start: startIn(blocks, other), length: target.length_mm },
    lists,
    end,
  );
  const own = updates.ok
    ? JSON.parse(printSignalUpdates(projection.value, updates.value))
    : KINDS[updates.error.kind];
  const problems = compareExactly(own, expected, "signal_updates");
  const curves = JSON.parse(printCurves(projectCurves(projection.value, path.ranges, report)));
  const expectedCurves = curvesOracle(other.ranges, train.on.ranges, points);
  problems.push(...compareExactly(curves, expectedCurves, "curves"));
  if (target === path) {
    problems.push(...compareExactly(curves, [points], "own curve"));
    return { kind: "own projection", problems };
  }
  if (typeof expected === "string") return { kind: `projection ${expected}`, problems };
  return { kind: curves.length > 0 ? "projection" : "projection elsewhere", problems };
}

function compareExactly(own: unknown, expected: unknown, name: string): string[] {
  if (JSON.stringify(own) === JSON.stringify(expected)) return [];
  const { problems } = compareValues(own, expected, name);
  const first = problems[0] ?? "differs within tolerances";
  return [
    `${name}: ${first}: ${JSON.stringify(own).slice(0, 600)} not ${JSON.stringify(expected).slice(0, 600)}`,
  ];
}
