/**
 * The server's errors in the reader's language: which text belongs to which error type. Several
 * types that ask the same of a planner share one text.
 */
import { TOOL_TEXTS } from "../tool_texts.ts";

type Refused = Exclude<keyof typeof TOOL_TEXTS.refused, "detail">;

/** Types without their common prefix. Those about rights and a busy server use the first view's texts. */
const REFUSED: Readonly<Record<string, Refused>> = {
  "editoast:InternalError": "bug",
  "editoast:WorkerCrashed": "bug",
  "editoast:StorageFull": "storage",
  "editoast:DeadlineExceeded": "too_long",
  "editoast:ValidationError": "values",
  "editoast:request:NotFound": "request",
  "editoast:request:MethodNotAllowed": "request",
  "editoast:request:Malformed": "request",
  "editoast:request:InvalidJson": "request",
  "editoast:request:InvalidBody": "values",
  "editoast:request:InvalidQuery": "request",
  "editoast:request:InvalidPathParameter": "request",
  "editoast:request:InvalidHeader": "request",
  "editoast:request:UnsupportedMediaType": "request",
  "editoast:request:ExpectationFailed": "request",
  "editoast:request:HeadersTooLarge": "request",
  "editoast:request:IdempotencyKeyReused": "request",
  "editoast:request:HeadIncomplete": "incomplete",
  "editoast:request:BodyIncomplete": "incomplete",
  "editoast:request:BodyTooLarge": "too_large",
  "editoast:request:BodyTooComplex": "too_large",
  "editoast:request:TooManyItems": "too_large",
  "editoast:request:PreconditionFailed": "changed",
  "editoast:request:TooManyEventStreams": "streams",
  "editoast:pagination:InvalidPage": "request",
  "editoast:pagination:InvalidPageSize": "request",
  "editoast:search:ObjectType": "request",
  "editoast:search:SearchEngineError": "request",
  "editoast:authz:UnknownResourceType": "request",
  "editoast:authz:UnknownResource": "record_gone",
  "editoast:authz:UnknownSubject": "subject_gone",
  "editoast:authz:UnknownGrant": "grant_gone",
  "editoast:authz:GrantAlreadyExists": "has_grant",
  "editoast:authz:LastOwner": "last_owner",
  "editoast:timetable:NoPeriod": "request",
  "editoast:timetable:DateOutsidePeriod": "request",
  "editoast:timetable:TrainNotOnDate": "request",
  "editoast:timetable:OpenDayNotFound": "record_gone",
  "editoast:timetable:DayIsOpen": "changed",
  "editoast:timetable:OutdatedProposal": "changed",
  "editoast:timetable:TrainsLoseDays": "lose_days",
  "editoast:infra:NotFound": "network_gone",
  "editoast:infra:NotUsable": "network_faulty",
  "editoast:infra:IsUsed": "network_used",
  "editoast:infra:edition:InfraIsLocked": "network_locked",
  "editoast:infra:edition:SplitTrackSectionBadOffset": "edit_refused",
  "editoast:infra:errors:WrongErrorTypeProvided": "request",
  "editoast:delimited_area:InvalidLocations": "request",
  "editoast:infra:import:Unreadable": "unreadable",
  "editoast:infra:lines:LineNotFound": "object_gone",
  "editoast:infra:objects:DuplicateIdsProvided": "request",
  "editoast:infra:objects:ObjectIdNotFound": "object_gone",
  "editoast:infra:pathfinding:EndingTrackLocationNotFound": "object_gone",
  "editoast:infra:pathfinding:InvalidNumberOfPaths": "request",
  "editoast:infra:pathfinding:StartingTrackLocationNotFound": "object_gone",
  "editoast:infra:railjson:WrongRailjsonVersionProvided": "other_version",
  "editoast:infra_cache:ObjectNotFound": "object_gone",
  "editoast:attached:TrackNotFound": "object_gone",
  "editoast:operation:ObjectNotFound": "object_gone",
  "editoast:operation:EmptyId": "edit_refused",
  "editoast:operation:ModifyId": "edit_refused",
  "editoast:operation:InvalidPatch": "edit_refused",
  "editoast:cache_operation:DuplicateIdsProvided": "object_known",
  "editoast:layers:LayerNotFound": "request",
  "editoast:layers:ViewNotFound": "request",
  "editoast:electrical_profiles:NotFound": "profiles_gone",
  "editoast:work_schedule:GroupNotFound": "works_gone",
  "editoast:work_schedule:NameAlreadyUsed": "name_used",
  "editoast:temporary_speed_limit:GroupNotFound": "limits_gone",
  "editoast:temporary_speed_limit:NameAlreadyUsed": "name_used",
  "editoast:timetable:import:Unreadable": "unreadable",
  "editoast:timetable:NotFound": "timetable_gone",
  "editoast:timetable:IsUsed": "timetable_in_use",
  "editoast:timetable:InfraNotFound": "network_gone",
  "editoast:timetable:TooManyConflicts": "too_many_conflicts",
  "editoast:timetable:ChangeNotFound": "change_gone",
  "editoast:train_schedule:NotFound": "train_gone",
  "editoast:train_schedule:BatchTrainScheduleNotFound": "train_gone",
  "editoast:train_schedule:InfraNotFound": "network_gone",
  "editoast:train_schedule:TimetableImmutable": "train_moved",
  "editoast:paced_train:NotFound": "train_gone",
  "editoast:paced_train:BatchNotFound": "train_gone",
  "editoast:paced_train:ExceptionNotFound": "exception_gone",
  "editoast:paced_train:InfraNotFound": "network_gone",
  "editoast:paced_train:TimetableImmutable": "train_moved",
  "editoast:pathfinding:InfraNotFound": "network_gone",
  "editoast:path_properties:InvalidPath": "network_gone",
  "editoast:path_properties:TrackNotFound": "object_gone",
  "editoast:projection:InvalidAxis": "object_gone",
  "editoast:projection:InvalidPath": "object_gone",
  "editoast:rollingstocks:KeyNotFound": "stock_gone",
  "editoast:rollingstocks:NameAlreadyUsed": "name_used",
  "editoast:rollingstocks:BasePowerClassEmpty": "no_power_class",
  "editoast:rollingstocks:IsLocked": "stock_locked",
  "editoast:rollingstocks:import:Unreadable": "unreadable",
  "editoast:rollingstocks:CannotReadImage": "picture_unreadable",
  "editoast:rollingstocks:LiveryMultipartError": "request",
  "editoast:rollingstocks:LiveryNameAlreadyUsed": "name_used",
  "editoast:rollingstocks:LiveryNotFound": "image_gone",
  "editoast:rolling_stock_collection:NotFound": "record_gone",
  "editoast:project:NotFound": "project_gone",
  "editoast:project:ImageNotFound": "image_gone",
  "editoast:study:NotFound": "project_gone",
  "editoast:study:StartDateAfterEndDate": "study_dates",
  "editoast:scenario:NotFound": "project_gone",
  "editoast:scenario:InfraNotFound": "network_gone",
  "editoast:scenario:TimetableNotFound": "timetable_gone",
  "editoast:scenario:TimetableAlreadyUsed": "timetable_used",
  "editoast:stdcm_v2:InfraNotFound": "network_gone",
  "editoast:stdcm_v2:TimetableNotFound": "timetable_gone",
  "editoast:stdcm_v2:RollingStockNotFound": "stock_unknown",
  "editoast:stdcm_v2:InvalidPathItems": "places",
  "core:missing_last_stdcm_stop": "last_stop",
  "core:invalid_stdcm_step_with_timing_data": "time_without_stop",
  "core:invalid_stdcm_inputs": "inputs",
};

/** Types that the page words by their status, before it knows which error it is. */
export const TOLD_BY_STATUS: ReadonlySet<string> = new Set([
  "editoast:authz:Unauthenticated",
  "editoast:authz:MalformedIdentity",
  "editoast:authz:Forbidden",
  "editoast:DatabaseUnavailable",
  "editoast:Overloaded",
]);

/** Faults of a start that leads away from a train's operating days. */
const FROM_DAY = /\/days\/day_offset: |after its operating day$/;

/** Null: the page has no text of its own. */
export function tellError({
  type,
  message,
}: {
  readonly type: string;
  readonly message: string;
}): string | null {
  if (FROM_DAY.test(message)) {
    return TOOL_TEXTS.refused.detail(TOOL_TEXTS.variant.too_early, message);
  }
  const told = Object.hasOwn(REFUSED, type) ? REFUSED[type] : undefined;
  return told === undefined ? null : TOOL_TEXTS.refused.detail(TOOL_TEXTS.refused[told], message);
}

/** Why a train has no run, by the names in answers about paths and simulations. */
const NO_RUN: Readonly<Record<string, keyof typeof TOOL_TEXTS.no_run>> = {
  not_enough_path_items: "two_places",
  invalid_path_items: "unknown_place",
  rolling_stock_not_found: "unknown_stock",
  not_found_in_tracks: "no_tracks",
  not_found_in_routes: "no_routes",
  not_found_in_blocks: "no_signals",
  incompatible_constraints: "unfit",
  pathfinding_input_error: "unknown_place",
  pathfinding_not_found: "no_way",
  internal_error: "server",
  "core:pathfinding_timeout": "search_too_long",
  "core:no_route_for_path": "no_routes",
  "core:path_with_repeated_tracks": "twice",
  "core:inconsistent_path_items": "unknown_place",
  "core:invalid_waypoint_location": "unknown_place",
  "core:unknown_operational_point": "unknown_place",
  "core:unknown_track_section": "network",
  "core:missing_signal_on_route_transition": "network",
  "core:sig_schema_field_error": "network",
  "core:unknown_aspect": "network",
  "core:impossible_simulation": "too_weak",
  "core:impossible_braking": "no_brakes",
  "core:zero_length_path": "no_length",
  "core:stop_beyond_path": "stop_beyond",
  "core:no_signal_after_stop": "no_signal",
  "core:simulation_too_long": "too_long",
  "core:not_enough_stdcm_steps": "two_places",
};

/** A name that the page does not know is shown as it is. */
export function tellNoRun(name: string): string {
  const told = Object.hasOwn(NO_RUN, name) ? NO_RUN[name] : undefined;
  return told === undefined
    ? name.replace("core:", "").replaceAll("_", " ")
    : TOOL_TEXTS.no_run[told];
}
