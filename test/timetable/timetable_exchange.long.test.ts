// Method: the built server in its own process; 10,000 trains streamed from five timetables and from one, its peak memory read from the kernel; a reader that stops, one that leaves, and the largest import.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

it("streams 10,000 trains in the memory of a few, waits for its reader, and stops when it leaves", () => {
  const bench = join(ROOT, "dist/bench/timetable_exchange.js");
  const { status, stdout, stderr } = spawnSync(process.execPath, [bench], {
    cwd: ROOT,
    encoding: "utf8",
  });
  console.log(stdout);
  expect(status, stderr).toBe(0);
});
