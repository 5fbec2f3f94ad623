// Method: the built server in its own process, a large generated network, /health probed from a thread of the bench.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

it("imports, compiles and finds a path on 100,000 track sections while /health keeps answering", () => {
  const bench = join(ROOT, "dist/bench/large_network.js");
  const { status, stdout, stderr } = spawnSync(process.execPath, [bench], {
    cwd: ROOT,
    encoding: "utf8",
  });
  console.log(stdout);
  expect(status, stderr).toBe(0);
});
