/** A junction drawn by hand with one rolling stock, and short term requests on it. */
import { startTestApi, type TestApi } from "../helpers/api.ts";
import { branchPath, JUNCTION_RAILJSON } from "../helpers/junction_railjson.ts";
import type { CallResult, TestSettings } from "../helpers/services.ts";
import { prune, validStock, validTrain } from "../platform/http/rules/valid_forms.ts";

export type Json = Record<string, unknown>;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const LEAVES = {
  arrival_time: "2026-05-22T08:00:00Z",
  arrival_time_tolerance_before: 0,
  arrival_time_tolerance_after: 10 * MINUTE_MS,
};
export const FIRST = {
  location: { track: "N", offset: 500_000 },
  duration: 0,
  timing_data: LEAVES,
};
export const LAST = { location: { track: "M", offset: 5_000_000 }, duration: 0 };

/** Between the two. */
export function via(change: Json): Json {
  return { location: { track: "N", offset: 3_800_000 }, ...change };
}

/** A train from the other branch, which needs the trunk first. */
export function train(change: Json = {}): Json {
  return validTrain({
    rolling_stock_name: "electric",
    start_time: "2026-05-22T08:00:00Z",
    path: branchPath("S"),
    schedule: [],
    ...change,
  });
}

export class StdcmWorld {
  readonly api: TestApi;
  readonly infra_id: number;
  readonly stock_id: number;

  private constructor(api: TestApi, infra_id: number, stock_id: number) {
    this.api = api;
    this.infra_id = infra_id;
    this.stock_id = stock_id;
  }

  static async open(env: TestSettings = {}): Promise<StdcmWorld> {
    const api = await startTestApi(env);
    const imported = await api.make("POST", "/infra/railjson?name=junction", JUNCTION_RAILJSON);
    const stock = await api.make("POST", "/rolling_stock", validStock({ name: "electric" }));
    return new StdcmWorld(api, imported.json.infra, stock.json.id);
  }

  async close(): Promise<void> {
    await this.api.close();
  }

  /** From the northern branch to the trunk, leaving between 08:00 and 08:10. */
  request(change: Json = {}): Json {
    return prune({
      steps: [FIRST, LAST],
      rolling_stock_id: this.stock_id,
      comfort: "STANDARD",
      maximum_departure_delay: 10 * MINUTE_MS,
      ...change,
    });
  }

  async timetableOf(...trains: readonly Json[]): Promise<{ id: number; ids: number[] }> {
    const { timetable_id } = (await this.api.make("POST", "/timetable")).json;
    const path = `/timetable/${timetable_id}/train_schedules`;
    const rows = trains.length === 0 ? [] : (await this.api.make("POST", path, trains)).json;
    return { id: timetable_id, ids: rows.map(({ id }: { id: number }) => id) };
  }

  /** The answer to a request that must be answered. */
  async ask(
    timetable_id: number,
    change: Json = {},
    infra = this.infra_id,
  ): Promise<CallResult["json"]> {
    const path = `/timetable/${timetable_id}/stdcm?infra=${infra}`;
    return (await this.api.make("POST", path, this.request(change))).json;
  }
}
