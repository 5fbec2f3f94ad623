/** Rules of train schedules (interface.md 8.2; specification, "Timetable and train schedule"). */
import { type Json, MISSING_ID, prune, type ValidationRule, validTrain } from "./valid_forms.ts";

/** The rule holds for a creation, an import and, unless `only` says so, for a replacement. */
function trainRules(
  title: string,
  { change, path, only }: { change: Json; path: string; only?: "post" },
): ValidationRule[] {
  const creation: ValidationRule = {
    title: `train creation: ${title}`,
    request: {
      method: "POST",
      path: "/timetable/{timetable}/train_schedules",
      body: [validTrain(change)],
    },
    status: 422,
    type: "request:InvalidBody",
    context: { path: `/0${path}` },
  };
  const imported: ValidationRule = {
    title: `train import: ${title}`,
    request: {
      method: "POST",
      path: "/timetable/{timetable}/import",
      body: { version: 1, train_schedules: [validTrain(), validTrain(change)] },
    },
    status: 422,
    type: "request:InvalidBody",
    context: { path: `/train_schedules/1${path}` },
  };
  if (only === "post") return [creation, imported];
  const replacement: ValidationRule = {
    title: `train replacement: ${title}`,
    request: { method: "PUT", path: "/train_schedule/{train}", body: validTrain(change) },
    status: 422,
    type: "request:InvalidBody",
    context: { path },
  };
  return [creation, imported, replacement];
}

const ROUTE = validTrain()["path"] as Json[];

function waypoint(change: Json): Json {
  return { path: [prune({ ...ROUTE[0], ...change }), ...ROUTE.slice(1)] };
}

function point(change: Json): Json {
  return { schedule: [prune({ at: "b", stop_for: "PT1M", ...change })] };
}

const REQUIRED_TRAIN_FIELDS = [
  "train_name",
  "rolling_stock_name",
  "start_time",
  "path",
  "constraint_distribution",
];

export const TRAIN_RULES: readonly ValidationRule[] = [
  ...REQUIRED_TRAIN_FIELDS.flatMap((field) =>
    trainRules(`${field} is required`, { change: { [field]: undefined }, path: `/${field}` }),
  ),
  ...trainRules("train_name is a string", { change: { train_name: 1 }, path: "/train_name" }),
  ...trainRules("rolling_stock_name is a string", {
    change: { rolling_stock_name: null },
    path: "/rolling_stock_name",
  }),
  ...trainRules("texts hold no NUL", { change: { train_name: "a\0b" }, path: "/train_name" }),
  ...trainRules("labels are strings", { change: { labels: [1] }, path: "/labels/0" }),
  ...trainRules("labels is an array", { change: { labels: "am" }, path: "/labels" }),
  ...trainRules("speed_limit_tag is not blank", {
    change: { speed_limit_tag: "" },
    path: "/speed_limit_tag",
  }),
  ...trainRules("start_time has a zone", {
    change: { start_time: "2024-05-22T08:00:00" },
    path: "/start_time",
  }),
  ...trainRules("start_time is a datetime", {
    change: { start_time: "yesterday" },
    path: "/start_time",
  }),
  ...trainRules("start_time is a day that exists", {
    change: { start_time: "2024-02-30T08:00:00Z" },
    path: "/start_time",
  }),
  ...trainRules("start_time is a string", { change: { start_time: 0 }, path: "/start_time" }),
  ...trainRules("path is not empty", { change: { path: [], schedule: [] }, path: "/path" }),
  ...trainRules("path is an array", { change: { path: {} }, path: "/path" }),
  ...trainRules("a waypoint has an id", {
    change: waypoint({ id: undefined }),
    path: "/path/0/id",
  }),
  ...trainRules("a waypoint's id is not blank", {
    change: waypoint({ id: "" }),
    path: "/path/0/id",
  }),
  ...trainRules("waypoint ids are unique", {
    change: { path: [...ROUTE, { id: "a", trigram: "X" }] },
    path: "/path/3/id",
  }),
  ...trainRules("a waypoint has a location", {
    change: waypoint({ uic: undefined, secondary_code: undefined }),
    path: "/path/0",
  }),
  ...trainRules("a waypoint has one location only", {
    change: waypoint({ trigram: "MWS" }),
    path: "/path/0",
  }),
  ...trainRules("a track location needs an offset", {
    change: { path: [...ROUTE.slice(0, 2), { id: "c", track: "TH1" }] },
    path: "/path/2",
  }),
  ...trainRules("an offset needs a track", { change: waypoint({ offset: 1 }), path: "/path/0" }),
  ...trainRules("a track offset is not negative", {
    change: { path: [...ROUTE.slice(0, 2), { id: "c", track: "TH1", offset: -1 }] },
    path: "/path/2/offset",
  }),
  ...trainRules("a track offset is whole millimetres", {
    change: { path: [...ROUTE.slice(0, 2), { id: "c", track: "TH1", offset: 0.5 }] },
    path: "/path/2/offset",
  }),
  ...trainRules("a track location has no filter", {
    change: {
      path: [...ROUTE.slice(0, 2), { id: "c", track: "TH1", offset: 1, secondary_code: "BV" }],
    },
    path: "/path/2",
  }),
  ...trainRules("a uic is not negative", { change: waypoint({ uic: -1 }), path: "/path/0/uic" }),
  ...trainRules("a uic fits in 32 bits", {
    change: waypoint({ uic: 4_294_967_296 }),
    path: "/path/0/uic",
  }),
  ...trainRules("a uic is a number", { change: waypoint({ uic: "87" }), path: "/path/0/uic" }),
  ...trainRules("a trigram is not blank", {
    change: waypoint({ uic: undefined, trigram: "" }),
    path: "/path/0/trigram",
  }),
  ...trainRules("an operational point's id is not blank", {
    change: waypoint({ uic: undefined, operational_point: "" }),
    path: "/path/0/operational_point",
  }),
  ...trainRules("deleted is a boolean", {
    change: waypoint({ deleted: "no" }),
    path: "/path/0/deleted",
  }),
  ...trainRules("a track reference is a name or an id", {
    change: waypoint({ track_reference: {} }),
    path: "/path/0/track_reference",
  }),
  ...trainRules("a schedule point names a waypoint of the path", {
    change: point({ at: "z" }),
    path: "/schedule/0/at",
  }),
  ...trainRules("a schedule point needs a waypoint", {
    change: point({ at: undefined }),
    path: "/schedule/0/at",
  }),
  ...trainRules("one schedule point a waypoint", {
    change: { schedule: [{ at: "b" }, { at: "b" }] },
    path: "/schedule/1/at",
  }),
  ...trainRules("the first waypoint's arrival is PT0S", {
    change: point({ at: "a", arrival: "PT1S" }),
    path: "/schedule/0/arrival",
  }),
  ...trainRules("a STOP signal needs stop_for", {
    change: point({ stop_for: undefined, reception_signal: "STOP" }),
    path: "/schedule/0/reception_signal",
  }),
  ...trainRules("a SHORT_SLIP_STOP signal needs stop_for", {
    change: point({ stop_for: null, reception_signal: "SHORT_SLIP_STOP" }),
    path: "/schedule/0/reception_signal",
  }),
  ...trainRules("a reception signal is one of three", {
    change: point({ reception_signal: "CLOSED" }),
    path: "/schedule/0/reception_signal",
  }),
  ...trainRules("locked is a boolean", {
    change: point({ locked: 1 }),
    path: "/schedule/0/locked",
  }),
  ...["-PT1S", "PT-1S", "P1M", "P1Y", "P1Y2DT1S", "PT", "P", "10", "", "PT1X", "PT1S "].flatMap(
    (text) =>
      trainRules(`'${text}' is no duration`, {
        change: point({ arrival: text }),
        path: "/schedule/0/arrival",
      }),
  ),
  ...trainRules("a stop lasts a duration", {
    change: point({ stop_for: 60 }),
    path: "/schedule/0/stop_for",
  }),
  ...trainRules("a stop is not negative", {
    change: point({ stop_for: "-PT1S" }),
    path: "/schedule/0/stop_for",
  }),
  ...trainRules("a margin boundary is a waypoint of the path", {
    change: { margins: { boundaries: ["z"], values: ["0%", "0%"] } },
    path: "/margins/boundaries/0",
  }),
  ...trainRules("n boundaries have n + 1 values, not n", {
    change: { margins: { boundaries: ["b"], values: ["0%"] } },
    path: "/margins/values",
  }),
  ...trainRules("n boundaries have n + 1 values, not n + 2", {
    change: { margins: { boundaries: [], values: ["0%", "0%"] } },
    path: "/margins/values",
  }),
  ...["-5%", "5", "%", "5 km/h", "5min/100", "NaN%", "five%", "5min/100km2"].flatMap((text) =>
    trainRules(`'${text}' is no margin`, {
      change: { margins: { boundaries: [], values: [text] } },
      path: "/margins/values/0",
    }),
  ),
  ...trainRules("margins have boundaries", {
    change: { margins: { values: ["0%"] } },
    path: "/margins/boundaries",
  }),
  ...trainRules("initial_speed is not negative", {
    change: { initial_speed: -1 },
    path: "/initial_speed",
  }),
  ...trainRules("initial_speed is a number", {
    change: { initial_speed: "1" },
    path: "/initial_speed",
  }),
  ...trainRules("a train that starts at a stop has no initial speed", {
    change: { initial_speed: 1, schedule: [{ at: "a", stop_for: "PT0S" }] },
    path: "/initial_speed",
  }),
  ...trainRules("comfort is one of three", { change: { comfort: "LUXURY" }, path: "/comfort" }),
  ...trainRules("constraint_distribution is one of three", {
    change: { constraint_distribution: "EVEN" },
    path: "/constraint_distribution",
  }),
  ...trainRules("a power restriction starts at a waypoint of the path", {
    change: { power_restrictions: [{ from: "z", to: "b", value: "C1" }] },
    path: "/power_restrictions/0/from",
  }),
  ...trainRules("a power restriction ends at a waypoint of the path", {
    change: { power_restrictions: [{ from: "a", to: "z", value: "C1" }] },
    path: "/power_restrictions/0/to",
  }),
  ...trainRules("a power restriction has a value", {
    change: { power_restrictions: [{ from: "a", to: "b" }] },
    path: "/power_restrictions/0/value",
  }),
  ...trainRules("use_electrical_profiles is a boolean", {
    change: { options: { use_electrical_profiles: "yes" } },
    path: "/options/use_electrical_profiles",
  }),
  ...trainRules("options is an object", { change: { options: [] }, path: "/options" }),
  ...trainRules("a category is a main or a sub category, not both", {
    change: { category: { main_category: "TRAM_TRAIN", sub_category_code: "RER" } },
    path: "/category",
  }),
  ...trainRules("a category is not empty", { change: { category: {} }, path: "/category" }),
  ...trainRules("a main category is one of ten", {
    change: { category: { main_category: "ROCKET" } },
    path: "/category",
  }),
  ...trainRules("unknown keys are refused", {
    change: { speed: 3 },
    path: "/speed",
    only: "post",
  }),
  ...trainRules("ids are given by the server", { change: { id: 3 }, path: "/id", only: "post" }),
  ...trainRules("unknown keys of a waypoint are refused", {
    change: waypoint({ colour: "red" }),
    path: "/path/0/colour",
    only: "post",
  }),
  ...trainRules("unknown keys of a schedule point are refused", {
    change: point({ depart: "PT1S" }),
    path: "/schedule/0/depart",
    only: "post",
  }),
  {
    title: "train creation: the body is an array",
    request: { method: "POST", path: "/timetable/{timetable}/train_schedules", body: validTrain() },
    status: 422,
    type: "request:InvalidBody",
  },
  {
    title: "train creation: the fault of a later train is told by its index",
    request: {
      method: "POST",
      path: "/timetable/{timetable}/train_schedules",
      body: [validTrain(), validTrain({ comfort: 3 })],
    },
    status: 422,
    type: "request:InvalidBody",
    context: { path: "/1/comfort" },
  },
  {
    title: "train creation: the timetable exists",
    request: {
      method: "POST",
      path: `/timetable/${MISSING_ID}/train_schedules`,
      body: [validTrain()],
    },
    status: 404,
    type: "timetable:NotFound",
    context: { timetable_id: MISSING_ID },
  },
  {
    title: "train replacement: the timetable can't change",
    request: {
      method: "PUT",
      path: "/train_schedule/{train}",
      body: validTrain({ timetable_id: MISSING_ID }),
    },
    status: 400,
    type: "train_schedule:TimetableImmutable",
  },
  {
    title: "train replacement: the train exists",
    request: { method: "PUT", path: `/train_schedule/${MISSING_ID}`, body: validTrain() },
    status: 404,
    type: "train_schedule:NotFound",
    context: { train_schedule_id: MISSING_ID },
  },
  {
    title: "train replacement: If-Match must match",
    request: {
      method: "PUT",
      path: "/train_schedule/{train}",
      body: validTrain(),
      headers: { "if-match": '"999"' },
    },
    status: 412,
    type: "request:PreconditionFailed",
  },
  {
    title: "train read: the train exists",
    request: { method: "GET", path: `/train_schedule/${MISSING_ID}` },
    status: 404,
    type: "train_schedule:NotFound",
    context: { train_schedule_id: MISSING_ID },
  },
  {
    title: "train read: the id is an integer",
    request: { method: "GET", path: "/train_schedule/x1" },
    status: 400,
    type: "request:InvalidPathParameter",
  },
  {
    title: "train deletion: every id exists",
    request: {
      method: "DELETE",
      path: "/train_schedule",
      body: { ids: [MISSING_ID, 999_999_998] },
    },
    status: 404,
    type: "train_schedule:BatchTrainScheduleNotFound",
    context: { number: 2 },
  },
  {
    title: "train deletion: ids are integers",
    request: { method: "DELETE", path: "/train_schedule", body: { ids: ["1"] } },
    status: 422,
    type: "request:InvalidBody",
    context: { path: "/ids/0" },
  },
  {
    title: "train deletion: ids are required",
    request: { method: "DELETE", path: "/train_schedule", body: {} },
    status: 422,
    type: "request:InvalidBody",
    context: { path: "/ids" },
  },
];
