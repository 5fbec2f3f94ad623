/**
 * Every error that the server answers with: one row each, with its status and its `type` (existing
 * front-ends translate the `editoast:` types). Handlers throw only `new AppError(...)`; dispatch
 * turns it into the one error object.
 */

/** Prefix of error types that existing front-ends translate. */
const SERVICE = "editoast";

interface ErrorKind {
  readonly status: number;
  /** `core:` is the front-ends' prefix for errors of the engine. */
  readonly type: `${typeof SERVICE | "core"}:${string}`;
}

function kind(status: number, area_and_variant: string): ErrorKind {
  return { status, type: `${SERVICE}:${area_and_variant}` };
}

export const ERRORS = {
  // request
  RouteNotFound: kind(404, "request:NotFound"),
  MethodNotAllowed: kind(405, "request:MethodNotAllowed"),
  MalformedRequest: kind(400, "request:Malformed"),
  InvalidJson: kind(400, "request:InvalidJson"),
  InvalidBody: kind(422, "request:InvalidBody"),
  InvalidQuery: kind(400, "request:InvalidQuery"),
  InvalidPathParameter: kind(400, "request:InvalidPathParameter"),
  InvalidHeader: kind(400, "request:InvalidHeader"),
  UnsupportedMediaType: kind(415, "request:UnsupportedMediaType"),
  BodyTooLarge: kind(413, "request:BodyTooLarge"),
  BodyTooComplex: kind(413, "request:BodyTooComplex"),
  // of no operation: which one was meant is unknown
  HeadIncomplete: kind(408, "request:HeadIncomplete"),
  BodyIncomplete: kind(408, "request:BodyIncomplete"),
  ExpectationFailed: kind(417, "request:ExpectationFailed"),
  HeadersTooLarge: kind(431, "request:HeadersTooLarge"),
  PreconditionFailed: kind(412, "request:PreconditionFailed"),
  IdempotencyKeyReused: kind(422, "request:IdempotencyKeyReused"),
  TooManyItems: kind(422, "request:TooManyItems"),
  TooManyEventStreams: kind(429, "request:TooManyEventStreams"),
  InvalidPage: kind(400, "pagination:InvalidPage"),
  InvalidPageSize: kind(400, "pagination:InvalidPageSize"),
  // never sent: the status for logs and metrics when the client has left
  ClientLeft: kind(499, "request:ClientLeft"),
  // service
  Internal: kind(500, "InternalError"),
  DatabaseUnavailable: kind(503, "DatabaseUnavailable"),
  StorageFull: kind(503, "StorageFull"),
  Overloaded: kind(503, "Overloaded"),
  DeadlineExceeded: kind(504, "DeadlineExceeded"),
  WorkerCrashed: kind(500, "WorkerCrashed"),
  // access
  Unauthenticated: kind(401, "authz:Unauthenticated"),
  MalformedIdentity: kind(400, "authz:MalformedIdentity"),
  Forbidden: kind(403, "authz:Forbidden"),
  NoSuchUser: kind(404, "authz:NoSuchUser"),
  NoSuchGroup: kind(404, "authz:NoSuchGroup"),
  UnknownApplicationRole: kind(400, "authz:UnknownApplicationRole"),
  UnknownResourceType: kind(404, "authz:UnknownResourceType"),
  UnknownResource: kind(404, "authz:UnknownResource"),
  UnknownSubject: kind(404, "authz:UnknownSubject"),
  UnknownGrant: kind(404, "authz:UnknownGrant"),
  GrantAlreadyExists: kind(409, "authz:GrantAlreadyExists"),
  LastOwner: kind(409, "authz:LastOwner"),
  // infra
  InfraNotFound: kind(404, "infra:NotFound"),
  InfraNotUsable: kind(400, "infra:NotUsable"),
  InfraIsUsed: kind(409, "infra:IsUsed"),
  InfraIsLocked: kind(400, "infra:edition:InfraIsLocked"),
  WrongRailjsonVersion: kind(400, "infra:railjson:WrongRailjsonVersionProvided"),
  UnreadableNetwork: kind(400, "infra:import:Unreadable"),
  UnreadableTimetable: kind(400, "timetable:import:Unreadable"),
  WrongErrorType: kind(400, "infra:errors:WrongErrorTypeProvided"),
  DuplicateObjectIds: kind(400, "infra:objects:DuplicateIdsProvided"),
  ObjectIdNotFound: kind(400, "infra:objects:ObjectIdNotFound"),
  LineNotFound: kind(400, "infra:lines:LineNotFound"),
  // map
  LayerNotFound: kind(404, "layers:LayerNotFound"),
  ViewNotFound: kind(404, "layers:ViewNotFound"),
  SpriteSystemNotFound: kind(404, "sprites:UnknownSignalingSystem"),
  SpriteFileNotFound: kind(404, "sprites:FileNotFound"),
  FontNotFound: kind(404, "fonts:NotFound"),
  AttachedTrackNotFound: kind(404, "attached:TrackNotFound"),
  InvalidAreaLocations: kind(400, "delimited_area:InvalidLocations"),
  OperationEmptyId: kind(400, "operation:EmptyId"),
  OperationObjectNotFound: kind(404, "operation:ObjectNotFound"),
  OperationDuplicateId: kind(409, "cache_operation:DuplicateIdsProvided"),
  OperationModifiesId: kind(400, "operation:ModifyId"),
  OperationInvalidPatch: kind(400, "operation:InvalidPatch"),
  SplitTrackNotFound: kind(404, "infra_cache:ObjectNotFound"),
  SplitBadOffset: kind(400, "infra:edition:SplitTrackSectionBadOffset"),
  // rolling stock
  RollingStockNotFound: kind(404, "rollingstocks:KeyNotFound"),
  RollingStockNameAlreadyUsed: kind(400, "rollingstocks:NameAlreadyUsed"),
  RollingStockBasePowerClassEmpty: kind(400, "rollingstocks:BasePowerClassEmpty"),
  RollingStockIsLocked: kind(409, "rollingstocks:IsLocked"),
  RollingStockIsUsed: kind(409, "rollingstocks:IsUsed"),
  UnreadableStocks: kind(400, "rollingstocks:import:Unreadable"),
  LiveryNotFound: kind(404, "rollingstocks:LiveryNotFound"),
  LiveryMultipartError: kind(400, "rollingstocks:LiveryMultipartError"),
  LiveryImageUnreadable: kind(400, "rollingstocks:CannotReadImage"),
  LiveryNameAlreadyUsed: kind(409, "rollingstocks:LiveryNameAlreadyUsed"),
  RollingStockCollectionNotFound: kind(404, "rolling_stock_collection:NotFound"),
  RollingStockCollectionIsDefault: kind(409, "rolling_stock_collection:IsDefault"),
  RollingStockCollectionNotEmpty: kind(409, "rolling_stock_collection:NotEmpty"),
  TowedRollingStockNotFound: kind(404, "towedrollingstocks:IdNotFound"),
  TowedRollingStockNameAlreadyUsed: kind(400, "towedrollingstocks:NameAlreadyUsed"),
  TowedRollingStockIsLocked: kind(409, "towedrollingstocks:IsLocked"),
  ValidationError: kind(400, "ValidationError"),
  // operational studies
  ProjectNotFound: kind(404, "project:NotFound"),
  ProjectImageNotFound: kind(400, "project:ImageNotFound"),
  StudyNotFound: kind(404, "study:NotFound"),
  StudyStartDateAfterEndDate: kind(400, "study:StartDateAfterEndDate"),
  ScenarioNotFound: kind(404, "scenario:NotFound"),
  ScenarioInfraNotFound: kind(404, "scenario:InfraNotFound"),
  ScenarioTimetableNotFound: kind(404, "scenario:TimetableNotFound"),
  ScenarioTimetableAlreadyUsed: kind(409, "scenario:TimetableAlreadyUsed"),
  DocumentNotFound: kind(404, "document:NotFound"),
  // electrical profiles
  ElectricalProfileSetNotFound: kind(404, "electrical_profiles:NotFound"),
  ElectricalProfileSetIsUsed: kind(409, "electrical_profiles:IsUsed"),
  // timetables and trains
  TimetableNotFound: kind(404, "timetable:NotFound"),
  TimetableIsUsed: kind(409, "timetable:IsUsed"),
  TimetableInfraNotFound: kind(404, "timetable:InfraNotFound"),
  OpenDayNotFound: kind(404, "timetable:OpenDayNotFound"),
  DayIsOpen: kind(409, "timetable:DayIsOpen"),
  OutdatedProposal: kind(409, "timetable:OutdatedProposal"),
  TimetableTooManyConflicts: kind(400, "timetable:TooManyConflicts"),
  NoPeriod: kind(400, "timetable:NoPeriod"),
  DateOutsidePeriod: kind(400, "timetable:DateOutsidePeriod"),
  TrainNotOnDate: kind(404, "timetable:TrainNotOnDate"),
  TrainsLoseDays: kind(409, "timetable:TrainsLoseDays"),
  DayListNotFound: kind(404, "timetable:DayListNotFound"),
  DayListCodeAlreadyUsed: kind(409, "timetable:DayListCodeAlreadyUsed"),
  DayListCodeImmutable: kind(400, "timetable:DayListCodeImmutable"),
  DayListIsUsed: kind(409, "timetable:DayListIsUsed"),
  TrainChangeNotFound: kind(404, "timetable:ChangeNotFound"),
  TrainScheduleNotFound: kind(404, "train_schedule:NotFound"),
  TrainScheduleBatchNotFound: kind(404, "train_schedule:BatchTrainScheduleNotFound"),
  TrainScheduleInfraNotFound: kind(404, "train_schedule:InfraNotFound"),
  TrainScheduleTimetableImmutable: kind(400, "train_schedule:TimetableImmutable"),
  PacedTrainNotFound: kind(404, "paced_train:NotFound"),
  PacedTrainBatchNotFound: kind(404, "paced_train:BatchNotFound"),
  PacedTrainExceptionNotFound: kind(404, "paced_train:ExceptionNotFound"),
  PacedTrainInfraNotFound: kind(404, "paced_train:InfraNotFound"),
  PacedTrainTimetableImmutable: kind(400, "paced_train:TimetableImmutable"),
  SubCategoryNotFound: kind(404, "sub_category:NotFound"),
  SubCategoryCodeAlreadyUsed: kind(409, "sub_category:CodeAlreadyUsed"),
  SubCategoryCodeImmutable: kind(400, "sub_category:CodeImmutable"),
  SubCategoryIsUsed: kind(409, "sub_category:IsUsed"),
  // short term path requests
  StdcmInfraNotFound: kind(400, "stdcm_v2:InfraNotFound"),
  StdcmTimetableNotFound: kind(404, "stdcm_v2:TimetableNotFound"),
  StdcmRollingStockNotFound: kind(400, "stdcm_v2:RollingStockNotFound"),
  StdcmInvalidPathItems: kind(400, "stdcm_v2:InvalidPathItems"),
  StdcmMissingLastStop: { status: 400, type: "core:missing_last_stdcm_stop" },
  StdcmTimingWithoutStop: { status: 400, type: "core:invalid_stdcm_step_with_timing_data" },
  StdcmInvalidInputs: { status: 400, type: "core:invalid_stdcm_inputs" },
  // works and temporary speed limits
  WorkScheduleGroupNotFound: kind(404, "work_schedule:GroupNotFound"),
  WorkScheduleGroupIsUsed: kind(409, "work_schedule:IsUsed"),
  WorkScheduleNameAlreadyUsed: kind(400, "work_schedule:NameAlreadyUsed"),
  TemporarySpeedLimitGroupNotFound: kind(404, "temporary_speed_limit:GroupNotFound"),
  TemporarySpeedLimitGroupIsUsed: kind(409, "temporary_speed_limit:IsUsed"),
  TemporarySpeedLimitNameAlreadyUsed: kind(400, "temporary_speed_limit:NameAlreadyUsed"),
  // paths
  PathfindingInfraNotFound: kind(404, "pathfinding:InfraNotFound"),
  InvalidNumberOfPaths: kind(400, "infra:pathfinding:InvalidNumberOfPaths"),
  StartingTrackLocationNotFound: kind(400, "infra:pathfinding:StartingTrackLocationNotFound"),
  EndingTrackLocationNotFound: kind(400, "infra:pathfinding:EndingTrackLocationNotFound"),
  PathPropertiesInvalidPath: kind(400, "path_properties:InvalidPath"),
  PathPropertiesTrackNotFound: kind(400, "path_properties:TrackNotFound"),
  ProjectionInvalidAxis: kind(400, "projection:InvalidAxis"),
  ProjectionInvalidPath: kind(400, "projection:InvalidPath"),
  // search
  SearchObjectType: kind(400, "search:ObjectType"),
  SearchEngineError: kind(400, "search:SearchEngineError"),
} as const satisfies Record<string, ErrorKind>;

export type ErrorName = keyof typeof ERRORS;

/** One fault of a body, located by JSON pointer. */
export interface BodyFault {
  readonly path: string;
  readonly reason: string;
}

/** The body of every answer that is not a success. */
export interface ErrorBody {
  readonly status: number;
  readonly type: string;
  readonly context: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** The only error that handlers throw. `context` holds details that a client can act on. */
export class AppError extends Error {
  readonly error_name: ErrorName;
  readonly context: Readonly<Record<string, unknown>>;
  /** Headers that belong to the error, such as `Allow` or `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    error_name: ErrorName,
    message: string,
    context: Readonly<Record<string, unknown>> = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.error_name = error_name;
    this.context = context;
    this.headers = headers;
  }

  get status(): number {
    return ERRORS[this.error_name].status;
  }

  body(): ErrorBody {
    const { status, type } = ERRORS[this.error_name];
    return { status, type, context: this.context, message: this.message };
  }
}
