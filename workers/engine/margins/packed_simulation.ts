/**
 * A simulated train in one shared buffer: everything that `describe_simulation` prints. A small header, arrays of
 * doubles at aligned offsets, then the characters of the few names. Cached results stay in this form; threads read
 * it without a copy. Equal runs are stored once. Layout (doubles): version, number of reports, which of them is
 * provisional and final, warnings, mrsp pieces, profile pieces, names, step of distribution; per report: points, items, energy,
 * traction, braking, positions, times, speeds, item times; warnings: kinds, begins, ends, wanted, possible, earliest and latest times; mrsp: inner ends,
 * speeds, sources, names; profiles: inner ends, kinds, names; lengths of the names; then UTF-16 code units.
 */
import { assert } from "../result.ts";
import type { AnsweredElectricalProfiles } from "../simulation/electrification.ts";
import type { Report } from "../simulation/report.ts";
import { type AnsweredProfile, FALLBACK_TAG } from "../simulation/speed_limits.ts";
import { DISTRIBUTION_STEPS } from "./kept_run.ts";
import { SCHEDULE_WARNING_KINDS, type ScheduleWarning } from "./margin_ranges.ts";
import type { ScheduledReports } from "./scheduled_run.ts";

const FORMAT_VERSION = 4;
const HEADER = 9;
const REPORT_HEADER = 5;
const NO_NAME = -1;
const NOT_KNOWN = Number.NaN;
/** Source code 1: the train's own tag. */
const GIVEN_TAG = 1;

const WARNING_NUMBERS = [
  "from_mm",
  "to_mm",
  "wanted_s",
  "possible_s",
  "earliest_s",
  "latest_s",
] as const;

/** A train's tag and its fallbacks, which the sources of limits refer to. */
export interface TrainTags {
  readonly tag: string | null;
  readonly fallbacks: readonly string[];
}

export interface SimulationAnswer {
  readonly runs: ScheduledReports;
  readonly mrsp: AnsweredProfile;
  readonly electrical_profiles: AnsweredElectricalProfiles;
}

/** Collects names so that each is stored once. */
class Names {
  readonly list: string[] = [];
  readonly #indices = new Map<string, number>();

  indexOf(name: string | null): number {
    if (name === null) return NO_NAME;
    const known = this.#indices.get(name) ?? this.list.push(name) - 1;
    this.#indices.set(name, known);
    return known;
  }
}

/** Writes an answer into a new shared buffer. */
export function packSimulation(answer: SimulationAnswer, tags: TrainTags): SharedArrayBuffer {
  const { runs, mrsp, electrical_profiles: profiles } = answer;
  const { base, provisional, final, warnings, step } = runs;
  const reports = [...new Set([base, provisional, final])];
  const names = new Names();
  const mrspNames = Array.from(mrsp.sources, (source, i) => {
    if (source === GIVEN_TAG) return names.indexOf(tags.tag);
    return names.indexOf(source === FALLBACK_TAG ? tags.fallbacks[mrsp.fallbacks[i]!]! : null);
  });
  const profileNames = profiles.profiles.map((profile) => names.indexOf(profile));
  const nMrsp = mrsp.speeds_m_s.length;
  const nProfiles = profiles.kinds.length;
  let nDoubles = HEADER + (1 + WARNING_NUMBERS.length) * warnings.length;
  nDoubles += 4 * nMrsp - 1 + 3 * nProfiles - 1 + names.list.length;
  for (const report of reports) {
    nDoubles += REPORT_HEADER + 3 * report.positions_mm.length + report.itemTimes_ms.length;
  }
  const text = names.list.join("");
  const buffer = new SharedArrayBuffer(8 * nDoubles + 8 * Math.ceil(text.length / 4));
  const out = new Writer(new Float64Array(buffer, 0, nDoubles));
  out.add([FORMAT_VERSION, reports.length, reports.indexOf(provisional), reports.indexOf(final)]);
  out.add([warnings.length, nMrsp, nProfiles, names.list.length]);
  out.add([DISTRIBUTION_STEPS.indexOf(step)]);
  for (const report of reports) {
    out.add([report.positions_mm.length, report.itemTimes_ms.length]);
    out.add([report.energy_j, report.traction_j, report.braking_j]);
    out.add(report.positions_mm);
    out.add(report.times_ms);
    out.add(report.speeds_m_s);
    out.add(report.itemTimes_ms);
  }
  out.add(warnings.map(({ kind }) => SCHEDULE_WARNING_KINDS.indexOf(kind)));
  for (const key of WARNING_NUMBERS) out.add(warnings.map((warning) => warning[key] ?? NOT_KNOWN));
  for (const list of [mrsp.boundaries_mm, mrsp.speeds_m_s, mrsp.sources, mrspNames]) out.add(list);
  for (const list of [profiles.boundaries_mm, profiles.kinds, profileNames]) out.add(list);
  out.add(names.list.map((name) => name.length));
  const units = new Uint16Array(buffer, 8 * nDoubles, text.length);
  for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i);
  return buffer;
}

class Writer {
  #at = 0;
  readonly #doubles: Float64Array;

  constructor(doubles: Float64Array) {
    this.#doubles = doubles;
  }

  add(values: ArrayLike<number>): void {
    this.#doubles.set(values, this.#at);
    this.#at += values.length;
  }
}

/** Views of a packed simulation. */
export interface OpenedSimulation extends ScheduledReports {
  readonly mrsp: {
    readonly boundaries_mm: Float64Array;
    readonly speeds_m_s: Float64Array;
    readonly sources: Float64Array;
    readonly tags: readonly (string | null)[];
  };
  readonly electrical_profiles: {
    readonly boundaries_mm: Float64Array;
    readonly kinds: Float64Array;
    readonly profiles: readonly (string | null)[];
  };
}

/** Makes views of a buffer written by `packSimulation`. */
export function openSimulation(buffer: SharedArrayBuffer): OpenedSimulation {
  const doubles = new Float64Array(buffer, 0, Math.floor(buffer.byteLength / 8));
  assert(doubles[0] === FORMAT_VERSION, "a packed simulation of this format version");
  const [, nReports, provisional, final, nWarnings, nMrsp, nProfiles, nNames, step] = doubles;
  let at = HEADER;
  const take = (n: number): Float64Array => doubles.subarray(at, (at += n));
  const reports: Report[] = [];
  for (let r = 0; r < nReports!; r++) {
    const [nPoints, nItems, energy_j, traction_j, braking_j] = take(REPORT_HEADER);
    reports.push({
      positions_mm: take(nPoints!),
      times_ms: take(nPoints!),
      speeds_m_s: take(nPoints!),
      itemTimes_ms: take(nItems!),
      energy_j: energy_j!,
      traction_j: traction_j!,
      braking_j: braking_j!,
    });
  }
  const warnings = readWarnings(nWarnings!, take);
  const mrsp = [take(nMrsp! - 1), take(nMrsp!), take(nMrsp!), take(nMrsp!)] as const;
  const profiles = [take(nProfiles! - 1), take(nProfiles!), take(nProfiles!)] as const;
  const names = readNames(buffer, take(nNames!), 8 * at);
  // `Array.from` takes five times as long here.
  const nameAll = (indices: Float64Array): (string | null)[] => {
    const named: (string | null)[] = [];
    for (const index of indices) named.push(index === NO_NAME ? null : names[index]!);
    return named;
  };
  return {
    base: reports[0]!,
    provisional: reports[provisional!]!,
    final: reports[final!]!,
    warnings,
    step: DISTRIBUTION_STEPS[step!]!,
    mrsp: {
      boundaries_mm: mrsp[0],
      speeds_m_s: mrsp[1],
      sources: mrsp[2],
      tags: nameAll(mrsp[3]),
    },
    electrical_profiles: {
      boundaries_mm: profiles[0],
      kinds: profiles[1],
      profiles: nameAll(profiles[2]),
    },
  };
}

function readWarnings(count: number, take: (n: number) => Float64Array): ScheduleWarning[] {
  const kinds = take(count);
  const begins_mm = take(count);
  const ends_mm = take(count);
  const wanted_s = take(count);
  const possible_s = take(count);
  const earliest_s = take(count);
  const latest_s = take(count);
  return Array.from(kinds, (kind, i) => ({
    kind: SCHEDULE_WARNING_KINDS[kind]!,
    from_mm: begins_mm[i]!,
    to_mm: ends_mm[i]!,
    wanted_s: wanted_s[i]!,
    possible_s: possible_s[i]!,
    ...(Number.isNaN(earliest_s[i]!) ? {} : { earliest_s: earliest_s[i]!, latest_s: latest_s[i]! }),
  }));
}

function readNames(
  buffer: SharedArrayBuffer,
  lengths: Float64Array,
  byteOffset: number,
): readonly string[] {
  let at = byteOffset;
  return Array.from(lengths, (length) => {
    const units = new Uint16Array(buffer, at, length);
    at += 2 * length;
    return String.fromCharCode(...units);
  });
}
