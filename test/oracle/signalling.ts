/**
 * Oracle for engine.md 1.13: aspects as strings, one signal at a time, the whole list of blocks each
 * time. Independent of the tables of the engine.
 */
import { type Block, isDelimiter } from "./blocks.ts";
import type { Logical, Route, ZonePath } from "./network.ts";

export type Protection = "clear" | "occupied" | "incompatible" | "nothing";

/** A case for which the page says "error", by the name of the reference's error. */
export class SignalError extends Error {
  readonly kind: "unknown_aspect" | "sig_schema_field_error";
  constructor(kind: SignalError["kind"]) {
    super(kind);
    this.kind = kind;
  }
}

export interface Setting {
  readonly own: string;
  readonly next: string;
  readonly nf: boolean;
  readonly distant: boolean;
  readonly jauneCli: boolean;
}

const CASCADE: Readonly<Record<string, string>> = {
  "300VL": "300VL",
  "300(VL)": "300VL",
  "270A": "300(VL)",
  "220A": "270A",
  "160A": "220A",
  "080A": "160A",
  "000": "080A",
  RRR: "000",
};

function choose(ahead: string | null, cases: Readonly<Record<string, string>>): string {
  const found = cases[ahead ?? "none"];
  if (found === undefined) throw new SignalError("unknown_aspect");
  return found;
}

/** What a signal shows; `ahead` is the aspect of the next signal, null = none. */
export function aspectOf(setting: Setting, protection: Protection, ahead: string | null): string {
  const { own, next } = setting;
  if (own === "BAL") return balAspect(setting, protection, ahead);
  if (own === "BAPR") return baprAspect(setting, protection, ahead);
  if (next === "BAPR") {
    if (own === "TVM300") throw new SignalError("sig_schema_field_error");
    return "300VL";
  }
  if (protection === "nothing") throw new SignalError("unknown_aspect");
  if (protection !== "clear") return "OCCUPIED";
  if (next === "BAL") {
    return choose(ahead, { none: "000", VL: "300VL", A: "300VL", S: "000", C: "000" });
  }
  const last = own === "TVM300" && next === "TVM300" ? "RRR" : "000";
  return choose(ahead, { none: "000", ...CASCADE, OCCUPIED: last });
}

function balAspect(
  { next, nf, jauneCli }: Setting,
  protection: Protection,
  ahead: string | null,
): string {
  if (protection === "nothing") throw new SignalError("unknown_aspect");
  if (protection === "occupied") return "S";
  if (protection === "incompatible") return next === "BAL" && !nf ? "S" : "C";
  switch (next) {
    case "BAL": {
      const beforeCaution = jauneCli ? "(A)" : "VL";
      return choose(ahead, { none: "A", VL: "VL", "(A)": "VL", A: beforeCaution, S: "A", C: "A" });
    }
    case "BAPR":
      return choose(ahead, { VL: "VL", A: "VL", S: "A", C: "A" });
    default: {
      const clear: Record<string, string> = { RRR: "A", OCCUPIED: "C" };
      for (const one of ["300VL", "300(VL)", "270A", "220A", "160A", "080A"]) clear[one] = "VL";
      clear["000"] = next === "TVM300" ? "VL" : "A";
      return choose(ahead, clear);
    }
  }
}

function baprAspect(
  { next, distant }: Setting,
  protection: Protection,
  ahead: string | null,
): string {
  if (next === "TVM300" || next === "TVM430") return "VL";
  if (next === "BAL") return choose(ahead, { VL: "VL", "(A)": "VL", A: "VL", S: "A", C: "A" });
  if (distant) return choose(ahead, { none: "A", VL: "VL", A: "VL", S: "A", C: "A" });
  if (protection === "nothing") throw new SignalError("unknown_aspect");
  return { incompatible: "C", occupied: "S", clear: "VL" }[protection];
}

/** Whether an aspect slows a train of speed v (mm/s). */
export function constrains(system: string, aspect: string, v: number): boolean {
  if (system === "BAL" || system === "BAPR") return aspect !== "VL";
  if (aspect.includes("VL")) return false;
  const km_h =
    { "270A": 315, "220A": 285, "160A": 235, "080A": 170 }[aspect] ?? (aspect === "000" ? 80 : 0);
  return v > Math.round((km_h * 1e6) / 3600);
}

export interface Shown {
  readonly logical: Logical;
  readonly aspect: string;
}

export interface Situation {
  readonly blocks: readonly Block[];
  readonly routes: readonly Route[];
  readonly stateOf: (zonePath: ZonePath, blockIndex: number, zoneIndex: number) => Protection;
  readonly stateAfter: Protection;
  readonly aspectAfter?: string;
}

/** `evaluate` of the page: signals from the last to the first. */
export function evaluate({ blocks, routes, stateOf, stateAfter, aspectAfter }: Situation): Shown[] {
  const shown: Shown[] = [];
  let ahead = aspectAfter ?? null;
  let next: Logical | null = null;
  const add = (logical: Logical, protection: Protection): void => {
    const { source } = logical;
    const conditional = source.conditional_parameters.find(({ on_route }) =>
      routes.some(({ id }) => id === on_route),
    );
    const parameters = conditional?.parameters ?? source.default_parameters;
    const setting: Setting = {
      own: source.signaling_system,
      next: (next ?? logical).source.signaling_system,
      nf: source.settings["Nf"] === "true",
      distant: !isDelimiter(logical),
      jauneCli: parameters["jaune_cli"] === "true",
    };
    ahead = aspectOf(setting, protection, ahead);
    next = logical;
    shown.push({ logical, aspect: ahead });
  };
  const last = blocks.at(-1)!;
  if (!last.stopsAtBufferStop) add(last.signals.at(-1)!, stateAfter);
  for (let b = blocks.length - 1; b >= 0; b--) {
    const block = blocks[b]!;
    const first = block.startsAtBufferStop ? 0 : 1;
    const end = block.stopsAtBufferStop ? block.signals.length : block.signals.length - 1;
    for (let k = end - 1; k >= first; k--) add(block.signals[k]!, "nothing");
    if (block.startsAtBufferStop) continue;
    const states = block.zonePaths.map((zonePath, i) => stateOf(zonePath, b, i));
    const worst = (["incompatible", "occupied"] as const).find((one) => states.includes(one));
    add(block.signals[0]!, worst ?? "clear");
  }
  return shown;
}
