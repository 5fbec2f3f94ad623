/** The configured speed limit tags (interface.md 5.2). */

import * as v from "valibot";
import { noBody, okJson } from "../../platform/http/answers.ts";
import { checked, type Endpoint, endpoint } from "../../platform/http/endpoint.ts";
import { NoParams, NoQuery } from "../../platform/http/fields.ts";
import { Text } from "../../railway/scalars.ts";
import { speedLimitTags } from "./speed_limit_tags.ts";

export const SPEED_LIMIT_TAG_ENDPOINTS: readonly Endpoint[] = [
  endpoint({
    method: "get",
    path: "/speed_limit_tags",
    summary: "Speed limit tags that trains may carry",
    params: NoParams,
    query: NoQuery,
    body: noBody,
    answer: okJson(v.array(Text)),
    access: checked({ roles: ["infra:read"] }),
    handle: async ({ services }) => [...speedLimitTags(services.config).keys()],
  }),
];
