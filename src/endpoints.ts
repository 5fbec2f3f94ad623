/** Every endpoint of the server: the one place that knows all resources. */
import { AUTHN_ENDPOINTS } from "./authn/authn.endpoints.ts";
import { ELECTRICAL_PROFILE_SET_ENDPOINTS } from "./electrical_profile_set/electrical_profile_set.endpoints.ts";
import type { Endpoint } from "./http/endpoint.ts";
import { INFRA_ENDPOINTS } from "./infra/infra.endpoints.ts";
import { RAILJSON_ENDPOINTS } from "./infra/railjson.endpoints.ts";
import { PATH_ENDPOINTS } from "./path/path.endpoints.ts";
import { ROLLING_STOCK_ENDPOINTS } from "./rolling_stock/rolling_stock.endpoints.ts";
import { SERVICE_ENDPOINTS } from "./service/service.endpoints.ts";
import { SIMULATION_ENDPOINTS } from "./simulation/simulation.endpoints.ts";
import { SPEED_LIMIT_TAG_ENDPOINTS } from "./speed_limit_tag/speed_limit_tag.endpoints.ts";
import { TIMETABLE_ENDPOINTS } from "./timetable/timetable.endpoints.ts";
import { TRAIN_SCHEDULE_ENDPOINTS } from "./train_schedule/train_schedule.endpoints.ts";

export const ENDPOINTS: readonly Endpoint[] = [
  ...SERVICE_ENDPOINTS,
  ...AUTHN_ENDPOINTS,
  ...INFRA_ENDPOINTS,
  ...RAILJSON_ENDPOINTS,
  ...SPEED_LIMIT_TAG_ENDPOINTS,
  ...ELECTRICAL_PROFILE_SET_ENDPOINTS,
  ...ROLLING_STOCK_ENDPOINTS,
  ...TIMETABLE_ENDPOINTS,
  ...TRAIN_SCHEDULE_ENDPOINTS,
  ...PATH_ENDPOINTS,
  ...SIMULATION_ENDPOINTS,
];
