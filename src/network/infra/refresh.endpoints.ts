/**
 * Existing clients refresh derived data of a network after they change it (interface.md 5.2). Here the only such data
 * is the compiled network. It belongs to a content, so it is never stale and nothing is to do; `force` drops it, and
 * the next use compiles it again. The answer names all infrastructures asked for, because scripts wait for their ids.
 */
import * as v from "valibot";
import { okJson } from "../../platform/http/answers.ts";
import { checked, endpoint } from "../../platform/http/endpoint.ts";
import { queryBool, queryIdList } from "../../platform/http/fields.ts";
import { about } from "../../railway/wire.ts";
import { infraNotFound } from "./infra.errors.ts";
import { getInfra } from "./infra.queries.ts";
import { RefreshResult } from "./infra.schemas.ts";

export const REFRESH_ENDPOINTS = [
  endpoint({
    method: "post",
    path: "/infra/refresh",
    summary: "Drop what is derived of networks, on demand",
    query: v.object({
      force: about(
        v.optional(queryBool, ["false"]),
        "Whether to drop the compiled form; nothing else that is derived can be stale",
      ),
      infras: about(
        v.optional(queryIdList, []),
        "Infrastructures by id, each once: `infras=1,2` or `infras[]=1&infras[]=2`; none = none",
      ),
    }),
    answer: okJson(RefreshResult),
    creates: null,
    access: checked({
      roles: ["infra:write"],
      levels: { infra: "Writer" },
      needs: ({ query }: { query: { infras: number[] } }) => ({ infra: query.infras }),
    }),
    handle: async ({ services }, { query: { force, infras } }) => {
      const rows = await Promise.all(infras.map((id) => getInfra(services.db, id)));
      for (const [i, id] of infras.entries()) if (rows[i] === null) throw infraNotFound(id);
      for (const row of rows) {
        if (force && row !== null) services.infras.evict(row.content_id);
      }
      return { infra_refreshed: infras };
    },
  }),
];
