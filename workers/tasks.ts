/**
 * The tasks that run on worker threads, one line each: a caller names one, and the input and output
 * types follow. Each task decodes, calls the engine and encodes, nothing more.
 */

export { checkChanges as check_changes } from "./tasks/check_changes.ts";
export { checkPlaces as check_places } from "./tasks/check_places.ts";
export {
  changeInfra as change_infra,
  compileInfra as compile_infra,
} from "./tasks/compile_infra.ts";
export { cutTile as cut_tile } from "./tasks/cut_tile.ts";
export { describeFit as describe_fit } from "./tasks/describe_fit.ts";
export { describePath as describe_path } from "./tasks/describe_path.ts";
export { describeSimulation as describe_simulation } from "./tasks/describe_simulation.ts";
export { drawGroup as draw_group } from "./tasks/draw_group.ts";
export { drawLayer as draw_layer } from "./tasks/draw_layer.ts";
export { editNetwork as edit_network } from "./tasks/edit_network.ts";
export { exportNetworkFile as export_network } from "./tasks/export_network.ts";
export { exportStockFile as export_stocks } from "./tasks/export_stocks.ts";
export { exportTimetableFile as export_timetable } from "./tasks/export_timetable.ts";
export { extractPathProperties as extract_path_properties } from "./tasks/extract_path_properties.ts";
export { findContentChange as find_change } from "./tasks/find_change.ts";
export { findLimits as find_limits } from "./tasks/find_limits.ts";
export { findMessages as find_paths } from "./tasks/find_paths.ts";
export { findTrackPath as find_track_path } from "./tasks/find_track_path.ts";
export { fitTrain as fit_train } from "./tasks/fit_train.ts";
export { importNetwork as import_network } from "./tasks/import_network.ts";
export { importStocks as import_stocks } from "./tasks/import_stocks.ts";
export { importTimetableFile as import_timetable } from "./tasks/import_timetable.ts";
export { keepConflicts as keep_conflicts } from "./tasks/keep_conflicts.ts";
export { listConflicts as list_conflicts } from "./tasks/list_conflicts.ts";
export { listHolds as list_holds } from "./tasks/list_holds.ts";
export { listObstacles as list_obstacles } from "./tasks/list_obstacles.ts";
export { listOtherWays as list_other_ways } from "./tasks/list_other_ways.ts";
export { listStationTracks as list_station_tracks } from "./tasks/list_station_tracks.ts";
export { listTrackPaths as list_track_paths } from "./tasks/list_track_paths.ts";
export { locateHeldZones as locate_held_zones } from "./tasks/locate_held_zones.ts";
export { locateObjects as locate_objects } from "./tasks/locate_objects.ts";
export { locateTrains as locate_trains } from "./tasks/locate_trains.ts";
export { locateZones as locate_zones } from "./tasks/locate_zones.ts";
export {
  describePoints as describe_points,
  measureAxis as measure_axis,
} from "./tasks/measure_axis.ts";
export { nameWaypoints as name_waypoints } from "./tasks/name_waypoints.ts";
export { takeObjects as take_objects } from "./tasks/network_copies.ts";
export { findMet as find_met, openResolution as open_resolution } from "./tasks/open_resolution.ts";
export { parseRailjson as parse_railjson } from "./tasks/parse_railjson.ts";
export { placeTracks as place_tracks } from "./tasks/place_tracks.ts";
export { planResolution as plan_resolution } from "./tasks/plan_resolution.ts";
export { projectStations as project_stations } from "./tasks/project_stations.ts";
export { projectTrains as project_trains } from "./tasks/project_trains.ts";
export { projectWorks as project_works } from "./tasks/project_works.ts";
export { readNetwork as read_network } from "./tasks/read_network.ts";
export { readOperations as read_operations } from "./tasks/read_operations.ts";
export {
  examineResolution as examine_resolution,
  searchResolution as search_resolution,
} from "./tasks/search_resolution.ts";
export { simulateMessages as simulate_trains } from "./tasks/simulate_trains.ts";
export { splitTimetable as split_timetable } from "./tasks/split_timetable.ts";
export { tabulateTaken as tabulate_taken } from "./tasks/tabulate_taken.ts";
export { tryChanges as try_changes } from "./tasks/try_changes.ts";
export { updateOccupancy as update_occupancy } from "./tasks/update_occupancy.ts";

type Tasks = typeof import("./tasks.ts");
export type TaskName = keyof Tasks;
export type TaskInput<N extends TaskName> = Parameters<Tasks[N]>[0];
export type TaskOutput<N extends TaskName> = Awaited<ReturnType<Tasks[N]>>;
