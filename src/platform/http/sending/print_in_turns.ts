/** Prints large values as JSON, a few kilobytes at a time; the texts equal those of JSON.stringify. */
import type { InTurns } from "../../turns.ts";

/** Values printed without a break; eight characters of a text count as one value. */
const PRINTED_AT_A_STRETCH = 2000;
const CHARACTERS_A_VALUE = 8;

/** Prints a value that came from JSON. */
export function* printJson(value: unknown): InTurns<string> {
  if (typeof value !== "object" || value === null || isSmall(value)) return JSON.stringify(value);
  const parts: string[] = [];
  if (Array.isArray(value)) {
    for (const item of value) {
      parts.push(yield* printJson(item));
      yield;
    }
    return `[${parts.join(",")}]`;
  }
  for (const [key, item] of Object.entries(value)) {
    // JSON.stringify omits such a key too
    if (item !== undefined) parts.push(`${JSON.stringify(key)}:${yield* printJson(item)}`);
    yield;
  }
  return `{${parts.join(",")}}`;
}

/** Prints each value. */
export function* printAll(values: readonly unknown[]): InTurns<string[]> {
  const texts: string[] = [];
  for (const value of values) {
    texts.push(yield* printJson(value));
    yield;
  }
  return texts;
}

function isSmall(value: object): boolean {
  return countDown(value, PRINTED_AT_A_STRETCH) >= 0;
}

/** The room left after a value; stops early once it is below zero. */
function countDown(value: unknown, room: number): number {
  if (typeof value === "string") return room - 1 - value.length / CHARACTERS_A_VALUE;
  if (typeof value !== "object" || value === null) return room - 1;
  let left = room - 1;
  for (const item of Array.isArray(value) ? value : Object.values(value)) {
    left = countDown(item, left);
    if (left < 0) return left;
  }
  return left;
}
