/**
 * Signals, and where routes meet them (engine.md 1.12). Settings and parameters are strict flag
 * maps: an unknown key, a missing key or any value other than "true" and "false" is a fault.
 */
import { toMilli } from "../../units.ts";
import { findChunk } from "../find_chunk.ts";
import { DELIMITER, DISTANT, JAUNE_CLI, NF, NONE, SIGNALING_SYSTEMS } from "../layout.ts";
import type { Draft, DraftTables } from "./draft.ts";
import type { InfraFaultKind } from "./faults.ts";
import type { RailjsonLogicalSignal, RailjsonSignal } from "./railjson_input.ts";

interface SystemRules {
  readonly settings: Readonly<Record<string, number>>;
  readonly parameters: Readonly<Record<string, number>>;
}

const TVM_RULES: SystemRules = { settings: { Nf: NF }, parameters: {} };

/** Flags of each system, in the order of SIGNALING_SYSTEMS. */
const RULES: readonly SystemRules[] = [
  { settings: { Nf: NF }, parameters: { jaune_cli: JAUNE_CLI } },
  { settings: { Nf: NF, distant: DISTANT }, parameters: {} },
  TVM_RULES,
  TVM_RULES,
];

/** Returns the row of each signal, or NONE if it shows nothing to trains. */
export function compileSignals(
  draft: Draft,
  signals: readonly RailjsonSignal[],
): readonly number[] {
  const { tables, faults } = draft;
  const names = new Set<string>();
  const rows = signals.map((signal) => {
    const row = tables.signalName.length;
    if (names.has(signal.id)) {
      faults.add("duplicate_id", "Signal", signal.id, "another signal has this id");
    } else addSignal(draft, signal);
    names.add(signal.id);
    return tables.signalName.length === row ? NONE : row;
  });
  tables.signalFirstLogical.push(tables.logicalSignal.length);
  tables.logicalNextStart.push(tables.logicalNext.length);
  tables.logicalConditionStart.push(tables.conditionRoute.length);
  return rows;
}

/** A signal without logical signals shows nothing to trains and is skipped. */
function addSignal(draft: Draft, signal: RailjsonSignal): void {
  const logicalSignals = signal.logical_signals ?? [];
  if (logicalSignals.length === 0 || !placeSignal(draft, signal)) return;
  for (const logical of logicalSignals) addLogicalSignal(draft, signal.id, logical);
}

/** A signal on a chunk boundary belongs to the chunk before it in its direction of travel. */
function placeSignal(draft: Draft, signal: RailjsonSignal): boolean {
  const { tables, faults } = draft;
  const track = draft.trackOf.get(signal.track);
  if (track === undefined) {
    faults.add("unknown_reference", "Signal", signal.id, `no track section ${signal.track}`);
    return false;
  }
  const position_mm = toMilli(signal.position);
  const direction = signal.direction === "START_TO_STOP" ? 0 : 1;
  const chunk = findChunk(tables, track, position_mm, direction);
  if (position_mm < 0 || position_mm > tables.trackLength_mm[track]! || chunk < 0) {
    faults.add("out_of_range", "Signal", signal.id, `position ${signal.position} is off its track`);
    return false;
  }
  const fromStart_mm = position_mm - tables.chunkOffset_mm[chunk]!;
  tables.signalName.push(draft.strings.intern(signal.id));
  tables.signalChunk.push(chunk * 2 + direction);
  tables.signalChunkOffset_mm.push(
    direction === 0 ? fromStart_mm : tables.chunkLength_mm[chunk]! - fromStart_mm,
  );
  tables.signalSight_mm.push(toMilli(signal.sight_distance));
  tables.signalFirstLogical.push(tables.logicalSignal.length);
  return true;
}

function addLogicalSignal(draft: Draft, id: string, logical: RailjsonLogicalSignal): void {
  const { tables, faults } = draft;
  const fault = findSignalFault(logical);
  if (fault !== undefined) faults.add(fault.kind, "Signal", id, fault.detail);
  const { system, settings } = resolveSystem(logical);
  const rules = RULES[system];
  if (rules === undefined) return;
  let { flags } = parseFlags(settings, rules.settings);
  flags |= parseFlags(logical.default_parameters, rules.parameters).flags;
  if (system !== 1 || (flags & DISTANT) === 0) flags |= DELIMITER;
  tables.logicalSignal.push(tables.signalName.length - 1);
  tables.logicalSystem.push(system);
  tables.logicalFlags.push(flags);
  tables.logicalNextStart.push(tables.logicalNext.length);
  for (const name of logical.next_signaling_systems) {
    tables.logicalNext.push(nextSystem(logical, name));
  }
  tables.logicalConditionStart.push(tables.conditionRoute.length);
  for (const { on_route, parameters } of logical.conditional_parameters) {
    const route = draft.routeOf.get(on_route);
    if (route === undefined) {
      faults.add("unknown_reference", "Signal", id, `no route ${on_route}`);
      continue;
    }
    tables.conditionRoute.push(route);
    tables.conditionFlags.push(parseFlags(parameters, rules.parameters).flags);
  }
}

/** What makes it useless by itself, whatever else is in the network. */
export function findSignalFault(
  logical: RailjsonLogicalSignal,
): { readonly kind: InfraFaultKind; readonly detail: string } | undefined {
  const { system, settings } = resolveSystem(logical);
  const rules = RULES[system];
  const unknown =
    rules === undefined
      ? logical.signaling_system
      : logical.next_signaling_systems.find((name) => nextSystem(logical, name) < 0);
  if (rules === undefined || unknown !== undefined) {
    return { kind: "unknown_signaling_system", detail: `no signaling system ${unknown}` };
  }
  const parameters = [
    logical.default_parameters,
    ...logical.conditional_parameters.map((condition) => condition.parameters),
  ];
  const detail =
    parseFlags(settings, rules.settings).fault ??
    parameters.map((values) => parseFlags(values, rules.parameters).fault).find(Boolean);
  return detail === undefined ? undefined : { kind: "invalid_signal_setting", detail };
}

function nextSystem(logical: RailjsonLogicalSignal, name: string): number {
  const is_own = name === "TVM" && logical.signaling_system === "TVM";
  return is_own ? resolveSystem(logical).system : systemIndex(name);
}

function systemIndex(name: string): number {
  return (SIGNALING_SYSTEMS as readonly string[]).indexOf(name); // any text may be asked for
}

/** Later networks write TVM with a setting `is_430`, which selects one of the two systems. */
function resolveSystem(logical: RailjsonLogicalSignal): {
  system: number;
  settings: Readonly<Record<string, string>>;
} {
  if (logical.signaling_system !== "TVM") {
    return { system: systemIndex(logical.signaling_system), settings: logical.settings };
  }
  const { is_430: is430, ...settings } = logical.settings;
  return { system: systemIndex(is430 === "true" ? "TVM430" : "TVM300"), settings };
}

function parseFlags(
  values: Readonly<Record<string, string>>,
  keys: Readonly<Record<string, number>>,
): { flags: number; fault?: string } {
  let flags = 0;
  for (const [key, value] of Object.entries(values)) {
    if (!Object.hasOwn(keys, key)) return { flags, fault: `unknown key ${key}` };
    if (value !== "true" && value !== "false")
      return { flags, fault: `${key} is neither true nor false` };
    if (value === "true") flags |= keys[key]!;
  }
  for (const key of Object.keys(keys)) {
    if (!Object.hasOwn(values, key)) return { flags, fault: `missing key ${key}` };
  }
  return { flags };
}

/** Lists the signals that each zone path meets. */
export function placeSignalsOnZonePaths({ tables }: Draft): void {
  const { signalStart, signals } = groupByChunk(tables);
  const { zonePathChunkStart, zonePathChunks, zonePathExit, signalChunkOffset_mm } = tables;
  const { zonePathSignalStart, zonePathSignals, zonePathSignalOffset_mm } = tables;
  const { chunkLength_mm, chunkTrack, detectorTrack, trackFirstChunk } = tables;
  for (let zonePath = 0; zonePath < zonePathExit.length; zonePath++) {
    zonePathSignalStart.push(zonePathSignals.length);
    let chunkStart_mm = 0;
    let lastTrack = -1;
    for (let k = zonePathChunkStart[zonePath]!; k < zonePathChunkStart[zonePath + 1]!; k++) {
      const chunk = zonePathChunks[k]!;
      for (let i = signalStart[chunk]!; i < signalStart[chunk + 1]!; i++) {
        const offset_mm = chunkStart_mm + signalChunkOffset_mm[signals[i]!]!;
        if (offset_mm === 0) continue;
        zonePathSignals.push(signals[i]!);
        zonePathSignalOffset_mm.push(offset_mm);
      }
      chunkStart_mm += chunkLength_mm[chunk >>> 1]!;
      lastTrack = chunkTrack[chunk >>> 1]!;
    }
    const exit = zonePathExit[zonePath]!;
    const exitTrack = detectorTrack[exit >>> 1]!;
    if (exitTrack === lastTrack) continue;
    // The exit is at the very start of the next track: signals there belong to this zone path.
    const first = trackFirstChunk[exitTrack]!;
    const last = trackFirstChunk[exitTrack + 1]! - 1;
    const beyond = (exit & 1) === 0 ? first * 2 : last * 2 + 1;
    for (let i = signalStart[beyond]!; i < signalStart[beyond + 1]!; i++) {
      if (signalChunkOffset_mm[signals[i]!] !== 0) break;
      zonePathSignals.push(signals[i]!);
      zonePathSignalOffset_mm.push(chunkStart_mm);
    }
  }
  zonePathSignalStart.push(zonePathSignals.length);
}

interface ChunkSignals {
  /** [2 * nChunks + 1] start into `signals`. */
  readonly signalStart: Uint32Array;
  /** By offset, then index. */
  readonly signals: Uint32Array;
}

function groupByChunk({
  signalChunk,
  signalChunkOffset_mm,
  chunkTrack,
}: DraftTables): ChunkSignals {
  const next = new Uint32Array(2 * chunkTrack.length + 1);
  for (let i = 0; i < signalChunk.length; i++) next[signalChunk[i]! + 1]!++;
  for (let chunk = 1; chunk < next.length; chunk++) next[chunk]! += next[chunk - 1]!;
  const signalStart = next.slice();
  const signals = new Uint32Array(signalChunk.length);
  for (let i = 0; i < signalChunk.length; i++) signals[next[signalChunk[i]!]!++] = i;
  for (let chunk = 0; chunk + 1 < signalStart.length; chunk++) {
    const first = signalStart[chunk]!;
    const end = signalStart[chunk + 1]!;
    if (end - first < 2) continue;
    signals
      .subarray(first, end)
      .sort((a, b) => signalChunkOffset_mm[a]! - signalChunkOffset_mm[b]! || a - b);
  }
  return { signalStart, signals };
}
