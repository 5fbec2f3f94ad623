/** The project that an endpoint's path names. */
import type { Resources } from "../../platform/http/endpoint.ts";

export function ofProject({
  params,
}: {
  readonly params: { readonly project_id: number };
}): Resources {
  return { project: [params.project_id] };
}
