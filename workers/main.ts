/**
 * Entry of a worker thread: exports every task under its name in `tasks`, so that the pool runs one
 * with `pool.run(input, { name: "find_paths" })`. Nothing else happens here.
 */
import { tasks } from "./tasks.ts";

export const {
  parse_railjson,
  compile_infra,
  find_paths,
  describe_path,
  extract_path_properties,
  simulate_trains,
  describe_simulation,
} = tasks;
