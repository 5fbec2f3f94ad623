/** What is believed of running trains, kept between forecasts: only what has changed is read, and placed in the day. */
import { doInTurns, type InTurns } from "../../platform/turns.ts";
import type { ComputeSetup } from "../path/setup.ts";
import {
  AT_ONCE,
  collectPlaced,
  type PlacedReports,
  type Placement,
  placeReport,
  splitAtOnce,
} from "./placed_reports.ts";
import {
  type KnownReport,
  type ReportChange,
  type ReportedDays,
  readChanges,
} from "./report.queries.ts";
import type { RunningDay } from "./running_day.ts";

/** With its place in the day. */
const REPORT_BYTES = 520;

export interface Believed {
  readonly told: PlacedReports;
  /** In order of observation. */
  readonly placements: readonly Placement[];
}

/** Of trains of a timetable that may run on these days. */
export async function readBelieved(
  { services: { db, kept }, signal }: ComputeSetup,
  running: RunningDay,
  timetable_id: number,
  days: ReportedDays,
): Promise<Believed> {
  const key = `reports:${timetable_id}:${days?.first ?? ""}:${days?.last ?? ""}`;
  const own = kept.open<KeptReports>(key);
  return await own.inTurn(signal, async () => {
    own.value ??= new KeptReports();
    const reports = own.value;
    const read = async (): Promise<ReportChange[]> =>
      await readChanges(db, timetable_id, days, reports.changes);
    let changes = await read();
    if (changes.some(({ is_less }) => is_less)) {
      reports.forget();
      changes = await read();
    }
    // To its end, also if nobody waits for it any more.
    await doInTurns(reports.update(running, changes));
    kept.resize(key, own, REPORT_BYTES * reports.placements.length);
    const { placements } = reports;
    return { told: await doInTurns(collectPlaced(placements), signal), placements };
  });
}

class KeptReports {
  placements: readonly Placement[] = [];
  /** By date: the last of its changes that is in. */
  readonly changes = new Map<string, number>();
  /** By what they are about: one of each priority, the believed one first. */
  readonly #reports = new Map<string, readonly KnownReport[]>();
  /** Many reports have the same ones. */
  readonly #texts = new Map<string, string>();
  #day_key = "";

  forget(): void {
    this.placements = [];
    this.changes.clear();
    this.#reports.clear();
    this.#texts.clear();
  }

  *update(running: RunningDay, changes: readonly ReportChange[]): InTurns<void> {
    if (running.day.key !== this.#day_key) {
      this.placements = yield* placeAll(
        running,
        this.placements.map(({ report }) => report),
      );
      this.#day_key = running.day.key;
    }
    if (changes.length === 0) return;
    const touched = new Set<string>();
    const outdated = new Set<KnownReport>();
    for (const change of changes) {
      this.changes.set(change.date, change.change_count);
      if (change.train !== null) touched.add(this.#take(this.#keep(change), outdated));
      yield;
    }
    const believed = [...touched].flatMap((thing) => this.#reports.get(thing)?.[0] ?? []);
    const fresh = yield* placeAll(running, believed);
    this.placements = yield* mergeSorted(this.placements, yield* sortReports(fresh), outdated);
  }

  /** What it is about; known reports of that are outdated, or may be. */
  #take(report: KnownReport, outdated: Set<KnownReport>): string {
    // No text of the database has this separator.
    const { date, train, stop, event, other } = report;
    const thing = [date, train, stop, event, other].join("\0");
    const known = this.#reports.get(thing) ?? [];
    for (const one of known) outdated.add(one);
    const others = known.filter(({ priority }) => priority !== report.priority);
    this.#reports.set(thing, [report, ...others].sort(compareBelief));
    return thing;
  }

  #keep(row: KnownReport): KnownReport {
    const { event, priority, percent, at_ms, until_ms, observed_at_ms } = row;
    return {
      date: this.#share(row.date),
      train: this.#share(row.train),
      stop: this.#share(row.stop),
      event,
      other: this.#share(row.other),
      source: this.#share(row.source),
      priority,
      percent,
      at_ms,
      until_ms,
      observed_at_ms,
    };
  }

  #share(text: string): string {
    const known = this.#texts.get(text);
    if (known === undefined) this.#texts.set(text, text);
    return known ?? text;
  }
}

function* placeAll(running: RunningDay, reports: readonly KnownReport[]): InTurns<Placement[]> {
  const placements: Placement[] = [];
  for (const report of reports) {
    placements.push(placeReport(running, report));
    yield;
  }
  return placements;
}

/** In order of observation: pieces by themselves, which are merged. */
function* sortReports(placements: readonly Placement[]): InTurns<readonly Placement[]> {
  if (placements.length > AT_ONCE) {
    const half = placements.length >> 1;
    const first = yield* sortReports(placements.slice(0, half));
    return yield* mergeSorted(first, yield* sortReports(placements.slice(half)));
  }
  yield;
  return placements.toSorted(comparePlacements);
}

/** Without what is outdated. */
function* mergeSorted(
  some: readonly Placement[],
  others: readonly Placement[],
  outdated: ReadonlySet<KnownReport> = new Set(),
): InTurns<Placement[]> {
  const merged: Placement[] = [];
  let at = 0;
  for (const piece of splitAtOnce(some)) {
    at = mergePiece(merged, piece, { others, at, outdated });
    yield;
  }
  return merged.concat(others.slice(at));
}

/** A function of its own: a long loop in a generator is slow. Returns how far the others are merged. */
function mergePiece(
  merged: Placement[],
  piece: readonly Placement[],
  {
    others,
    at: from,
    outdated,
  }: {
    readonly others: readonly Placement[];
    readonly at: number;
    readonly outdated: ReadonlySet<KnownReport>;
  },
): number {
  let at = from;
  for (const one of piece) {
    if (outdated.has(one.report)) continue;
    for (let next = others[at]; next !== undefined; next = others[at]) {
      if (comparePlacements(one, next) <= 0) break;
      merged.push(next);
      at++;
    }
    merged.push(one);
  }
  return at;
}

/** Withdrawn ones are believed last. */
function compareBelief(a: KnownReport, b: KnownReport): number {
  return Number(a.at_ms === null) - Number(b.at_ms === null) || b.priority - a.priority;
}

/** By observation; those of one moment in any order that is always the same. */
function comparePlacements({ report: a }: Placement, { report: b }: Placement): number {
  return (
    a.observed_at_ms - b.observed_at_ms ||
    compareTexts(a.date, b.date) ||
    compareTexts(a.train, b.train) ||
    compareTexts(a.stop, b.stop) ||
    compareTexts(a.event, b.event) ||
    compareTexts(a.other, b.other)
  );
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
