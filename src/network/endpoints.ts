/** The endpoints of networks and what lies on them. */
import type { Endpoint } from "../platform/http/endpoint.ts";
import type { Tag } from "../platform/http/tags.ts";
import { ELECTRICAL_PROFILE_SET_ENDPOINTS } from "./electrical_profile_set/electrical_profile_set.endpoints.ts";
import { FONT_ENDPOINTS } from "./font/font.endpoints.ts";
import { EDIT_ENDPOINTS } from "./infra/edit.endpoints.ts";
import { INFRA_EVENT_ENDPOINTS } from "./infra/events.endpoints.ts";
import { IMPORT_ENDPOINTS } from "./infra/import.endpoints.ts";
import { INFRA_ENDPOINTS } from "./infra/infra.endpoints.ts";
import { NETWORK_READ_ENDPOINTS } from "./infra/network_read.endpoints.ts";
import { OBJECT_ENDPOINTS } from "./infra/object.endpoints.ts";
import { RAILJSON_ENDPOINTS } from "./infra/railjson/railjson.endpoints.ts";
import { REFRESH_ENDPOINTS } from "./infra/refresh.endpoints.ts";
import { STATION_MATCH_ENDPOINTS } from "./infra/station_matches.endpoints.ts";
import { MAP_ENDPOINTS } from "./map/map.endpoints.ts";
import { ZONE_ENDPOINTS } from "./map/zone.endpoints.ts";
import { SPEED_LIMIT_TAG_ENDPOINTS } from "./speed_limit_tag/speed_limit_tag.endpoints.ts";
import { SPRITE_ENDPOINTS } from "./sprite/sprite.endpoints.ts";
import { TEMPORARY_SPEED_LIMIT_ENDPOINTS } from "./temporary_speed_limit/temporary_speed_limit.endpoints.ts";
import { WORK_SCHEDULE_ENDPOINTS } from "./work_schedule/work_schedule.endpoints.ts";

export const NETWORK_ROOM: readonly Endpoint[] = [
  ...INFRA_ENDPOINTS,
  ...INFRA_EVENT_ENDPOINTS,
  ...EDIT_ENDPOINTS,
  ...NETWORK_READ_ENDPOINTS,
  ...OBJECT_ENDPOINTS,
  ...RAILJSON_ENDPOINTS,
  ...IMPORT_ENDPOINTS,
  ...STATION_MATCH_ENDPOINTS,
  ...REFRESH_ENDPOINTS,
  ...SPEED_LIMIT_TAG_ENDPOINTS,
  ...MAP_ENDPOINTS,
  ...ZONE_ENDPOINTS,
  ...SPRITE_ENDPOINTS,
  ...FONT_ENDPOINTS,
  ...ELECTRICAL_PROFILE_SET_ENDPOINTS,
  ...WORK_SCHEDULE_ENDPOINTS,
  ...TEMPORARY_SPEED_LIMIT_ENDPOINTS,
];

export const NETWORK_TAGS: readonly Tag[] = [
  {
    name: "infra",
    description: "Networks: import, export, faults, paths on them",
    segments: ["speed_limit_tags"],
  },
  {
    name: "layers",
    description: "The map of a network: vector tiles by layer, pictures of signals, letters",
    segments: ["sprites", "fonts"],
  },
  { name: "electrical_profile_set", description: "Voltages along the tracks by power class" },
  { name: "work_schedules", description: "Works on tracks, which close them to trains for a time" },
  {
    name: "temporary_speed_limit_group",
    description: "Speed limits for trains that are there while they are in force",
  },
];
