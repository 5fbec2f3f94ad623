/** The study that an endpoint's path names. */
import type { Resources } from "../../platform/http/endpoint.ts";

export function ofStudy({ params }: { readonly params: { readonly study_id: number } }): Resources {
  return { study: [params.study_id] };
}
