/**
 * Entry of a worker thread: exports every task under its name in `tasks`, so that the pool runs one
 * with `pool.run(input, { name: "find_paths" })`, and steps back behind the main thread, so that the
 * server keeps answering while all cores compute.
 */
import { setPriority } from "node:os";
import { isMainThread } from "node:worker_threads";
import { tasks } from "./tasks.ts";

/** A tenth of the main thread's share when both want the same core, all of it when only one does. */
const NICENESS = 10;
/** "The calling thread" on Linux; elsewhere it would be the whole process. */
const THIS_THREAD = 0;

if (!isMainThread && process.platform === "linux") setPriority(THIS_THREAD, NICENESS);

export const {
  parse_railjson,
  compile_infra,
  find_paths,
  find_track_path,
  list_track_paths,
  describe_path,
  extract_path_properties,
  simulate_trains,
  describe_simulation,
  detect_conflicts,
  project_trains,
  project_works,
  split_timetable,
  fit_train,
  describe_fit,
  name_waypoints,
  locate_objects,
} = tasks;
