/**
 * The tasks that run on worker threads, one line each: a caller names one, and the input and output
 * types follow. Each task decodes, calls the engine and encodes, nothing more.
 */

export {
  compareLists as compare_lists,
  subtractLists as subtract_lists,
} from "./tasks/conflicts/compare_lists.ts";
export { foldConflicts as fold_conflicts } from "./tasks/conflicts/fold_conflicts.ts";
export {
  compareDates as compare_dates,
  joinDates as join_dates,
  listFirstDays as list_first_days,
  listMade as list_made,
  printSolved as print_solved,
} from "./tasks/conflicts/join_dates.ts";
export { keepConflicts as keep_conflicts } from "./tasks/conflicts/keep_conflicts.ts";
export { listConflicts as list_conflicts } from "./tasks/conflicts/list_conflicts.ts";
export { listFolded as list_folded } from "./tasks/conflicts/list_folded.ts";
export { listObstacles as list_obstacles } from "./tasks/conflicts/list_obstacles.ts";
export { tryChanges as try_changes } from "./tasks/conflicts/try_changes.ts";
export { updateFolded as update_folded } from "./tasks/conflicts/update_folded.ts";
export { updateOccupancy as update_occupancy } from "./tasks/conflicts/update_occupancy.ts";
export { encodeAnswer as encode_answer } from "./tasks/exchange/encode_answer.ts";
export {
  encodeParquetEnd as encode_parquet_end,
  encodeParquetRows as encode_parquet_rows,
} from "./tasks/exchange/encode_parquet.ts";
export { encodeRunPoints as encode_run_points } from "./tasks/exchange/encode_points.ts";
export { exportNetworkFile as export_network } from "./tasks/exchange/export_network.ts";
export { exportStockFile as export_stocks } from "./tasks/exchange/export_stocks.ts";
export { exportTimetableFile as export_timetable } from "./tasks/exchange/export_timetable.ts";
export {
  importNetwork as import_network,
  previewNetworkFile as preview_network,
} from "./tasks/exchange/import_network.ts";
export { importStocks as import_stocks } from "./tasks/exchange/import_stocks.ts";
export {
  importTimetableFile as import_timetable,
  previewTimetableFile as preview_timetable,
} from "./tasks/exchange/import_timetable.ts";
export { splitTimetable as split_timetable } from "./tasks/exchange/split_timetable.ts";
export { cutTile as cut_tile } from "./tasks/map/cut_tile.ts";
export { drawGroup as draw_group } from "./tasks/map/draw_group.ts";
export { drawLayer as draw_layer } from "./tasks/map/draw_layer.ts";
export { checkPlaces as check_places } from "./tasks/network/check_places.ts";
export {
  changeInfra as change_infra,
  compileInfra as compile_infra,
} from "./tasks/network/compile_infra.ts";
export { editNetwork as edit_network } from "./tasks/network/edit_network.ts";
export { findContentChange as find_change } from "./tasks/network/find_change.ts";
export { locateObjects as locate_objects } from "./tasks/network/locate_objects.ts";
export { takeObjects as take_objects } from "./tasks/network/network_copies.ts";
export { parseRailjson as parse_railjson } from "./tasks/network/parse_railjson.ts";
export { readNetwork as read_network } from "./tasks/network/read_network.ts";
export { readOperations as read_operations } from "./tasks/network/read_operations.ts";
export { drawWays as draw_ways } from "./tasks/operation/draw_ways.ts";
export { findClosedZones as find_closed_zones } from "./tasks/operation/find_closed_zones.ts";
export { printForecast as forecast_day } from "./tasks/operation/forecast_day.ts";
export { printMoves as forecast_moves } from "./tasks/operation/forecast_moves.ts";
export { listTrips as list_trips } from "./tasks/operation/list_trips.ts";
export { printRealtime as print_realtime } from "./tasks/operation/print_realtime.ts";
export { printRobustness as print_robustness } from "./tasks/operation/print_robustness.ts";
export { printProposals as propose_decisions } from "./tasks/operation/propose_decisions.ts";
export { tabulateRuns as tabulate_runs } from "./tasks/operation/tabulate_runs.ts";
export { tryPart as try_days } from "./tasks/operation/try_days.ts";
export { describePath as describe_path } from "./tasks/path/describe_path.ts";
export { extractPathProperties as extract_path_properties } from "./tasks/path/extract_path_properties.ts";
export { findMessages as find_paths } from "./tasks/path/find_paths.ts";
export { findTrackPath as find_track_path } from "./tasks/path/find_track_path.ts";
export { listLinePoints as list_line_points } from "./tasks/path/list_line_points.ts";
export { listOtherWays as list_other_ways } from "./tasks/path/list_other_ways.ts";
export { listStationTracks as list_station_tracks } from "./tasks/path/list_station_tracks.ts";
export { listTrackPaths as list_track_paths } from "./tasks/path/list_track_paths.ts";
export { nameWaypoints as name_waypoints } from "./tasks/path/name_waypoints.ts";
export { locateHeldZones as locate_held_zones } from "./tasks/projection/locate_held_zones.ts";
export { locateTrains as locate_trains } from "./tasks/projection/locate_trains.ts";
export { locateZones as locate_zones } from "./tasks/projection/locate_zones.ts";
export {
  describePoints as describe_points,
  measureAxis as measure_axis,
} from "./tasks/projection/measure_axis.ts";
export { placeTracks as place_tracks } from "./tasks/projection/place_tracks.ts";
export { projectStations as project_stations } from "./tasks/projection/project_stations.ts";
export { projectTrains as project_trains } from "./tasks/projection/project_trains.ts";
export { projectWorks as project_works } from "./tasks/projection/project_works.ts";
export { checkChanges as check_changes } from "./tasks/resolution/check_changes.ts";
export {
  findMet as find_met,
  openResolution as open_resolution,
} from "./tasks/resolution/open_resolution.ts";
export { planResolution as plan_resolution } from "./tasks/resolution/plan_resolution.ts";
export {
  examineResolution as examine_resolution,
  searchResolution as search_resolution,
} from "./tasks/resolution/search_resolution.ts";
export { describeSimulation as describe_simulation } from "./tasks/simulation/describe_simulation.ts";
export { findLimits as find_limits } from "./tasks/simulation/find_limits.ts";
export { listHolds as list_holds } from "./tasks/simulation/list_holds.ts";
export { simulateMessages as simulate_trains } from "./tasks/simulation/simulate_trains.ts";
export { describeFit as describe_fit } from "./tasks/stdcm/describe_fit.ts";
export { fitTrain as fit_train } from "./tasks/stdcm/fit_train.ts";
export { tabulateTaken as tabulate_taken } from "./tasks/stdcm/tabulate_taken.ts";

type Tasks = typeof import("./tasks.ts");
export type TaskName = keyof Tasks;
export type TaskInput<N extends TaskName> = Parameters<Tasks[N]>[0];
export type TaskOutput<N extends TaskName> = Awaited<ReturnType<Tasks[N]>>;
