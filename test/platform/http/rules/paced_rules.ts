/** Rules of paced trains and sub-categories (interface.md 6.3 and 9; specification, "Paced train"). */
import {
  type Json,
  MISSING_ID,
  type ValidationRule,
  validPacedTrain,
  validSubCategory,
} from "./valid_forms.ts";

/** The rule holds for a creation, an import and, unless `only` says so, for a replacement. */
export function pacedRules(
  title: string,
  { change, path, only }: { change: Json; path: string; only?: "post" },
): ValidationRule[] {
  const creation: ValidationRule = {
    title: `paced train creation: ${title}`,
    request: {
      method: "POST",
      path: "/timetable/{timetable}/paced_trains",
      body: [validPacedTrain(change)],
    },
    status: 422,
    type: "request:InvalidBody",
    context: { path: `/0${path}` },
  };
  const imported: ValidationRule = {
    title: `paced train import: ${title}`,
    request: {
      method: "POST",
      path: "/timetable/{timetable}/import",
      body: { version: 1, paced_trains: [validPacedTrain(), validPacedTrain(change)] },
    },
    status: 422,
    type: "request:InvalidBody",
    context: { path: `/paced_trains/1${path}` },
  };
  if (only === "post") return [creation, imported];
  const replacement: ValidationRule = {
    title: `paced train replacement: ${title}`,
    request: { method: "PUT", path: "/paced_train/{paced_train}", body: validPacedTrain(change) },
    status: 422,
    type: "request:InvalidBody",
    context: { path },
  };
  return [creation, imported, replacement];
}

const PACED = { time_window: "PT1H", interval: "PT15M" };

/** The only exception is a changed first occurrence. */
function exception(change: Json): Json {
  return { exceptions: [{ key: "k", occurrence_index: 0, ...change }] };
}

const PARTS = {
  path: [
    { id: "x", trigram: "MWS" },
    { id: "y", trigram: "MES" },
  ],
  schedule: [],
  margins: { boundaries: [], values: ["0%"] },
  power_restrictions: [],
};

/** The only exception has another path. */
function pathOf(change: Json): Json {
  const parts: Json = { ...PARTS, ...change };
  for (const [key, part] of Object.entries(parts)) if (part === undefined) delete parts[key];
  return exception({ path_and_schedule: parts });
}

const STARTS_AT_STOP = { schedule: [{ at: "a", stop_for: "PT1M" }] };

export const PACED_RULES: readonly ValidationRule[] = [
  ...["train_name", "rolling_stock_name", "start_time", "path", "paced"].flatMap((field) =>
    pacedRules(`${field} is required`, { change: { [field]: undefined }, path: `/${field}` }),
  ),
  ...pacedRules("the train's own rules hold", {
    change: { schedule: [{ at: "z" }] },
    path: "/schedule/0/at",
  }),
  ...["time_window", "interval"].flatMap((field) => [
    ...pacedRules(`paced.${field} is required`, {
      change: { paced: { ...PACED, [field]: undefined } },
      path: `/paced/${field}`,
    }),
    ...["-PT1H", "P1M", "P1Y", "1 h", ""].flatMap((text) =>
      pacedRules(`paced.${field} is a duration, which '${text}' is not`, {
        change: { paced: { ...PACED, [field]: text } },
        path: `/paced/${field}`,
      }),
    ),
  ]),
  ...pacedRules("the interval is not zero", {
    change: { paced: { ...PACED, interval: "PT0S" } },
    path: "/paced/interval",
  }),
  ...pacedRules("the interval is not zero milliseconds", {
    change: { paced: { ...PACED, interval: "PT0.0001S" } },
    path: "/paced/interval",
  }),
  ...pacedRules("the window ends before the year 10000", {
    change: {
      start_time: "9999-12-31T23:50:00Z",
      paced: { time_window: "PT1H", interval: "PT10M" },
      exceptions: [],
    },
    path: "/paced/time_window",
  }),
  ...pacedRules("exceptions is an array", { change: { exceptions: {} }, path: "/exceptions" }),
  ...pacedRules("an exception has a key", {
    change: exception({ key: undefined }),
    path: "/exceptions/0/key",
  }),
  ...pacedRules("an exception's key is not blank", {
    change: exception({ key: "" }),
    path: "/exceptions/0/key",
  }),
  ...pacedRules("exception keys are unique", {
    change: { exceptions: [{ key: "k", occurrence_index: 0 }, { key: "k" }] },
    path: "/exceptions/1/key",
  }),
  ...pacedRules("an occurrence index is below their number", {
    change: exception({ occurrence_index: 4 }),
    path: "/exceptions/0/occurrence_index",
  }),
  ...pacedRules("an occurrence index is below their number, rounded down", {
    change: {
      paced: { time_window: "PT50M", interval: "PT15M" },
      ...exception({ occurrence_index: 3 }),
    },
    path: "/exceptions/0/occurrence_index",
  }),
  ...pacedRules("an occurrence index is not negative", {
    change: exception({ occurrence_index: -1 }),
    path: "/exceptions/0/occurrence_index",
  }),
  ...pacedRules("an occurrence index is whole", {
    change: exception({ occurrence_index: 0.5 }),
    path: "/exceptions/0/occurrence_index",
  }),
  ...pacedRules("an occurrence has one exception, disabled ones count", {
    change: {
      exceptions: [
        { key: "k", occurrence_index: 1, disabled: true },
        { key: "l", occurrence_index: 1 },
      ],
    },
    path: "/exceptions/1/occurrence_index",
  }),
  ...pacedRules("disabled is a boolean", {
    change: exception({ disabled: "no" }),
    path: "/exceptions/0/disabled",
  }),
  ...["train_name", "start_time", "constraint_distribution"].flatMap((group) => [
    ...pacedRules(`${group} can't be unset by an empty group`, {
      change: exception({ [group]: {} }),
      path: `/exceptions/0/${group}/value`,
    }),
    ...pacedRules(`${group} can't be unset by null`, {
      change: exception({ [group]: { value: null } }),
      path: `/exceptions/0/${group}/value`,
    }),
  ]),
  ...pacedRules("a rolling stock can't be unset", {
    change: exception({ rolling_stock: {} }),
    path: "/exceptions/0/rolling_stock/rolling_stock_name",
  }),
  ...pacedRules("a rolling stock has one of three comforts", {
    change: exception({ rolling_stock: { rolling_stock_name: "x", comfort: "LUXURY" } }),
    path: "/exceptions/0/rolling_stock/comfort",
  }),
  ...["speed_limit_tag", "labels", "rolling_stock_category", "options", "initial_speed"].flatMap(
    (group) => [
      ...pacedRules(`the group ${group} is an object and no array`, {
        change: exception({ [group]: [] }),
        path: `/exceptions/0/${group}`,
      }),
      ...pacedRules(`the group ${group} is not null`, {
        change: exception({ [group]: null }),
        path: `/exceptions/0/${group}`,
      }),
      ...pacedRules(`${group} has its type`, {
        change: exception({ [group]: { value: "" } }),
        path: `/exceptions/0/${group}/value`,
      }),
    ],
  ),
  ...pacedRules("a category of an exception is a main or a sub-category, not both", {
    change: exception({
      rolling_stock_category: { value: { main_category: "TRAM_TRAIN", sub_category_code: "RER" } },
    }),
    path: "/exceptions/0/rolling_stock_category/value",
  }),
  ...pacedRules("an exception's start time has a zone", {
    change: exception({ start_time: { value: "2024-05-22T08:00:00" } }),
    path: "/exceptions/0/start_time/value",
  }),
  ...["path", "schedule", "margins", "power_restrictions"].flatMap((part) =>
    pacedRules(`path_and_schedule has its ${part}`, {
      change: pathOf({ [part]: undefined }),
      path: `/exceptions/0/path_and_schedule/${part}`,
    }),
  ),
  ...pacedRules("path_and_schedule is not empty", {
    change: exception({ path_and_schedule: {} }),
    path: "/exceptions/0/path_and_schedule/path",
  }),
  ...pacedRules("an exception's path is not empty", {
    change: pathOf({ path: [] }),
    path: "/exceptions/0/path_and_schedule/path",
  }),
  ...pacedRules("an exception's schedule refers to its own path", {
    change: pathOf({ schedule: [{ at: "b" }] }),
    path: "/exceptions/0/path_and_schedule/schedule/0/at",
  }),
  ...pacedRules("an exception's margins refer to its own path", {
    change: pathOf({ margins: { boundaries: ["b"], values: ["0%", "0%"] } }),
    path: "/exceptions/0/path_and_schedule/margins/boundaries/0",
  }),
  ...pacedRules("an exception's power restrictions refer to its own path", {
    change: pathOf({ power_restrictions: [{ from: "x", to: "b", value: "C1" }] }),
    path: "/exceptions/0/path_and_schedule/power_restrictions/0/to",
  }),
  ...pacedRules("an exception's waypoint ids are unique", {
    change: pathOf({ path: [...PARTS.path, { id: "x", trigram: "MWS" }] }),
    path: "/exceptions/0/path_and_schedule/path/2/id",
  }),
  ...pacedRules("rules of a disabled exception hold too", {
    change: {
      exceptions: [
        { key: "k", disabled: true, path_and_schedule: { ...PARTS, schedule: [{ at: "q" }] } },
      ],
    },
    path: "/exceptions/0/path_and_schedule/schedule/0/at",
  }),
  ...pacedRules("an exception's initial speed is zero when the paced train starts at a stop", {
    change: { ...STARTS_AT_STOP, ...exception({ initial_speed: { value: 1 } }) },
    path: "/exceptions/0/initial_speed/value",
  }),
  ...pacedRules("an exception's initial speed is zero when its own path starts at a stop", {
    change: exception({
      initial_speed: { value: 1 },
      path_and_schedule: { ...PARTS, schedule: [{ at: "x", stop_for: "PT1M" }] },
    }),
    path: "/exceptions/0/initial_speed/value",
  }),
  ...pacedRules("an exception of a moving paced train does not start at a stop", {
    change: { initial_speed: 1, ...pathOf({ schedule: [{ at: "x", stop_for: "PT1M" }] }) },
    path: "/exceptions/0/path_and_schedule",
  }),
  ...pacedRules("unknown keys are refused", {
    change: { round_trip: 3 },
    path: "/round_trip",
    only: "post",
  }),
  ...pacedRules("unknown keys of paced are refused", {
    change: { paced: { ...PACED, count: 4 } },
    path: "/paced/count",
    only: "post",
  }),
  ...pacedRules("unknown keys of an exception are refused", {
    change: exception({ comfort: "HEATING" }),
    path: "/exceptions/0/comfort",
    only: "post",
  }),
  ...pacedRules("unknown keys of a change group are refused", {
    change: exception({ train_name: { value: "x", old: "y" } }),
    path: "/exceptions/0/train_name/old",
    only: "post",
  }),
  {
    title: "paced train creation: the body is an array",
    request: {
      method: "POST",
      path: "/timetable/{timetable}/paced_trains",
      body: validPacedTrain(),
    },
    status: 422,
    type: "request:InvalidBody",
  },
  {
    title: "paced train creation: it stands for at most 10,000 trains",
    request: {
      method: "POST",
      path: "/timetable/{timetable}/paced_trains",
      body: [validPacedTrain({ paced: { time_window: "PT9998S", interval: "PT1S" } })],
    },
    status: 422,
    type: "request:TooManyItems",
    context: { count: 10_001, count_max: 10_000, index: 0 },
  },
  {
    title: "paced train creation: a window of a hundred years has too many milliseconds",
    request: {
      method: "POST",
      path: "/timetable/{timetable}/paced_trains",
      body: [validPacedTrain({ paced: { time_window: "P36500D", interval: "PT0.001S" } })],
    },
    status: 422,
    type: "request:TooManyItems",
  },
  {
    title: "paced train replacement: it stands for at most 10,000 trains",
    request: {
      method: "PUT",
      path: "/paced_train/{paced_train}",
      body: validPacedTrain({ paced: { time_window: "PT9998S", interval: "PT1S" } }),
    },
    status: 422,
    type: "request:TooManyItems",
    context: { count: 10_001, count_max: 10_000 },
  },
  {
    title: "paced train creation: the timetable exists",
    request: {
      method: "POST",
      path: `/timetable/${MISSING_ID}/paced_trains`,
      body: [validPacedTrain()],
    },
    status: 404,
    type: "timetable:NotFound",
    context: { timetable_id: MISSING_ID },
  },
  {
    title: "paced train list: the timetable exists",
    request: { method: "GET", path: `/timetable/${MISSING_ID}/paced_trains` },
    status: 404,
    type: "timetable:NotFound",
    context: { timetable_id: MISSING_ID },
  },
  {
    title: "paced train list: a page has at most 200",
    request: { method: "GET", path: "/timetable/{timetable}/paced_trains?page_size=201" },
    status: 400,
    type: "pagination:InvalidPageSize",
    context: { provided_page_size: 201, max_page_size: 200 },
  },
  {
    title: "paced train replacement: the timetable can't change",
    request: {
      method: "PUT",
      path: "/paced_train/{paced_train}",
      body: validPacedTrain({ timetable_id: MISSING_ID }),
    },
    status: 400,
    type: "paced_train:TimetableImmutable",
  },
  {
    title: "paced train replacement: it exists",
    request: { method: "PUT", path: `/paced_train/${MISSING_ID}`, body: validPacedTrain() },
    status: 404,
    type: "paced_train:NotFound",
    context: { paced_train_id: MISSING_ID },
  },
  {
    title: "paced train replacement: a train schedule is no paced train",
    request: { method: "PUT", path: "/paced_train/{train}", body: validPacedTrain() },
    status: 404,
    type: "paced_train:NotFound",
  },
  {
    title: "paced train replacement: If-Match must match",
    request: {
      method: "PUT",
      path: "/paced_train/{paced_train}",
      body: validPacedTrain(),
      headers: { "if-match": '"999"' },
    },
    status: 412,
    type: "request:PreconditionFailed",
  },
  {
    title: "paced train read: it exists",
    request: { method: "GET", path: `/paced_train/${MISSING_ID}` },
    status: 404,
    type: "paced_train:NotFound",
    context: { paced_train_id: MISSING_ID },
  },
  {
    title: "paced train read: the id is an integer",
    request: { method: "GET", path: "/paced_train/x1" },
    status: 400,
    type: "request:InvalidPathParameter",
  },
  ...["/paced_trains", "/paced_train"].flatMap((path): ValidationRule[] => [
    {
      title: `DELETE ${path}: every id exists`,
      request: { method: "DELETE", path, body: { ids: [MISSING_ID, 999_999_998] } },
      status: 404,
      type: "paced_train:BatchNotFound",
      context: { count: 2 },
    },
    {
      title: `DELETE ${path}: ids are required`,
      request: { method: "DELETE", path, body: {} },
      status: 422,
      type: "request:InvalidBody",
      context: { path: "/ids" },
    },
  ]),
];

/** The rule holds for a creation and for a replacement. */
function subCategoryRules(title: string, change: Json, path: string): ValidationRule[] {
  const body = validSubCategory(change);
  const fault = { status: 422, type: "request:InvalidBody", context: { path } };
  return [
    {
      title: `sub-category creation: ${title}`,
      request: { method: "POST", path: "/sub_category", body },
      ...fault,
    },
    {
      title: `sub-category replacement: ${title}`,
      request: { method: "PUT", path: "/sub_category/RER", body },
      ...fault,
    },
  ];
}

export const SUB_CATEGORY_RULES: readonly ValidationRule[] = [
  ...["name", "main_category", "color"].flatMap((field) =>
    subCategoryRules(`${field} is required`, { [field]: undefined }, `/${field}`),
  ),
  ...subCategoryRules("the code is not blank", { code: "" }, "/code"),
  ...subCategoryRules(
    "the main category is one of ten",
    { main_category: "RER" },
    "/main_category",
  ),
  ...["red", "#12345", "#1234567", "#GGGGGG", "1A2B3C", ""].flatMap((color) =>
    subCategoryRules(`'${color}' is no colour`, { color }, "/color"),
  ),
  {
    title: "sub-category creation: the code is required",
    request: {
      method: "POST",
      path: "/sub_category",
      body: validSubCategory({ code: undefined }),
    },
    status: 422,
    type: "request:InvalidBody",
    context: { path: "/code" },
  },
  {
    title: "sub-category creation: the code is new",
    request: { method: "POST", path: "/sub_category", body: validSubCategory() },
    status: 409,
    type: "sub_category:CodeAlreadyUsed",
    context: { code: "RER" },
  },
  {
    title: "sub-category replacement: the code can't change",
    request: { method: "PUT", path: "/sub_category/RER", body: validSubCategory({ code: "T" }) },
    status: 400,
    type: "sub_category:CodeImmutable",
    context: { code: "RER" },
  },
  {
    title: "sub-category replacement: it exists",
    request: {
      method: "PUT",
      path: "/sub_category/none",
      body: validSubCategory({ code: undefined }),
    },
    status: 404,
    type: "sub_category:NotFound",
    context: { code: "none" },
  },
  {
    title: "sub-category replacement: If-Match must match",
    request: {
      method: "PUT",
      path: "/sub_category/RER",
      body: validSubCategory(),
      headers: { "if-match": '"999"' },
    },
    status: 412,
    type: "request:PreconditionFailed",
  },
  {
    title: "sub-category deletion: it exists",
    request: { method: "DELETE", path: "/sub_category/none" },
    status: 404,
    type: "sub_category:NotFound",
    context: { code: "none" },
  },
  {
    title: "sub-category deletion: a code holds no NUL",
    request: { method: "DELETE", path: "/sub_category/a%00b" },
    status: 400,
    type: "request:InvalidPathParameter",
  },
];
