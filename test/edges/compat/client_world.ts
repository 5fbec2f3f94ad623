/** A server with one record of each kind that clients of 2024 know, on a network where trains run. */
import { startTestApi, type TestApi } from "../../helpers/api.ts";
import { branchPath, JUNCTION_RAILJSON } from "../../helpers/junction_railjson.ts";
import { validStock } from "../../platform/http/rules/valid_forms.ts";

export type Json = Readonly<Record<string, unknown>>;
export type Ids = Readonly<Record<string, number>>;

export interface ClientWorld {
  readonly api: TestApi;
  readonly ids: Ids;
  /** What is projected on: the lists of a path as clients send them. */
  readonly path: Json;
  close(): Promise<void>;
}

/** A train as clients of 2024 send it: without a category, the linear distribution as `STANDARD`. */
export function clientTrain(change: Json = {}): Json {
  return {
    train_name: "8601",
    labels: ["am"],
    rolling_stock_name: "electric",
    start_time: "2024-10-22T08:00:00Z",
    path: branchPath("N").map((item) => ({ ...(item as object), deleted: false })),
    schedule: [
      { at: "end", arrival: null, stop_for: "PT0S", reception_signal: "OPEN", locked: false },
    ],
    margins: { boundaries: [], values: ["0%"] },
    initial_speed: 0,
    comfort: "STANDARD",
    constraint_distribution: "STANDARD",
    speed_limit_tag: null,
    power_restrictions: [],
    options: { use_electrical_profiles: true },
    ...change,
  };
}

export async function makeClientWorld(
  env: Readonly<Record<string, string>> = {},
): Promise<ClientWorld> {
  const api = await startTestApi(env);
  const made = async (path: string, body?: unknown) => (await api.make("POST", path, body)).json;
  const { infra } = await made("/infra/railjson?name=junction", JUNCTION_RAILJSON);
  const stock = await made("/rolling_stock", validStock({ name: "electric" }));
  const { timetable_id } = await made("/timetable");
  const trains = await made(`/timetable/${timetable_id}/train_schedules`, [
    clientTrain(),
    clientTrain({ path: branchPath("S"), start_time: "2024-10-22T08:00:01Z" }),
    clientTrain({ rolling_stock_name: "no such stock" }),
  ]);
  const paced = { paced: { time_window: "PT1H", interval: "PT15M" }, exceptions: [] };
  const [paced_train, doomed_paced_train, other_doomed_paced_train] = await made(
    `/timetable/${timetable_id}/paced_trains`,
    [1, 2, 3].map(() => clientTrain(paced)),
  );
  const user = (
    await api.send({ path: "/authn/me", headers: { "x-remote-user-identity": "idp/anna" } })
  ).json;
  const ids = {
    infra,
    stock: stock.id,
    timetable: timetable_id,
    train: trains[0].id,
    second_train: trains[1].id,
    stockless_train: trains[2].id,
    paced_train: paced_train.id,
    doomed_paced_train: doomed_paced_train.id,
    other_doomed_paced_train: other_doomed_paced_train.id,
    user: user.id,
  };
  const { track_section_ranges, routes, blocks } = (
    await api.make("GET", `/train_schedule/${ids.train}/path?infra_id=${infra}`)
  ).json;
  const path = { track_section_ranges, routes, blocks };
  return { api, ids, path, close: async () => await api.close() };
}
