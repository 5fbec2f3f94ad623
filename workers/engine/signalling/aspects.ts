/**
 * Aspects of signals, and how a signal's aspect follows from that of the next one (engine.md 1.13).
 * The rules of all pairs of systems are tabulated once, so that evaluating a signal is one look-up;
 * the rules themselves stay readable functions below.
 */
import { DISTANT, JAUNE_CLI, NF } from "../infra/layout.ts";

/** Labels of the aspects; an aspect is an index into them. */
export const ASPECT_LABELS = [
  "VL",
  "A",
  "(A)",
  "S",
  "C",
  "300VL",
  "300(VL)",
  "270A",
  "220A",
  "160A",
  "080A",
  "000",
  "RRR",
  "OCCUPIED",
] as const;

export const VL = 0;
const A = 1;
export const FLASHING_A = 2;
const S = 3;
const C = 4;
export const TVM_300VL = 5;
const TVM_300_VL = 6;
const TVM_270A = 7;
const TVM_000 = 11;
const TVM_RRR = 12;
const TVM_OCCUPIED = 13;
/** In place of the next aspect: nothing is known beyond the signal. */
export const NO_ASPECT = 14;
/** In place of an aspect: the rules have no answer. */
const UNKNOWN_ASPECT = 254;
export const ASPECT_NOT_IN_SCHEMA = 255;
/** The smaller of the two codes above. */
export const FIRST_ASPECT_FAULT = UNKNOWN_ASPECT;

/** State of what a signal protects; a signal inside a block protects nothing. */
export const CLEAR = 0;
export const OCCUPIED = 1;
export const INCOMPATIBLE = 2;
export const NOTHING = 3;

/** Indices into SIGNALING_SYSTEMS. */
const BAL = 0;
const BAPR = 1;
export const TVM300 = 2;

const SYSTEM_COUNT = 4;
const FLAGS = NF | DISTANT | JAUNE_CLI;
const PROTECTION_COUNT = 4;
const NEXT_ASPECT_COUNT = 16;
const DRIVER_SIZE = PROTECTION_COUNT * NEXT_ASPECT_COUNT;

/** [driver + protection * 16 + next aspect] aspect or fault code; `driver` is given by `driverOf`. */
export const ASPECT_TABLE = tabulate();

/** Offset of a signal's rules: its system, the system of the next signal, its effective flags. */
export function driverOf(system: number, nextSystem: number, flags: number): number {
  return ((system * SYSTEM_COUNT + nextSystem) * (FLAGS + 1) + (flags & FLAGS)) * DRIVER_SIZE;
}

/** The aspect without any restriction. */
export function clearestAspect(system: number): number {
  return system < TVM300 ? VL : TVM_300VL;
}

/** Speeds in km/h above which a TVM aspect constrains a train, from 270A to OCCUPIED. */
const TVM_LIMITS_KM_H = [315, 285, 235, 170, 80, 0, 0];

/** [aspect] speed in mm/s above which it constrains a train; Infinity = never, -1 = always. */
export const UNCONSTRAINED_MM_S = Float64Array.from(ASPECT_LABELS, (label, aspect) => {
  if (label.includes("VL")) return Infinity;
  if (aspect < TVM_270A) return -1;
  return Math.floor((TVM_LIMITS_KM_H[aspect - TVM_270A]! / 3.6) * 1000 + 0.5);
});

function tabulate(): Uint8Array {
  const table = new Uint8Array(SYSTEM_COUNT * SYSTEM_COUNT * (FLAGS + 1) * DRIVER_SIZE);
  for (let own = 0; own < SYSTEM_COUNT; own++) {
    for (let next = 0; next < SYSTEM_COUNT; next++) {
      for (let flags = 0; flags <= FLAGS; flags++) {
        const driver = driverOf(own, next, flags);
        for (let protection = 0; protection < PROTECTION_COUNT; protection++) {
          for (let aspect = 0; aspect <= NO_ASPECT; aspect++) {
            const at = driver + protection * NEXT_ASPECT_COUNT + aspect;
            const rules = { next, flags, protection };
            if (own === BAL) table[at] = showBal(rules, aspect);
            else if (own === BAPR) table[at] = showBapr(rules, aspect);
            else table[at] = showTvm(own, rules, aspect);
          }
        }
      }
    }
  }
  return table;
}

interface Rules {
  readonly next: number;
  readonly flags: number;
  readonly protection: number;
}

function showBal({ next, flags, protection }: Rules, aspect: number): number {
  if (protection === NOTHING) return UNKNOWN_ASPECT;
  if (protection === OCCUPIED) return S;
  if (next === BAL) {
    if (protection === INCOMPATIBLE) return (flags & NF) !== 0 ? C : S;
    if (aspect === NO_ASPECT || aspect === S || aspect === C) return A;
    if (aspect === A) return (flags & JAUNE_CLI) !== 0 ? FLASHING_A : VL;
    return aspect === VL || aspect === FLASHING_A ? VL : UNKNOWN_ASPECT;
  }
  if (protection === INCOMPATIBLE) return C;
  if (next === BAPR) {
    if (aspect === S || aspect === C) return A;
    return aspect === VL || aspect === A ? VL : UNKNOWN_ASPECT;
  }
  if (aspect < TVM_300VL || aspect === NO_ASPECT) return UNKNOWN_ASPECT;
  if (aspect === TVM_OCCUPIED) return C;
  if (aspect === TVM_RRR) return A;
  return aspect === TVM_000 && next !== TVM300 ? A : VL;
}

function showBapr({ next, flags, protection }: Rules, aspect: number): number {
  if (next >= TVM300) return VL;
  const isStop = aspect === S || aspect === C;
  if (next === BAL) {
    if (isStop) return A;
    return aspect <= FLASHING_A ? VL : UNKNOWN_ASPECT;
  }
  if ((flags & DISTANT) !== 0) {
    if (isStop || aspect === NO_ASPECT) return A;
    return aspect === VL || aspect === A ? VL : UNKNOWN_ASPECT;
  }
  if (protection === NOTHING) return UNKNOWN_ASPECT;
  if (protection === CLEAR) return VL;
  return protection === OCCUPIED ? S : C;
}

function showTvm(own: number, { next, protection }: Rules, aspect: number): number {
  if (next === BAPR) return own === TVM300 ? ASPECT_NOT_IN_SCHEMA : TVM_300VL;
  if (protection === NOTHING) return UNKNOWN_ASPECT;
  if (protection !== CLEAR) return TVM_OCCUPIED;
  if (aspect === NO_ASPECT) return TVM_000;
  if (next === BAL) {
    if (aspect === VL || aspect === A) return TVM_300VL;
    return aspect === S || aspect === C ? TVM_000 : UNKNOWN_ASPECT;
  }
  if (aspect < TVM_300VL) return UNKNOWN_ASPECT;
  // Without RRR, the step of 0 km/h comes directly before the occupied block.
  if (aspect === TVM_OCCUPIED) return own === TVM300 && next === TVM300 ? TVM_RRR : TVM_000;
  if (aspect <= TVM_300_VL) return TVM_300VL;
  return aspect - 1;
}
