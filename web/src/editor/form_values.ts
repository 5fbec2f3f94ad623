/** What a form of a schema begins with, and how its texts become values. Pure. */
import type { Json, JsonObject } from "./edits/patch.ts";

/** As much of JSON Schema as the API document uses for objects of a network. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: Json;
  readonly enum?: readonly Json[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
}

export function kindOf({ type = "object" }: Schema): string {
  return typeof type === "string" ? type : (type.find((one) => one !== "null") ?? "null");
}

export function isNullable({ type }: Schema): boolean {
  return Array.isArray(type) && type.includes("null");
}

/** The least that the schema allows. */
export function firstValue(schema: Schema): Json {
  if (schema.const !== undefined) return schema.const;
  const [first] = schema.enum ?? [];
  if (first !== undefined) return first;
  switch (kindOf(schema)) {
    case "array":
      return Array.from({ length: schema.minItems ?? 0 }, () => firstValue(schema.items ?? {}));
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => schema.required?.includes(name) === true)
          .map(([name, one]) => [name, firstValue(one)]),
      );
    case "number":
    case "integer":
      return firstNumber(schema);
    case "boolean":
      return false;
    default:
      return "";
  }
}

function firstNumber({ minimum, exclusiveMinimum }: Schema): number {
  if (exclusiveMinimum !== undefined) return exclusiveMinimum + 1;
  return Math.max(0, minimum ?? 0);
}

/** Fields that are stored in m/s, and told in km/h. */
const SPEEDS = new Set(["speed_limit", "speed_limit_by_tag"]);

/** How many units of the form one stored unit is. */
export function scaleOf(name: string): number {
  return SPEEDS.has(name) ? 3.6 : 1;
}

/** To three digits of the form's unit: 22.222222 m/s is 80 km/h. */
export function printNumber(value: number, scale: number): string {
  return String(scale === 1 ? value : Number((value * scale).toFixed(3)));
}

/** The typed text as a stored number; null: the schema allows no such number. */
export function readNumber(schema: Schema, text: string, scale = 1): number | null {
  const value = text.trim() === "" ? Number.NaN : Number(text.trim().replace(",", ".")) / scale;
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity } = schema;
  const is_whole = kindOf(schema) !== "integer" || Number.isInteger(value);
  const is_within = value >= minimum && value <= maximum && value > exclusiveMinimum;
  return is_whole && is_within ? value : null;
}

/** An object with another value under a name; absent: without it. */
export function withValue(object: JsonObject, name: string, value: Json | undefined): JsonObject {
  if (name in object && value !== undefined) return { ...object, [name]: value };
  const { [name]: _gone, ...others } = object;
  return value === undefined ? others : { ...others, [name]: value };
}

/** Another name for an entry, in its place. */
export function withName(object: JsonObject, before: string, after: string): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name === before ? after : name, value]),
  );
}
