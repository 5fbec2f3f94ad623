// Method: one wrong request for each kind of fault; the place and the message of its answer.
import { expect, it } from "vitest";
import { opened } from "../../helpers/opened.ts";
import { makeRuleWorld } from "../../helpers/rule_world.ts";
import { TINY_RAILJSON } from "../../helpers/tiny_railjson.ts";
import { type Json, validLimits, validStock, validTrain } from "./rules/valid_forms.ts";

const world = opened(makeRuleWorld);
const TRAINS = "/timetable/{timetable}/train_schedules";
const LIMITS = "/temporary_speed_limit_group";
const KMH_160 = "must be at most 150 m/s; 160 looks like km/h";

const FAULTS: readonly (readonly [path: string, body: unknown, pointer: string, reason: string])[] =
  [
    [TRAINS, [validTrain({ speed: 3 })], "/0/speed", "no such field"],
    [TRAINS, [validTrain({ path: [{ id: "a", trak: "A" }] })], "/0/path/0/trak", "no such field"],
    [
      TRAINS,
      [validTrain({ rolling_stock_name: undefined })],
      "/0/rolling_stock_name",
      "is required",
    ],
    [TRAINS, [validTrain({ train_name: 7 })], "/0/train_name", "must be a text"],
    [TRAINS, [validTrain({ labels: "am" })], "/0/labels", "must be a list"],
    [TRAINS, [validTrain({ margins: 5 })], "/0/margins", "must be an object"],
    [TRAINS, [validTrain({ initial_speed: "5" })], "/0/initial_speed", "must be a number"],
    [TRAINS, [validTrain({ initial_speed: 160 })], "/0/initial_speed", KMH_160],
    [TRAINS, [validTrain({ initial_speed: 1e9 })], "/0/initial_speed", "must be at most 150 m/s"],
    [
      TRAINS,
      [validTrain({ comfort: "COLD" })],
      "/0/comfort",
      "must be one of STANDARD, AIR_CONDITIONING, HEATING",
    ],
    [TRAINS, validTrain(), "", "must be a list"],
    [LIMITS, validLimits({}, { speed_limit: 160 }), "/speed_limits/0/speed_limit", KMH_160],
    ["/infra", {}, "/name", "is required"],
    ["/infra", { name: "a", color: 1 }, "/color", "no such field"],
    ["/rolling_stock", validStock({ locked: "no" }), "/locked", "must be true or false"],
    [
      "/rolling_stock",
      validStock({ energy_sources: [{ energy_source_type: "Coal" }] }),
      "/energy_sources/0/energy_source_type",
      "must be one of Electrification, PowerPack, Battery",
    ],
    [
      "/rolling_stock",
      validStock({ energy_sources: ["x"] }),
      "/energy_sources/0",
      "must be an object",
    ],
    ["/timetable/{timetable}/import", { version: 3 }, "/version", "must be 1 or 2"],
    ["/timetable/{timetable}/import", { version: 1, trains: [] }, "/trains", "no such field"],
    ["/infra/railjson?name=x", { ...TINY_RAILJSON, extra: [] }, "/extra", "no such field"],
    [
      "/infra/railjson?name=x",
      { ...TINY_RAILJSON, signals: [{ id: "s" }] },
      "/signals/0/track",
      "is required",
    ],
  ];

it.each(FAULTS)("POST %s with %j tells %s: %s", async (path, body, pointer, reason) => {
  const { status, json } = await world.send({ method: "POST", path, body: body as Json });
  expect(status).toBe(422);
  expect(json.context).toMatchObject({ path: pointer, reason });
});

it.each([
  ["/timetable/{timetable}/conflicts", "infra", "is required"],
  ["/timetable/{timetable}/conflicts?infra=x", "infra", "must be a positive integer"],
  ["/timetable/{timetable}/conflicts?infra_id=x", "infra", "must be a positive integer"],
  ["/infra/{infra}/errors?level=some", "level", "must be one of warnings, errors, all"],
  ["/projects?ordering=Random", "ordering", /^must be one of NameAsc, NameDesc, /],
])("GET %s tells %s: %s", async (path, parameter, reason) => {
  const { status, json } = await world.send({ method: "GET", path });
  expect(status).toBe(400);
  expect(json.context.parameter).toBe(parameter);
  expect(json.context.reason).toMatch(reason);
});
