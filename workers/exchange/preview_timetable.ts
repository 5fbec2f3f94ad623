/**
 * What an import of a timetable would bring: the import itself, of which nothing is kept but counts, the period and how
 * places were found in the network. `npm run convert --preview` and the API's preview call it.
 */
import type { Period } from "../../src/railway/days/days.schemas.ts";
import type { TimetableImportFormat } from "../../src/railway/exchange_terms.ts";
import { ok, type Result } from "../engine/result.ts";
import type { ReportRow } from "./exchange_report.ts";
import { scanTimetableFile } from "./read_timetable.ts";
import type { SourceFault } from "./source_fault.ts";
import { type Named, StationCandidates } from "./timetable/station_candidates.ts";
import type { FoundBy, LookTaker } from "./timetable/station_index.ts";
import type { TimetableSource } from "./timetable/timetable_source.ts";

/** Places that are told one by one; those that were not found come first. */
export const PLACES_MAX = 500;

export interface LookedUpPlace {
  /** What the file calls it, cut. */
  readonly name: string;
  /** Of how many places of trains, or of their lists of stops. */
  readonly count: number;
  /** Null: it was not found. */
  readonly found_by: FoundBy | null;
  readonly operational_point: Named | null;
  /** Of one that was not found, or found by where it is. */
  readonly candidates: readonly Named[];
}

export interface TimetablePreview {
  readonly train_schedules: number;
  readonly paced_trains: number;
  /** Of all trains; null: there are none. */
  readonly first_start: string | null;
  readonly last_start: string | null;
  /** Of the file's operating days, if they are kept; null: it tells none. */
  readonly period?: Period | null;
  /** Names of places by how they were found. */
  readonly found: Readonly<Record<FoundBy | "not", number>>;
  readonly places: readonly LookedUpPlace[];
  readonly report: readonly ReportRow[];
}

/** Collects how places are found. */
export class Looks {
  readonly #byName = new Map<string, { count: number; by: FoundBy | null; point: Named | null }>();

  readonly take: LookTaker = (label, found, by) => {
    const name = label.slice(0, 200);
    const known = this.#byName.get(name);
    const point = found === null ? null : { id: found.id, name: found.name };
    if (known === undefined) this.#byName.set(name, { count: 1, by, point });
    else known.count++;
  };

  count(): TimetablePreview["found"] {
    const found = { match: 0, word: 0, place: 0, not: 0 };
    for (const { by } of this.#byName.values()) found[by ?? "not"]++;
    return found;
  }

  list(points: readonly Named[]): readonly LookedUpPlace[] {
    const order = (by: FoundBy | null): number => (by === null ? 0 : by === "place" ? 1 : 2);
    const names = new StationCandidates(points);
    return [...this.#byName]
      .toSorted(([, a], [, b]) => order(a.by) - order(b.by) || b.count - a.count)
      .slice(0, PLACES_MAX)
      .map(([name, { count, by, point }]) => ({
        name,
        count,
        found_by: by,
        operational_point: point,
        candidates: by === null || by === "place" ? names.list(name) : [],
      }));
  }
}

/** `looks` are those of the source's stations; `points` are theirs. */
export function previewTimetable(
  format: TimetableImportFormat,
  source: TimetableSource,
  { looks, points }: { readonly looks: Looks; readonly points: readonly Named[] },
): Result<TimetablePreview, SourceFault> {
  const counts = { train_schedules: 0, paced_trains: 0 };
  let [first, last]: [string | null, string | null] = [null, null];
  const read = scanTimetableFile(format, source, (train) => {
    counts["paced" in train ? "paced_trains" : "train_schedules"]++;
    const { start_time } = train;
    const at_ms = Date.parse(start_time);
    if (first === null || at_ms < Date.parse(first)) first = start_time;
    if (last === null || at_ms > Date.parse(last)) last = start_time;
  });
  if (!read.ok) return read;
  return ok({
    ...counts,
    first_start: first,
    last_start: last,
    ...(source.calendar !== undefined && { period: read.value.found }),
    found: looks.count(),
    places: looks.list(points),
    report: read.value.report,
  });
}
