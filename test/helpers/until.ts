/** Waits for what a test is sure will come, at most as long as the machine's pace allows. */
import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import { scaled } from "./pace.ts";

const WAIT_MS = 30_000;

export async function until(condition: () => boolean): Promise<void> {
  const end_ms = performance.now() + scaled(WAIT_MS);
  while (!condition() && performance.now() < end_ms) await wait(5);
  expect(condition()).toBe(true);
}
