/**
 * Entry of a worker thread: exports every task under its name, so that the pool can call
 * `pool.run(input, { name: "find_paths" })`. Also lowers the thread's priority below the main
 * thread's, so that the server keeps answering while all cores compute.
 */
import { setPriority } from "node:os";
import { isMainThread } from "node:worker_threads";

/** Gives a tenth of the main thread's share if both want the same core, else all of it. */
const NICENESS = 10;
/** "The calling thread" on Linux; elsewhere it would be the whole process. */
const THIS_THREAD = 0;

if (!isMainThread && process.platform === "linux") setPriority(THIS_THREAD, NICENESS);

export * from "./tasks.ts";
