/** Documents of the peer that are newer than the forms of the API: what they have more is left out and told. */
import * as v from "valibot";
import { isObject } from "../../../src/railway/scalars.ts";
import type { ExchangeReport } from "../exchange_report.ts";

/** Unknown fields of one object, of which a schema tells one at a time; what has more is faulty. */
const ROUNDS_MAX = 20;

export type Fields = Record<string, unknown>;

export interface NewerPlace {
  /** What kind of thing it is. */
  readonly element: string;
  readonly report: ExchangeReport;
}

/** Takes the fields that a schema does not know away from an object, each told under its name. */
export function dropUnknown(schema: v.GenericSchema, object: unknown, told: NewerPlace): void {
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const { issues = [] } = v.safeParse(schema, object);
    const unknown = issues.filter(
      ({ type, expected }) => type === "strict_object" && expected === "never",
    );
    if (unknown.length === 0) return;
    for (const { path = [] } of unknown) {
      const last = path.at(-1);
      if (!isObject(last?.input)) continue;
      Reflect.deleteProperty(last.input, String(last.key));
      const names = path.map(({ key }) => key).filter((key) => typeof key === "string");
      noteNewer(told, names.join("."));
    }
  }
}

/** The fields of an object that are known, and told of the others. */
export function pickKnown(object: Fields, known: readonly string[], told: NewerPlace): Fields {
  const entries = Object.entries(object);
  for (const [name] of entries) if (!known.includes(name)) noteNewer(told, name);
  return Object.fromEntries(entries.filter(([name]) => known.includes(name)));
}

export function noteNewer({ element, report }: NewerPlace, field: string, count = 1): void {
  const where = { element: `${element}.${field}`.slice(0, 100) };
  const message = "it is not known here, and is left out";
  report.note({ severity: "info", code: "field_left_out", where, message }, count);
}

/** The first fault of an object, in words; null: it has none. */
export function faultOf(schema: v.GenericSchema, object: unknown): string | null {
  const parsed = v.safeParse(schema, object, { abortEarly: true });
  if (parsed.success) return null;
  return `${v.getDotPath(parsed.issues[0]) ?? "it"}: ${parsed.issues[0].message}`;
}
