/** Prints what is lost while servers and the database die and hang: a part of `npm run figures`. */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FAULT_NAMES, runFaults } from "./run_faults.ts";

const ROUNDS = 3;

const folder = mkdtempSync(join(tmpdir(), "marey-faults-"));
// The database may run as another account.
chmodSync(folder, 0o755);
try {
  const kinds = FAULT_NAMES.filter((name) => name !== "the disk is full");
  const faults = Array.from({ length: ROUNDS }, () => kinds).flat();
  const options = { data_dir: join(folder, "postgres"), seed: 1, disk: null };
  const { done, refused, unknown, wrong } = await runFaults({ ...options, faults });
  for (const one of wrong) console.log(one);
  console.log(
    `${faults.length} faults: ${done} done, ${refused} refused, ${unknown} unknown, ${wrong.length} wrong`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
