/** A server with the network drawn by hand, and a rolling stock for it. */
import { validStock } from "../platform/http/rules/valid_forms.ts";
import { startTestApi, type TestApi } from "./api.ts";
import { JUNCTION_RAILJSON } from "./junction_railjson.ts";

export async function startJunctionApi(): Promise<TestApi & { readonly infra_id: number }> {
  const api = await startTestApi();
  const { infra } = (await api.make("POST", "/infra/railjson?name=junction", JUNCTION_RAILJSON))
    .json;
  await api.make("POST", "/rolling_stock", validStock({ name: "electric" }));
  return { ...api, infra_id: infra };
}
