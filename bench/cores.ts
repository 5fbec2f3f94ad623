/**
 * Halves of the machine: what is measured runs on one, what asks it on the other, as on two machines.
 * Processes and threads started later inherit the half of who starts them. Linux with `taskset`; elsewhere
 * both share all cores, and the bench says so.
 */
import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";

export type Half = "server" | "load";

/** Moves this process, with all its threads, to a half of the cores. */
export function moveTo(half: Half): void {
  const last = availableCores - 1;
  const middle = availableCores >> 1;
  const cores = half === "server" ? `0-${middle - 1}` : `${middle}-${last}`;
  const is_moved =
    middle > 0 && spawnSync("taskset", ["-acp", cores, String(process.pid)]).status === 0;
  console.log(is_moved ? `${half} on cores ${cores}` : `${half} on all cores, shared`);
}

/** Counted once: later it would only be the half. */
const availableCores = availableParallelism();
