/** A generated network with trains in a database, and requests about what is computed of them. */
import { TINY_OPTIONS } from "../../../bench/network/options.ts";
import { type GeneratedNetwork, generateNetwork } from "../../../bench/network.ts";

export interface TrainRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** Returns the answer's text of a request that must succeed. */
export type Ask = (request: TrainRequest) => Promise<string>;

/** Stores all that the returned requests are about. */
export async function storeTrains(
  ask: Ask,
  network: GeneratedNetwork = generateNetwork(TINY_OPTIONS),
): Promise<TrainRequest[]> {
  const post = async <T>(path: string, body?: unknown): Promise<T> =>
    JSON.parse(await ask({ method: "POST", path, body })) as T;
  const { infra } = await post<{ infra: number }>("/infra/railjson?name=x", network.railjson);
  for (const stock of network.rolling_stocks) await post("/rolling_stock", stock);
  const profiles = network.electrical_profile_set;
  const { id } = await post<{ id: number }>("/electrical_profile_set?name=x", profiles);
  const { timetable_id } = await post<{ timetable_id: number }>("/timetable");
  const timetable = `/timetable/${timetable_id}`;
  const trains = await post<{ id: number }[]>(
    `${timetable}/train_schedules`,
    network.train_schedules,
  );
  const run = `infra_id=${infra}&electrical_profile_set_id=${id}`;
  const ids = trains.map((train) => train.id);
  const body = { infra_id: infra, electrical_profile_set_id: id, ids };
  const get = (path: string): TrainRequest => ({ method: "GET", path });
  return [
    ...ids.map((train) => get(`/train_schedule/${train}/path?infra_id=${infra}`)),
    ...ids.map((train) => get(`/train_schedule/${train}/simulation?${run}`)),
    get(`${timetable}/conflicts?${run}`),
    { method: "POST", path: "/train_schedule/simulations_summary", body },
    {
      method: "POST",
      path: `/infra/${infra}/pathfinding/blocks`,
      body: {
        path_items: network.train_schedules[0]?.path.map(({ id: _, ...location }) => location),
        rolling_stock_loading_gauge: "G1",
        rolling_stock_is_thermal: true,
        rolling_stock_supported_electrifications: [],
        rolling_stock_supported_signaling_systems: [],
        rolling_stock_maximum_speed: 30,
        rolling_stock_length: 100,
      },
    },
  ];
}
