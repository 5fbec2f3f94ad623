/**
 * Rules as tables of text, one row each; empty cells at the end are left out.
 *
 * Of forms: `title | changes | error | place`. Under `[form]` a row changes that valid form and is sent
 * to each of its places, or to those of these words alone. Changes are `pointer value`, joined by ` & `; `-` removes a
 * key. The error is the JSON pointer that InvalidBody tells, by default the first one changed, or the
 * context of a ValidationError.
 *
 * Of requests: `title | request | status type | context | body | headers`. A body is JSON, `@form` with
 * changes, a list of such after `[`, or after `raw` sent as it is.
 *
 * Values are JSON; `x*9` is a text of nine letters, `["x"]*9` a list of nine, `[1..9]` of numbers.
 *
 * A row whose last cell is `~ one; two` stands for two rows with these in the place of each `~`; `~1` and `~2`
 * are their first and second word. `~ @name` takes one of the lists below.
 */
import {
  type Json,
  type RuleRequest,
  type ValidationRule,
  validBattery,
  validLimits,
  validPacedTrain,
  validPathfinding,
  validProfileSet,
  validStock,
  validSubCategory,
  validTowedStock,
  validTrackPaths,
  validTrain,
  validWorks,
} from "./valid_forms.ts";

/** Where a form is sent: the start of its rules' titles and the request, with `wrap` around the form at `at`. */
interface Place {
  readonly label: string;
  readonly request: string;
  readonly at?: string;
  readonly wrap?: (form: unknown) => unknown;
  /** Where a part of the form is enough. */
  readonly valid?: Json;
}

interface Form {
  readonly valid: Json;
  readonly places: readonly Place[];
}

function only(label: string, request: string, valid: Json): Form {
  return { valid, places: [{ label, request }] };
}

const STUDIES = "/projects/{project}/studies";
const SCENARIOS = `${STUDIES}/{study}/scenarios`;

/** A record that is created whole and changed in parts. */
function record(name: string, valid: Json, list: string): Form {
  const created = { label: `${name}: POST`, request: `POST ${list}`, valid };
  const changed = { label: `${name}: PATCH`, request: `PATCH ${list}/{${name}}`, valid: {} };
  return { valid, places: [created, changed] };
}

const PROJECT = record("project", { name: "p" }, "/projects");
const STUDY = record("study", { name: "s", state: "started" }, STUDIES);
const SCENARIO = record(
  "scenario",
  { name: "c", infra_id: "{infra}", timetable_id: "{timetable}" },
  SCENARIOS,
);

const LISTS: Readonly<Record<string, readonly string[]>> = {
  records: ["project /projects", `study ${STUDIES}`, `scenario ${SCENARIOS}`],
  pages: [
    "/towed_rolling_stock",
    "/work_schedules",
    "/temporary_speed_limit_group",
    "/timetable",
    "/infra",
    "/light_rolling_stock",
    "/timetable/{timetable}/train_schedules",
  ],
};
const STDCM = {
  steps: Array.from({ length: 2 }, () => ({ location: { track: "A", offset: 0 } })),
  rolling_stock_id: "{stock}",
  comfort: "STANDARD",
  start_time: "2026-05-22T08:00:00Z",
};
const RANGE = { track_section: "TA0", begin: 0, end: 1000, direction: "START_TO_STOP" };
const IMPORT = "POST /timetable/{timetable}/import";

const OWN_PATH = {
  key: "k",
  occurrence_index: 0,
  path_and_schedule: {
    path: [
      { id: "x", trigram: "MWS" },
      { id: "y", trigram: "MES" },
    ],
    schedule: [],
    margins: { boundaries: [], values: ["0%"] },
    power_restrictions: [],
  },
};

function placesOf(what: string, key: string, valid: Json, one: string): readonly Place[] {
  const list = `POST /timetable/{timetable}/${key}`;
  const imported = (form: unknown) => ({ version: 1, [key]: [valid, form] });
  return [
    { label: `${what} creation:`, request: list, at: "/0", wrap: (form) => [form] },
    { label: `${what} import:`, request: IMPORT, at: `/${key}/1`, wrap: imported },
    { label: `${what} replacement:`, request: `PUT ${one}` },
  ];
}

const TRAIN_PLACES = placesOf("train", "train_schedules", validTrain(), "/train_schedule/{train}");
const PACED_PLACES = placesOf(
  "paced train",
  "paced_trains",
  validPacedTrain(),
  "/paced_train/{paced_train}",
);

const FORMS: Readonly<Record<string, Form>> = {
  train: { valid: validTrain(), places: TRAIN_PLACES },
  paced_train: { valid: validPacedTrain(), places: PACED_PLACES },
  own_path: { valid: validPacedTrain({ exceptions: [OWN_PATH] }), places: PACED_PLACES },
  sub_category: {
    valid: validSubCategory(),
    places: [
      { label: "sub-category creation:", request: "POST /sub_category" },
      { label: "sub-category replacement:", request: "PUT /sub_category/RER" },
    ],
  },
  stock: only("rolling stock:", "POST /rolling_stock", validStock()),
  battery: only("rolling stock:", "POST /rolling_stock", validBattery()),
  collection: only("rolling stock collection:", "POST /rolling_stock_collection", { name: "x" }),
  towed_stock: only("towed rolling stock:", "POST /towed_rolling_stock", validTowedStock()),
  profile_set: only(
    "electrical profile set:",
    "POST /electrical_profile_set?name=x",
    validProfileSet(),
  ),
  works: only("work schedules:", "POST /work_schedules", validWorks()),
  limits: only("temporary speed limits:", "POST /temporary_speed_limit_group", validLimits()),
  project: PROJECT,
  study: STUDY,
  scenario: SCENARIO,
  paid_record: { valid: {}, places: [...PROJECT.places, ...STUDY.places] },
  record: { valid: {}, places: [...PROJECT.places, ...STUDY.places, ...SCENARIO.places] },
  pathfinding: only("pathfinding:", "POST /infra/{infra}/pathfinding/blocks", validPathfinding()),
  track_paths: only("track paths:", "POST /infra/{infra}/pathfinding", validTrackPaths()),
  ranges: only("path properties:", "POST /infra/{infra}/path_properties?props[]=slopes", {
    track_section_ranges: [RANGE],
  }),
  empty: { valid: {}, places: [] },
  stdcm: only("stdcm:", "POST /timetable/{timetable}/stdcm?infra={infra}", STDCM),
  search: only("search:", "POST /search", {
    object: "operationalpoint",
    query: ["search", ["name"], "mich st"],
  }),
};

function formOf(name: string): Form {
  const form = FORMS[name];
  if (form === undefined) throw new Error(`there is no form ${name}`);
  return form;
}

function readValue(text: string): unknown {
  const [, first, last] = /^\[(\d+)\.\.(\d+)\]$/.exec(text) ?? [];
  if (first !== undefined)
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => Number(first) + i);
  const [, repeated = "", count] = /^(\w|\[.*\])\*(\d+)$/.exec(text) ?? [];
  if (count === undefined) return JSON.parse(text);
  if (!repeated.startsWith("[")) return repeated.repeat(Number(count));
  return Array(Number(count)).fill(JSON.parse(repeated)[0]);
}

function change(form: unknown, keys: readonly string[], value: string): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return readValue(value);
  if (Array.isArray(form)) {
    const copy: unknown[] = [...form];
    copy[Number(key)] = change(form[Number(key)], rest, value);
    return copy;
  }
  const entries = Object.entries(form as Json);
  if (rest.length === 0 && value === "-")
    return Object.fromEntries(entries.filter(([name]) => name !== key));
  const changed = change(new Map(entries).get(key), rest, value);
  // From entries, so that `__proto__` is a key like any other.
  return Object.fromEntries([...entries, [key, changed]]);
}

function changeAll(form: unknown, changes: string): unknown {
  return changes.split(" & ").reduce((changed, one) => {
    const [pointer = "", ...value] = one.split(" ");
    return change(changed, pointer.split("/").slice(1).filter(Boolean), value.join(" "));
  }, form);
}

export function readRequest(text: string): Pick<RuleRequest, "method" | "path"> {
  const [method, path = ""] = text.split(" ");
  // The tables have methods alone there.
  return { method: method as RuleRequest["method"], path };
}

function* rowsOf(table: string): Generator<string[]> {
  for (const line of table.split("\n")) {
    if (line === "") continue;
    const cells = line.split(" | ").map((cell) => cell.trim());
    const list = /^~ @?(.*)$/.exec(cells.at(-1) ?? "")?.[1];
    if (list === undefined) {
      yield cells;
      continue;
    }
    for (const value of LISTS[list] ?? list.split("; ")) {
      const [first = "", second = ""] = value.split(" ");
      const fill = (cell: string): string =>
        cell.replaceAll("~1", first).replaceAll("~2", second).replaceAll("~", value);
      yield cells.slice(0, -1).map(fill);
    }
  }
}

export function readFormRules(table: string): ValidationRule[] {
  const rules: ValidationRule[] = [];
  let form: Form = { valid: {}, places: [] };
  for (const [title = "", changes = "", told = "", place = ""] of rowsOf(table)) {
    const name = /^\[(\w+)\]$/.exec(title)?.[1];
    if (name !== undefined) {
      form = formOf(name);
      continue;
    }
    const [changed = ""] = changes.split(" ");
    const pointer = (told === "" ? changed : told).replace(/^\/$/, "");
    for (const { label, request, at = "", wrap, valid } of form.places) {
      if (!place.split(" ").some((part) => label.includes(part))) continue;
      const changed_form = changeAll(valid ?? form.valid, changes);
      const body = wrap === undefined ? changed_form : wrap(changed_form);
      const error = told.startsWith("{")
        ? { status: 400, type: "ValidationError", context: JSON.parse(told) }
        : { status: 422, type: "request:InvalidBody", context: { path: `${at}${pointer}` } };
      rules.push({
        title: `${label} ${title}`,
        request: { ...readRequest(request), body },
        ...error,
      });
    }
  }
  return rules;
}

function readForm(text: string): unknown {
  const [, name = "", changes = ""] = /^@(\w+) ?(.*)$/.exec(text) ?? [];
  const { valid } = formOf(name);
  return changes === "" ? valid : changeAll(valid, changes);
}

function readBody(text: string): Pick<RuleRequest, "body" | "raw_body"> {
  if (text === "") return {};
  if (text.startsWith("raw ")) return { raw_body: text.slice(4) };
  if (text.startsWith("@")) return { body: readForm(text) };
  if (text.startsWith("[@")) return { body: text.slice(1).split(", ").map(readForm) };
  return { body: readValue(text) };
}

export function readRequestRules(table: string): ValidationRule[] {
  return [...rowsOf(table)].map(
    ([title = "", request = "", error = "", context = "", body = "", headers = ""]) => {
      const [status, type = ""] = error.split(" ");
      return {
        title,
        request: {
          ...readRequest(request),
          ...readBody(body),
          ...(headers === "" ? {} : { headers: JSON.parse(headers) }),
        },
        status: Number(status),
        type,
        ...(context === "" ? {} : { context: JSON.parse(context) }),
      };
    },
  );
}
