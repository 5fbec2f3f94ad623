/** The privilege that an endpoint under `/infra/:infra_id` asks for (decisions.md 3). */
import type { Need, PrivilegeLevel } from "../access/levels.ts";

export function onInfra(
  level: PrivilegeLevel,
): (input: { readonly params: { readonly infra_id: number } }) => readonly Need[] {
  return ({ params }) => [{ type: "infra", id: params.infra_id, level }];
}
