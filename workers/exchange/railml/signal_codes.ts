/**
 * What a signal shows, as its `ruleCode` in railML: the system, then settings and parameters that differ by signal, as
 * `BAL Nf=true jaune_cli=false next=BAPR,TVM300`; of several systems with ` + ` between them.
 */
import { COMPLETED_SYSTEMS } from "../../../src/railway/exchange_terms.ts";
import type { LogicalSignal } from "../network/rail_plan.ts";

const SETTINGS: readonly string[] = ["Nf", "distant"];
const PARAMETERS: readonly string[] = ["jaune_cli"];
const SYSTEMS: readonly string[] = COMPLETED_SYSTEMS;

/** Null: a code can't hold it. */
export function printRuleCode(logical_signals: readonly LogicalSignal[]): string | null {
  const codes = logical_signals.map(printSystem);
  return codes.length === 0 || codes.includes(null) ? null : codes.join(" + ");
}

function printSystem(signal: LogicalSignal): string | null {
  const { signaling_system, next_signaling_systems, settings, default_parameters } = signal;
  const flags = [
    ...listFlags(settings, SETTINGS),
    ...listFlags(default_parameters, PARAMETERS),
    ...(next_signaling_systems.length === 0 ? [] : [`next=${next_signaling_systems.join(",")}`]),
  ];
  const names = [signaling_system, ...next_signaling_systems];
  const is_known =
    flags.every((flag) => flag !== null) && names.every((one) => SYSTEMS.includes(one));
  return is_known ? [signaling_system, ...flags].join(" ") : null;
}

function listFlags(
  values: Readonly<Record<string, string>>,
  names: readonly string[],
): (string | null)[] {
  return Object.entries(values).map(([name, value]) =>
    names.includes(name) && isFlag(value) ? `${name}=${value}` : null,
  );
}

function isFlag(value: string): boolean {
  return value === "true" || value === "false";
}

/** Null: it is another program's code. */
export function readRuleCode(code: string): readonly LogicalSignal[] | null {
  const signals = code.split(" + ").map(readSystem);
  const known = signals.filter((one) => one !== null);
  return known.length === signals.length ? known : null;
}

function readSystem(code: string): LogicalSignal | null {
  const [system = "", ...flags] = code.split(" ");
  if (!SYSTEMS.includes(system)) return null;
  const values = flags.map((flag) => flag.split("=") as [string, string?]);
  const pick = (names: readonly string[]): Record<string, string> =>
    Object.fromEntries(
      values.flatMap(([name, value]) =>
        names.includes(name) && value !== undefined && isFlag(value) ? [[name, value]] : [],
      ),
    );
  const [, next = ""] = values.find(([name]) => name === "next") ?? [];
  return {
    signaling_system: system,
    next_signaling_systems: next.split(",").filter((one) => SYSTEMS.includes(one)),
    settings: pick(SETTINGS),
    default_parameters: pick(PARAMETERS),
    conditional_parameters: [],
  };
}
