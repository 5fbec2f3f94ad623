// Method: a network drawn in the editor with two services head on, where it is there; services over the tiny line: what is proposed for a service is tried by `what_if` and stored, and whole lists of conflicts are compared.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PROJECT_ROOT } from "../../src/platform/root.ts";
import { startTestApi } from "../helpers/api.ts";
import { opened } from "../helpers/opened.ts";
import { TINY_RAILJSON } from "../helpers/tiny_railjson.ts";
import { validStock, validTrain } from "../platform/http/rules/valid_forms.ts";
import type { Json } from "./live_world.ts";
import { type Resolved, resolve } from "./resolution_trial.ts";

const CASES = join(PROJECT_ROOT, "../shared/cases/page");
const has_cases = existsSync(CASES);
if (!has_cases) console.warn("skipped: ../shared/cases/page is not there");

const api = opened(startTestApi);
const readCase = (path: string): Json => JSON.parse(readFileSync(join(CASES, path), "utf8"));

interface Place {
  readonly timetable_id: number;
  readonly query: string;
}

async function countConflicts({ timetable_id, query }: Place): Promise<number> {
  return (await api.make("GET", `/timetable/${timetable_id}/conflicts?${query}`)).json.length;
}

/** What is proposed is what a trial says, and what is there when it is stored. */
async function judge(place: Place, answer: Resolved): Promise<void> {
  const before = await countConflicts(place);
  const path = `/timetable/${place.timetable_id}`;
  const body = { changes: answer.changes };
  const tried = (await api.make("POST", `${path}/what_if?${place.query}`, body)).json;
  expect(tried.conflicts.new).toEqual([]);
  expect(tried.conflicts.gone).toHaveLength(answer.solved.length);
  expect(answer.summaries.map(String)).toEqual(tried.trains.map(String));
  const { undo } = (await api.make("POST", `${path}/changes`, body)).json;
  expect(await countConflicts(place)).toBe(before - answer.solved.length);
  await api.make("POST", `${path}/changes`, { changes: undo });
  expect(await countConflicts(place)).toBe(before);
}

const isWhole = ({ kind, occurrence_key, exception_key }: Json): boolean =>
  kind === "paced_train" && occurrence_key === undefined && exception_key === undefined;

describe.skipIf(!has_cases)("two services head on over one halt", () => {
  it("are solved by one change of a service, not by sixteen of its trains", async () => {
    const network = readCase("false_times/ostbahn.railjson.json");
    const { infra } = (await api.make("POST", "/infra/railjson?name=Ostbahn", network)).json;
    for (const name of ["slow_rolling_stock", "fast_rolling_stock"]) {
      const { id: _id, ...stock } = readCase(`false_times/${name}.json`);
      await api.make("POST", "/rolling_stock", stock);
    }
    const { timetable_id } = (await api.make("POST", "/timetable")).json;
    const timetable = readCase("resolve_tracks/timetable.json");
    await api.make("POST", `/timetable/${timetable_id}/import`, timetable);
    const place = { timetable_id, query: `infra=${infra}` };
    const allow = { later: "PT900S", hold: "PT600S", tracks: true };
    const ask = async (more: Json = {}): Promise<Resolved> =>
      await resolve(api, place, { allow, deadline: "PT60S", ...more });
    const whole = await ask({ services: true });
    expect(whole.solved).toHaveLength(32);
    expect(whole.changes).toHaveLength(1);
    expect(whole.changes.every(isWhole)).toBe(true);
    await judge(place, whole);
    // Where one of its trains may not be changed, its service is not.
    const { id } = whole.changes[0] as { id: number };
    const fixed = [{ kind: "paced_train", id, occurrence_key: 0 }];
    const others = await ask({ services: true, trains: { fixed } });
    expect(others.changes.filter((one) => one["id"] === id).some(isWhole)).toBe(false);
  });
});

describe("services that follow too closely", () => {
  it("cost what their delays and exceptions do; nothing else is said where services are not asked for", async () => {
    const { infra } = (
      await api.make("POST", "/infra/railjson?name=Tiny&generate_data=true", TINY_RAILJSON)
    ).json;
    await api.make("POST", "/rolling_stock", validStock({ name: "own" }));
    const { timetable_id } = (await api.make("POST", "/timetable")).json;
    const path = [
      { id: "a", operational_point: "OP.A" },
      { id: "b", operational_point: "OP.B" },
    ];
    const train = validTrain({ rolling_stock_name: "own", path, schedule: [] });
    const start_ms = Date.parse(String(train["start_time"]));
    const service = (later_s: number, count: number): Json => ({
      ...train,
      start_time: new Date(start_ms + 1000 * later_s).toISOString(),
      paced: { time_window: `PT${count}H`, interval: "PT1H" },
    });
    const services = [service(0, 6), service(20, 6)];
    await api.make("POST", `/timetable/${timetable_id}/paced_trains`, services);
    const place = { timetable_id, query: `infra=${infra}` };
    expect(await countConflicts(place)).toBeGreaterThan(0);
    const today = await resolve(api, place, {});
    const same = await resolve(api, place, { services: false });
    expect(same).toEqual(today);
    const asked = await resolve(api, place, { services: true });
    expect(asked.solved).toHaveLength(today.solved.length);
    expect(asked.changes.every(isWhole)).toBe(true);
    await judge(place, asked);
  });
});
