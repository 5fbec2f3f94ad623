/** Imports a generated network with its stocks and trains through the HTTP API. */
import { setTimeout as wait } from "node:timers/promises";
import type { GeneratedNetwork } from "../network.ts";
import {
  type Api,
  ApiError,
  Infra,
  InfraCreated,
  Nothing,
  TimetableCreated,
  TrainsCreated,
  WithId,
} from "./api.ts";

export interface Imported {
  readonly infra_id: number;
  readonly electrical_profile_set_id: number;
  /** By name. */
  readonly rolling_stock_ids: ReadonlyMap<string, number>;
  readonly timetable_id: number;
  /** [nTrains], as in the generated timetable. */
  readonly train_ids: readonly number[];
  /** [nPacedTrains], as in the generated timetable. */
  readonly paced_train_ids: readonly number[];
}

const LOAD_POLL_MS = 100;
const LOAD_ATTEMPTS = 600;

/** Creates everything and waits until the network can be computed on. Throws ApiError. */
export async function importNetwork(api: Api, network: GeneratedNetwork): Promise<Imported> {
  const { infra } = await api.post(
    "/infra/railjson?name=Demo&generate_data=true",
    network.railjson,
    InfraCreated,
  );
  await api.post(`/infra/${infra}/load`, undefined, Nothing);
  const rolling_stock_ids = new Map<string, number>();
  for (const stock of network.rolling_stocks) {
    rolling_stock_ids.set(stock.name, (await api.post("/rolling_stock", stock, WithId)).id);
  }
  const profiles = await api.post(
    "/electrical_profile_set?name=Demo",
    network.electrical_profile_set,
    WithId,
  );
  const { timetable_id } = await api.post("/timetable", { name: "Demo line" }, TimetableCreated);
  const timetable = `/timetable/${timetable_id}`;
  const trains = await api.post(
    `${timetable}/train_schedules`,
    network.train_schedules,
    TrainsCreated,
  );
  const paced_trains = await api.post(
    `${timetable}/paced_trains`,
    network.paced_trains,
    TrainsCreated,
  );
  await waitForInfra(api, infra);
  return {
    infra_id: infra,
    electrical_profile_set_id: profiles.id,
    rolling_stock_ids,
    timetable_id,
    train_ids: trains.map(({ id }) => id),
    paced_train_ids: paced_trains.map(({ id }) => id),
  };
}

/** Until trains can run on it. Throws ApiError. */
export async function waitForInfra(api: Api, infra_id: number): Promise<void> {
  for (let i = 0; i < LOAD_ATTEMPTS; i++) {
    const { state } = await api.get(`/infra/${infra_id}`, Infra);
    if (state === "CACHED") return;
    if (state === "ERROR") break;
    await wait(LOAD_POLL_MS);
  }
  throw new ApiError(`the network ${infra_id} can't be loaded: see /infra/${infra_id}/errors`);
}
