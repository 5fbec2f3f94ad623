/** JSON texts of large values, a few kilobytes at a time; the same texts as JSON.stringify's. */
import type { InTurns } from "../turns.ts";

/** Values printed without a break; eight characters of text count as a value. */
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
    // a key without a value is left out, as JSON.stringify does
    if (item !== undefined) parts.push(`${JSON.stringify(key)}:${yield* printJson(item)}`);
    yield;
  }
  return `{${parts.join(",")}}`;
}

/** Prints each of many. */
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

/** The room left after a value; below zero as soon as there is none. */
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
