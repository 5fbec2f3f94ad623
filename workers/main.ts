/**
 * Entry of a worker thread: exports every task under its name, so that the pool runs one
 * with `pool.run(input, { name: "find_paths" })`, and lowers its priority below the main thread's, so
 * that the server keeps answering while all cores compute.
 */
import { setPriority } from "node:os";
import { isMainThread } from "node:worker_threads";

/** A tenth of the main thread's share when both want the same core, all of it when only one does. */
const NICENESS = 10;
/** "The calling thread" on Linux; elsewhere it would be the whole process. */
const THIS_THREAD = 0;

if (!isMainThread && process.platform === "linux") setPriority(THIS_THREAD, NICENESS);

export * from "./tasks.ts";
