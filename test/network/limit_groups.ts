/** What tests of temporary limits share: a tiny network in a server of its own, and groups of limits on it. */
import { TINY_OPTIONS } from "../../bench/network/options.ts";
import { generateNetwork } from "../../bench/network.ts";
import { startTestApi, type TestApi } from "../helpers/api.ts";

export interface Range {
  readonly track: string;
  readonly begin: number;
  readonly end: number;
  readonly direction: string;
}

export interface LimitForm {
  readonly start_date_time: string;
  readonly end_date_time: string;
  readonly track_ranges: readonly Range[];
  readonly speed_limit: number;
  readonly obj_id: string;
}

export const network = generateNetwork(TINY_OPTIONS);

/** With the network and its stocks. */
export async function startTinyApi(
  ...options: Parameters<typeof startTestApi>
): Promise<{ readonly api: TestApi; readonly infra_id: number }> {
  const api = await startTestApi(...options);
  const { infra } = (await api.make("POST", "/infra/railjson?name=tiny", network.railjson)).json;
  for (const stock of network.rolling_stocks) await api.make("POST", "/rolling_stock", stock);
  return { api, infra_id: infra };
}

let group_count = 0;
export async function createGroup(
  api: TestApi,
  speed_limits: readonly LimitForm[],
): Promise<number> {
  const body = { speed_limit_group_name: `group ${++group_count}`, speed_limits };
  return (await api.make("POST", "/temporary_speed_limit_group", body)).json.group_id;
}

/** Parameters of what is computed under a group. */
export function withGroup(infra_id: number, group_id: number | null): string {
  return `infra=${infra_id}${group_id === null ? "" : `&temporary_speed_limit_group_id=${group_id}`}`;
}
