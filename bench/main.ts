/**
 * `npm run bench [name…]`: runs the benches one after the other, each in a process of its own, so that
 * none sees the garbage of another. Without a name all of them. `npm run bench -- against <commit>` holds the
 * engine beside that of another commit.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { benchAgainst } from "./against.ts";

const BENCHES = [
  "path",
  "simulation",
  "stdcm",
  "stdcm_http",
  "point_read",
  "access",
  "search",
  "http",
  "large_network",
  "editing",
  "tiles",
  "year",
  "year_kept",
  "year_requests",
  "national_import",
  "timetable_scale",
  "tables",
  "what_if",
  "resolution",
  "robustness",
  "operation",
  "timetable_exchange",
  "overload",
  "event_loop",
  "page",
  "events",
  "shared_work",
  "shared_start",
  "tracing",
];

const asked = process.argv.slice(2);
if (asked[0] === "against") {
  await benchAgainst(asked[1] ?? "HEAD");
  process.exit();
}
const unknown = asked.filter((name) => !BENCHES.includes(name));
if (unknown.length > 0) {
  console.error(`no bench '${unknown.join("', '")}'; there are ${BENCHES.join(", ")}`);
  process.exit(1);
}
for (const name of asked.length > 0 ? asked : BENCHES) {
  console.log(`\n${name}`);
  const file = join(import.meta.dirname, `${name}.js`);
  const { status } = spawnSync(process.execPath, [file], { stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
