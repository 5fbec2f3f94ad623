/** Prints a projected train as the fields of the projection's answer (interface.md 10.3). */
import { jsonAt } from "../infra/infra.ts";
import { SIGNALING_SYSTEMS } from "../infra/layout.ts";
import { ASPECT_LABELS, FLASHING_A } from "../signalling/aspects.ts";
import { systemOf } from "../signalling/signal_chain.ts";
import type { ProjectionPath } from "./projection_path.ts";
import type { SignalUpdates } from "./signal_updates.ts";
import type { SpaceTimeCurves } from "./space_time_curves.ts";

/** ARGB as signed 32-bit integers. */
const GREEN = -16_711_936;
const YELLOW = -256;
const RED = -65_536;
const GREY = -8_355_712;

const COLORS: Readonly<Record<(typeof ASPECT_LABELS)[number], number>> = {
  VL: GREEN,
  A: YELLOW,
  "(A)": YELLOW,
  S: RED,
  C: RED,
  "300VL": GREEN,
  "300(VL)": GREY,
  "270A": GREY,
  "220A": GREY,
  "160A": GREY,
  "080A": GREY,
  "000": GREY,
  RRR: RED,
  OCCUPIED: RED,
};

/** [aspect] the fields that depend on the aspect alone. */
const LOOKS = ASPECT_LABELS.map(
  (label, aspect) =>
    `"color":${COLORS[label]},"blinking":${aspect === FLASHING_A},"aspect_label":"${label}"`,
);

/** Returns the JSON text of the list `space_time_curves`. */
export function printCurves({ start, positions_mm, times_ms }: SpaceTimeCurves): string {
  let text = "";
  for (let c = 0; c + 1 < start.length; c++) {
    const positions = positions_mm.slice(start[c]!, start[c + 1]!);
    const times = times_ms.slice(start[c]!, start[c + 1]!);
    text += `${c === 0 ? "" : ","}{"positions":[${positions.join()}],"times":[${times.join()}]}`;
  }
  return `[${text}]`;
}

/** Returns the JSON text of the list `signal_updates`; each lasts until the signal's next one. */
export function printSignalUpdates(
  { path, signals }: ProjectionPath,
  updates: SignalUpdates,
): string {
  if (signals === null) return "[]";
  const { chain, shownTo_mm } = signals;
  const { infra } = path;
  let text = "";
  let last = -1;
  let before = "";
  let after = "";
  for (let i = 0; i < updates.signals.length; i++) {
    const k = updates.signals[i]!;
    if (k !== last) {
      const name = jsonAt(infra, infra.signalName[infra.logicalSignal[chain.signals[k]!]!]!);
      before = `{"signal_id":${name},"signaling_system":"${SIGNALING_SYSTEMS[systemOf(chain, k)]}"`;
      after = `"position_start":${chain.offsets_mm[k]!},"position_end":${shownTo_mm[k]!}`;
      last = k;
    }
    text +=
      `${i === 0 ? "" : ","}${before},"time_start":${updates.begins_ms[i]!},` +
      `"time_end":${updates.ends_ms[i]!},${after},${LOOKS[updates.aspects[i]!]}}`;
  }
  return `[${text}]`;
}
