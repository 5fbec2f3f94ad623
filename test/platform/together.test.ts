// Method: promises that settle in another order than they are listed in.
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { together } from "../../src/platform/together.ts";

async function fail(message: string, after: Promise<unknown>): Promise<never> {
  await after;
  throw new Error(message);
}

describe("things that are done at the same time", () => {
  it("give their values in order", async () => {
    const first = wait(5, "first");
    expect(await together([first, Promise.resolve(2)])).toEqual(["first", 2]);
  });

  it("fail with the first one's error, when all have ended", async () => {
    const last = wait(5).then(() => ended.push("last"));
    const ended: string[] = [];
    const all = together([fail("first", wait(2)), fail("second", Promise.resolve()), last]);
    await expect(all).rejects.toThrow("first");
    expect(ended).toEqual(["last"]);
  });
});
