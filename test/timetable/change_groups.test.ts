// Method: each change group of a paced train's exception in its three forms, absent, empty and with a value, sent over HTTP; the trains that the stored record stands for are compared with the base train, field by field.
import { beforeAll, describe, expect, it } from "vitest";
import { TRAIN_ENTRIES } from "../../src/railway/train_entries.ts";
import {
  type EffectiveTrain,
  listEffectiveTrains,
} from "../../src/timetable/paced_train/effective_trains.ts";
import { startTestApi } from "../helpers/api.ts";
import { atOnce } from "../helpers/at_once.ts";
import { opened } from "../helpers/opened.ts";
import { type Json, validPacedTrain } from "../platform/http/rules/valid_forms.ts";

const api = opened(startTestApi);
let path: string;
beforeAll(async () => {
  const { timetable_id } = (await api.make("POST", "/timetable")).json;
  path = `/timetable/${timetable_id}/paced_trains`;
});

/** A base train in which no field has its default. */
const BASE: Json = {
  train_name: "RER B",
  rolling_stock_name: "fast",
  comfort: "AIR_CONDITIONING",
  category: { main_category: "TRAM_TRAIN" },
  labels: ["am"],
  speed_limit_tag: "MA100",
  start_time: "2024-05-22T08:00:00Z",
  constraint_distribution: "MARECO",
  initial_speed: 5,
  options: { use_electrical_profiles: false },
  path: [
    { id: "a", deleted: false, trigram: "SWS", secondary_code: null },
    { id: "b", deleted: false, trigram: "NES", secondary_code: null },
  ],
  schedule: [],
  margins: { boundaries: ["b"], values: ["5%", "3min/100km"] },
  power_restrictions: [{ from: "a", to: "b", value: "C1" }],
};

const NEW_PATH: Json = {
  path: [{ id: "x", deleted: false, track: "T", offset: 10_000 }],
  schedule: [{ at: "x", arrival: null, stop_for: null, reception_signal: "OPEN", locked: false }],
  margins: { boundaries: [], values: ["0%"] },
  power_restrictions: [],
};

interface ChangeGroup {
  readonly name: string;
  readonly value: Json;
  /** The train's fields that the value gives. */
  readonly changed: Json;
  /** The fields after `{}`; null: these can't be unset, which is refused. */
  readonly unset: Json | null;
}

/** A group of one field of the same name. */
function plain(name: string, value: unknown, unset: Json | null): ChangeGroup {
  return { name, value: { value }, changed: { [name]: value }, unset };
}

const RER = { sub_category_code: "RER" };

const GROUPS: readonly ChangeGroup[] = [
  plain("train_name", "RER B bis", null),
  {
    name: "rolling_stock",
    value: { rolling_stock_name: "slow", comfort: "HEATING" },
    changed: { rolling_stock_name: "slow", comfort: "HEATING" },
    unset: null,
  },
  {
    name: "rolling_stock_category",
    value: { value: RER },
    changed: { category: RER },
    unset: { category: null },
  },
  plain("labels", ["pm", "strike"], { labels: [] }),
  plain("speed_limit_tag", "HLP", { speed_limit_tag: null }),
  plain("start_time", "2024-05-22T08:17:00Z", null),
  plain("constraint_distribution", "LINEAR", null),
  plain("initial_speed", 7.5, { initial_speed: 0 }),
  plain(
    "options",
    { use_electrical_profiles: true },
    { options: { use_electrical_profiles: true } },
  ),
  { name: "path_and_schedule", value: NEW_PATH, changed: NEW_PATH, unset: null },
];

function formOf(...exceptions: readonly Json[]): Json {
  return validPacedTrain({ ...BASE, exceptions });
}

/** The trains that a stored paced train stands for, by the key of their exception. */
async function trainsOf(...exceptions: readonly Json[]): Promise<Map<string, EffectiveTrain>> {
  const [created] = (await api.make("POST", path, [formOf(...exceptions)])).json;
  const record = (await api.call("GET", `/paced_train/${created.id}`)).json;
  expect(record).toEqual(created);
  return new Map(
    atOnce(listEffectiveTrains(record)).map((one) => {
      const { occurrence } = one;
      return ["exception_key" in occurrence ? occurrence.exception_key : "", one];
    }),
  );
}

/** What the train has of the base's fields; its start is told beside it. */
function fieldsOf(one: EffectiveTrain | undefined): Json {
  const { train, start_ms } = one ?? {};
  const all: Json = { ...train, start_time: new Date(start_ms ?? 0).toISOString() };
  return Object.fromEntries(Object.keys(BASE).map((name) => [name, all[name]]));
}

function expected(change: Json, start_time: string): Json {
  const fields = { ...BASE, start_time, ...change };
  return { ...fields, start_time: new Date(fields.start_time).toISOString() };
}

const AT_SECOND = "2024-05-22T08:15:00Z";

describe("a change group", () => {
  it("is there for every field of a train but its days and the train that it follows", () => {
    const changed = GROUPS.flatMap((group) => Object.keys(group.changed));
    expect(changed.concat("days", "follows").sort()).toEqual(Object.keys(TRAIN_ENTRIES).sort());
  });

  it("that is absent keeps the base train's value, of a changed and of an added train", async () => {
    const trains = await trainsOf({ key: "changed", occurrence_index: 1 }, { key: "added" });
    expect(fieldsOf(trains.get("changed"))).toEqual(expected({}, AT_SECOND));
    expect(fieldsOf(trains.get("added"))).toEqual(expected({}, String(BASE["start_time"])));
  });

  it.each(GROUPS.map((group) => [group.name, group] as const))(
    "with a value gives it to the train and leaves the rest: %s",
    async (name, { value, changed }) => {
      const key = "changed";
      const trains = await trainsOf({ key, occurrence_index: 1, [name]: value });
      expect(fieldsOf(trains.get(key))).toEqual(expected(changed, AT_SECOND));
    },
  );

  it.each(GROUPS.map((group) => [group.name, group] as const))(
    "that is empty unsets its field, where the field can be unset: %s",
    async (name, { unset }) => {
      const exception = { key: "emptied", occurrence_index: 1, [name]: {} };
      if (unset === null) {
        const answer = await api.call("POST", path, [formOf(exception)]);
        expect(answer.json).toMatchObject({ status: 422, type: "editoast:request:InvalidBody" });
        expect(answer.json.context.path).toContain(`/0/exceptions/0/${name}`);
        return;
      }
      const trains = await trainsOf(exception);
      expect(fieldsOf(trains.get("emptied"))).toEqual(expected(unset, AT_SECOND));
    },
  );

  it("stands beside any number of others, all of them at once", async () => {
    const all = Object.fromEntries(GROUPS.map(({ name, value }) => [name, value]));
    const trains = await trainsOf({ key: "all", occurrence_index: 1, ...all });
    const changed = Object.assign({}, ...GROUPS.map((group) => group.changed)) as Json;
    expect(fieldsOf(trains.get("all"))).toEqual(expected(changed, AT_SECOND));
  });
});
