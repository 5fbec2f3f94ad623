/**
 * An endless, seeded stream of requests that must all be refused. A body is wrong by construction: a
 * valid one cut in the middle, or with one place replaced by a value of another type, an impossible
 * number, or without a required key; or it is valid at the first layer and wrong beyond it (rules
 * between fields, records that do not exist, locked or changed ones).
 */
import { TINY_RAILJSON } from "../../helpers/tiny_railjson.ts";
import { makeRandom, type Random } from "../../workers/engine/seeded.ts";
import { readRequest } from "./rules/rule_table.ts";
import {
  type Json,
  MISSING_ID,
  type RuleRequest,
  type ValidationRule,
  validBattery,
  validPathfinding,
  validProfileSet,
  validSubCategory,
  validTrackPaths,
  validTrain,
} from "./rules/valid_forms.ts";
import { VALIDATION_RULES } from "./validation_rules.ts";

export interface BadRequest extends RuleRequest {
  /** Whether it passes the first layer: well-formed, of the right types, with all required keys. */
  readonly is_beyond: boolean;
}

function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}

const RICH_TRAIN = validTrain({
  labels: ["am"],
  margins: { boundaries: ["b"], values: ["5%", "4.5min/100km"] },
  initial_speed: 0,
  comfort: "HEATING",
  speed_limit_tag: "MA100",
  power_restrictions: [{ from: "a", to: "b", value: "C1" }],
  options: { use_electrical_profiles: true },
  category: { main_category: "TRAM_TRAIN" },
});
const { path, schedule, margins, power_restrictions } = RICH_TRAIN;
/** Each change group once. */
const RICH_PACED_TRAIN = {
  ...RICH_TRAIN,
  paced: { time_window: "PT1H", interval: "PT15M" },
  exceptions: [
    {
      key: "changed",
      occurrence_index: 2,
      disabled: false,
      train_name: { value: "8605" },
      rolling_stock: { rolling_stock_name: "x", comfort: "HEATING" },
      rolling_stock_category: { value: { main_category: "TRAM_TRAIN" } },
      labels: { value: ["pm"] },
      speed_limit_tag: { value: "MA80" },
      start_time: { value: "2024-05-22T08:01:00Z" },
      constraint_distribution: { value: "LINEAR" },
      initial_speed: { value: 0 },
      options: { value: { use_electrical_profiles: false } },
      path_and_schedule: { path, schedule, margins, power_restrictions },
    },
  ],
};
const METADATA_KEYS = "detail family type grouping series subseries unit number reference".split(
  " ",
);
const RICH_STOCK = {
  ...validBattery(),
  metadata: Object.fromEntries(METADATA_KEYS.map((key) => [key, key])),
};
const RANGES = {
  track_section_ranges: [{ track_section: "TA0", begin: 0, end: 9, direction: "START_TO_STOP" }],
};

/** A request, its body, and the keys of the body (or of the first item of a list) that can't be left out. */
type Template = readonly [request: string, body: unknown, required: readonly string[]];

const TRAIN_KEYS = ["train_name", "rolling_stock_name", "start_time", "path"];
const PACED_KEYS = [...TRAIN_KEYS, "paced"];
const STOCK_KEYS = ["name", "mass", "gamma", "effort_curves", "base_power_class", "loading_gauge"];
/** Out of range numbers are stored here and told in the network's fault list. */
const TAKES_ANY_NUMBER = "POST /infra/railjson?name=x";

const TEMPLATES: readonly Template[] = [
  ["POST /infra", { name: "x" }, ["name"]],
  ["PUT /infra/{infra}", { name: "x" }, ["name"]],
  ["POST /rolling_stock", RICH_STOCK, STOCK_KEYS],
  ["PATCH /rolling_stock/{stock}", RICH_STOCK, STOCK_KEYS],
  ["PATCH /rolling_stock/{stock}/locked", { locked: true }, ["locked"]],
  ["POST /electrical_profile_set?name=x", validProfileSet(), ["levels", "level_order"]],
  ["POST /timetable/{timetable}/train_schedules", [RICH_TRAIN, RICH_TRAIN], TRAIN_KEYS],
  ["PUT /train_schedule/{train}", RICH_TRAIN, TRAIN_KEYS],
  ["DELETE /train_schedule", { ids: [1, 2] }, ["ids"]],
  ["POST /timetable/{timetable}/paced_trains", [RICH_PACED_TRAIN, RICH_PACED_TRAIN], PACED_KEYS],
  ["PUT /paced_train/{paced_train}", RICH_PACED_TRAIN, PACED_KEYS],
  ["DELETE /paced_trains", { ids: [1, 2] }, ["ids"]],
  [
    "POST /timetable/{timetable}/import",
    { version: 1, train_schedules: [RICH_TRAIN], paced_trains: [RICH_PACED_TRAIN] },
    ["version"],
  ],
  ["POST /sub_category", validSubCategory({ code: "new" }), Object.keys(validSubCategory())],
  ...["blocks", "topo"].map(
    (kind): Template => [
      `POST /infra/{infra}/pathfinding/${kind}`,
      validPathfinding(),
      Object.keys(validPathfinding()),
    ],
  ),
  ["POST /infra/{infra}/pathfinding?number=2", validTrackPaths(), Object.keys(validTrackPaths())],
  ["POST /infra/{infra}/path_properties?props[]=slopes", RANGES, ["track_section_ranges"]],
  ["POST /train_schedule/simulations_summary", { infra_id: 1, ids: [1] }, ["infra_id", "ids"]],
  [TAKES_ANY_NUMBER, TINY_RAILJSON, Object.keys(TINY_RAILJSON)],
];

/** Values of another type than the one at a place. */
const WRONG: Readonly<Record<string, readonly unknown[]>> = {
  string: [17, true, {}, [[]], { a: { b: [1] } }],
  number: ["NaN", "1", {}, [], true, [1]],
  boolean: ["yes", 3, {}, []],
  object: ["x", 7, true, ""],
  array: ["x", 7, false, {}],
};
const IMPOSSIBLE_NUMBERS = [-1, -0.001, 1e300, -1e300];
/** A path may be asked for with any positive one. */
const ANY_SPEED = "rolling_stock_maximum_speed";

function typeOf(value: unknown): string {
  return Array.isArray(value) ? "array" : typeof value;
}

/** Every place of a value, as keys from its root. */
function placesOf(value: unknown, at: readonly string[] = []): string[][] {
  const here = [[...at]];
  if (typeof value !== "object" || value === null) return here;
  return [...here, ...Object.entries(value).flatMap(([key, item]) => placesOf(item, [...at, key]))];
}

function valueAt(root: unknown, place: readonly string[]): unknown {
  return place.reduce((value, key) => (value as Json)[key], root);
}

function replaceAt(root: unknown, place: readonly string[], value: unknown): unknown {
  const [key, ...rest] = place;
  if (key === undefined) return value;
  const copy: Json = Array.isArray(root) ? ([...root] as unknown as Json) : { ...(root as Json) };
  copy[key] = replaceAt(copy[key], rest, value);
  return copy;
}

function wrongType(random: Random, [, body]: Template): string {
  const place = pick(random, placesOf(body));
  const wrong = pick(random, WRONG[typeOf(valueAt(body, place))] ?? ["x"]);
  return JSON.stringify(replaceAt(body, place, wrong));
}

function wrongNumber(random: Random, template: Template): string {
  const [request, body] = template;
  const numbers = placesOf(body).filter((place) => typeof valueAt(body, place) === "number");
  if (numbers.length === 0 || request === TAKES_ANY_NUMBER) return wrongType(random, template);
  const place = pick(random, numbers);
  const marked = JSON.stringify(replaceAt(body, place, "@"));
  const impossible = IMPOSSIBLE_NUMBERS.filter((one) => one < 0 || place.at(-1) !== ANY_SPEED);
  const number = random() < 0.2 ? "1e999" : String(pick(random, impossible));
  return marked.replace('"@"', number);
}

function withoutKey(random: Random, [, body, required]: Template): string {
  const key = pick(random, required);
  const strip = (form: Json): Json =>
    Object.fromEntries(Object.entries(form).filter(([name]) => name !== key));
  const stripped = Array.isArray(body) ? [strip(body[0] as Json)] : strip(body as Json);
  return JSON.stringify(stripped);
}

function cutText(random: Random, [, body]: Template): string {
  const text = JSON.stringify(body);
  return text.slice(0, Math.floor(random() * text.length));
}

function nestedText(random: Random): string {
  const depth = 65 + Math.floor(random() * 5000);
  return "[".repeat(depth) + "]".repeat(depth);
}

function badBody(random: Random): BadRequest {
  const template = pick(random, TEMPLATES);
  const kinds = [wrongType, wrongType, wrongType, wrongNumber, withoutKey, cutText, nestedText];
  const raw_body = pick(random, kinds)(random, template);
  return { ...readRequest(template[0]), raw_body, is_beyond: false };
}

const BAD_QUERIES = [
  "/infra?page=0",
  "/infra?page=-1",
  "/infra?page=1e3",
  "/infra?page_size=1001",
  "/infra?page_size=",
  "/infra?page=1&page=2",
  "/infra?page=%zz",
  "/infra?page=%00",
  "/light_rolling_stock?page_size=99999999999999999999",
  "/timetable?page=%F0%9F%9A%82",
  "/timetable/{timetable}/train_schedules?page_size=201",
  "/infra/{infra}/errors?level=loud",
  "/infra/{infra}/errors?error_type=%27%20or%201=1--",
  "/infra/{infra}/voltages?include_rolling_stock_modes=2",
  "/train_schedule/{train}/path",
  "/train_schedule/{train}/path?infra_id=abc",
  "/train_schedule/{train}/path?infra=-1",
  "/train_schedule/{train}/path?infra=1&infra=2",
  "/train_schedule/{train}/simulation?infra=9007199254740993",
  "/train_schedule/{train}/simulation?infra={infra}&electrical_profile_set_id=x",
  "/train_schedule/simulations_summary?infra={infra}&ids[]=1.5",
  "/train_schedule/simulations_summary?infra={infra}&ids[0]=one",
  "/train_schedule/simulations_summary?ids=1,2",
  "/paced_train/{paced_train}/path",
  "/paced_train/{paced_train}/path?infra=1&exception_key=a&exception_key=b",
  "/paced_train/simulations_summary?infra={infra}&ids[]=x",
];
const BAD_IDS = [
  "0",
  "-1",
  "1.5",
  "1e3",
  "NaN",
  "%20",
  "9007199254740993",
  "%00",
  "1%2F2",
  "ä",
  "'",
];
const ID_PATHS = [
  "/infra/@",
  "/infra/@/errors",
  "/infra/@/railjson",
  "/rolling_stock/@",
  "/light_rolling_stock/@",
  "/electrical_profile_set/@",
  "/timetable/@/train_schedules",
  "/train_schedule/@",
  "/train_schedule/@/path?infra_id=1",
  "/timetable/@/paced_trains",
  "/paced_train/@",
  "/paced_train/@/simulation?infra_id=1",
];

function badAddress(random: Random): BadRequest {
  const path =
    random() < 0.5
      ? pick(random, BAD_QUERIES)
      : pick(random, ID_PATHS).replace("@", pick(random, BAD_IDS));
  return { method: "GET", path, is_beyond: false };
}

const BAD_HEADERS: readonly Omit<BadRequest, "is_beyond">[] = [
  ...['"x"', "3", 'W/"1"', '"-1"', '"1", "2"', "", '"99999999999999999999"'].map((tag) => ({
    method: "PUT" as const,
    path: "/train_schedule/{train}",
    body: validTrain(),
    headers: { "if-match": tag },
  })),
  ...["", " ", "é", "k".repeat(256), "a b"].map((key) => ({
    method: "POST" as const,
    path: "/timetable/{timetable}/train_schedules",
    body: [validTrain()],
    headers: { "idempotency-key": key },
  })),
  ...["text/plain", "application/xml", "application/jsonp", "multipart/form-data"].map((type) => ({
    method: "POST" as const,
    path: "/infra",
    body: { name: "x" },
    headers: { "content-type": type },
  })),
];

function badHeader(random: Random): BadRequest {
  return { ...pick(random, BAD_HEADERS), is_beyond: false };
}

/** Rules of the table that a body of the right form breaks. */
const BEYOND_RULES: readonly ValidationRule[] = VALIDATION_RULES.filter(
  ({ status, type }) =>
    [404, 409, 412].includes(status) ||
    ["ValidationError", "rollingstocks:NameAlreadyUsed", "request:TooManyItems"].includes(type),
);

/** A train whose parts contradict each other at a random place. */
function contradictoryTrain(random: Random): Json {
  const ids = Array.from({ length: 2 + Math.floor(random() * 20) }, (_, i) => `w${i}`);
  const path = ids.map((id, i) => ({ id, track: "TA0", offset: i * 1000 }));
  const some = pick(random, ids);
  const schedule = ids.filter(() => random() < 0.5).map((at) => ({ at, stop_for: "PT1M" }));
  const margins = { boundaries: [some], values: ["0%", "0%"] };
  const base = validTrain({ path, schedule, margins });
  const contradictions: readonly Json[] = [
    { path: [...path, { id: some, track: "TA0", offset: 5 }] },
    { schedule: [...schedule, { at: "nowhere" }] },
    { schedule: [{ at: some }, { at: some, stop_for: "PT1S" }] },
    { schedule: [{ at: "w0", arrival: "PT0.001S" }] },
    { schedule: [{ at: some, reception_signal: "STOP" }] },
    { margins: { boundaries: [some], values: Array(1 + Math.floor(random() * 9) * 2).fill("0%") } },
    { margins: { boundaries: ["nowhere"], values: ["0%", "0%"] } },
    { power_restrictions: [{ from: some, to: "nowhere", value: "C1" }] },
    { schedule: [{ at: "w0", stop_for: "PT0S" }], initial_speed: random() + 0.001 },
  ];
  return { ...base, ...pick(random, contradictions) };
}

function beyondRequest(random: Random): BadRequest {
  if (random() < 0.4) {
    const train = contradictoryTrain(random);
    return random() < 0.5
      ? { method: "PUT", path: "/train_schedule/{train}", body: train, is_beyond: true }
      : {
          method: "POST",
          path: "/timetable/{timetable}/train_schedules",
          body: [validTrain(), train],
          is_beyond: true,
        };
  }
  const { request } = pick(random, BEYOND_RULES);
  const id = String(MISSING_ID - Math.floor(random() * 1000));
  return {
    ...request,
    path: request.path.replaceAll(String(MISSING_ID), id),
    is_beyond: true,
  };
}

/** `count` bad requests; a quarter of them are valid at the first layer. */
export function* makeBadRequests(seed: number, count: number): Generator<BadRequest> {
  const random = makeRandom(seed);
  for (let i = 0; i < count; i++) {
    const kind = random();
    if (kind < 0.25) yield beyondRequest(random);
    else if (kind < 0.4) yield badAddress(random);
    else if (kind < 0.45) yield badHeader(random);
    else yield badBody(random);
  }
}
