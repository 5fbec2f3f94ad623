/** The infrastructure that an endpoint under `/infra/:infra_id` is about. */
import type { Resources } from "../../platform/http/endpoint.ts";

export function ofInfra({ params }: { readonly params: { readonly infra_id: number } }): Resources {
  return { infra: [params.infra_id] };
}
