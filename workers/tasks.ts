/**
 * The table of tasks that run on worker threads. A caller names a task; input and output types
 * follow from this table. Each task decodes, calls the engine and encodes, nothing more.
 */
import { compileInfra } from "./tasks/compile_infra.ts";
import { describeFit } from "./tasks/describe_fit.ts";
import { describePath } from "./tasks/describe_path.ts";
import { describeSimulation } from "./tasks/describe_simulation.ts";
import { detectConflicts } from "./tasks/detect_conflicts.ts";
import { extractPathProperties } from "./tasks/extract_path_properties.ts";
import { findPaths } from "./tasks/find_paths.ts";
import { findTrackPath } from "./tasks/find_track_path.ts";
import { fitTrain } from "./tasks/fit_train.ts";
import { listTrackPaths } from "./tasks/list_track_paths.ts";
import { locateObjects } from "./tasks/locate_objects.ts";
import { nameWaypoints } from "./tasks/name_waypoints.ts";
import { parseRailjson } from "./tasks/parse_railjson.ts";
import { projectTrains } from "./tasks/project_trains.ts";
import { projectWorks } from "./tasks/project_works.ts";
import { simulateMessages } from "./tasks/simulate_trains.ts";
import { splitTimetable } from "./tasks/split_timetable.ts";

export const tasks = {
  parse_railjson: parseRailjson,
  compile_infra: compileInfra,
  find_paths: findPaths,
  find_track_path: findTrackPath,
  list_track_paths: listTrackPaths,
  describe_path: describePath,
  extract_path_properties: extractPathProperties,
  simulate_trains: simulateMessages,
  describe_simulation: describeSimulation,
  detect_conflicts: detectConflicts,
  project_trains: projectTrains,
  project_works: projectWorks,
  split_timetable: splitTimetable,
  fit_train: fitTrain,
  describe_fit: describeFit,
  name_waypoints: nameWaypoints,
  locate_objects: locateObjects,
} as const;

export type Tasks = typeof tasks;
export type TaskName = keyof Tasks;
export type TaskInput<N extends TaskName> = Parameters<Tasks[N]>[0];
export type TaskOutput<N extends TaskName> = Awaited<ReturnType<Tasks[N]>>;
