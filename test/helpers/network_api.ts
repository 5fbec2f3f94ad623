/** A server with a generated network: its infrastructure, rolling stocks and electrical profiles. */
import { startTestApi, type TestApi } from "./api.ts";
import type { TestSettings } from "./services.ts";

export interface NetworkApi extends TestApi {
  readonly infra_id: number;
  readonly profile_set_id: number;
}

export async function startNetworkApi(
  network: {
    readonly railjson: object;
    readonly rolling_stocks: readonly object[];
    readonly electrical_profile_set: object;
  },
  env: TestSettings = {},
): Promise<NetworkApi> {
  const api = await startTestApi(env);
  const { infra } = (await api.make("POST", "/infra/railjson?name=tiny", network.railjson)).json;
  for (const stock of network.rolling_stocks) await api.make("POST", "/rolling_stock", stock);
  const profiles = "/electrical_profile_set?name=profiles";
  const { id } = (await api.make("POST", profiles, network.electrical_profile_set)).json;
  return { ...api, infra_id: infra, profile_set_id: id };
}
