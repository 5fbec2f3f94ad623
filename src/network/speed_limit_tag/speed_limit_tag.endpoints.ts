/** The configured speed limit tags (interface.md 5.2). */
import * as v from "valibot";
import { okJson } from "../../platform/http/answers.ts";
import { checked, endpoint } from "../../platform/http/endpoint.ts";
import { Text } from "../../railway/scalars.ts";
import { speedLimitTags } from "./speed_limit_tags.ts";

export const SPEED_LIMIT_TAG_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/speed_limit_tags",
    summary: "Speed limit tags that trains may carry",
    answer: okJson(v.array(Text)),
    access: checked({ roles: ["infra:read"] }),
    handle: async ({ services }) => [...speedLimitTags(services.config).keys()],
  }),
];
