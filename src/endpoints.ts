/** Every endpoint of the server: the one place that knows all resources. */
import { AUTHN_ENDPOINTS } from "./authn/authn.endpoints.ts";
import { GROUP_ENDPOINTS } from "./authn/group.endpoints.ts";
import { AUTHZ_ENDPOINTS } from "./authz/authz.endpoints.ts";
import { makeAliases } from "./compat/aliases.ts";
import { DEVELOPMENT_ENDPOINTS } from "./compat/development.endpoints.ts";
import { COMPAT_ROLE_ENDPOINTS } from "./compat/roles.endpoints.ts";
import { COMPAT_STDCM_ENDPOINTS } from "./compat/stdcm.endpoints.ts";
import { COMPAT_TRAIN_ENDPOINTS } from "./compat/trains.endpoints.ts";
import type { Config } from "./config.ts";
import { CONFLICT_ENDPOINTS } from "./conflict/conflict.endpoints.ts";
import { DOCUMENT_ENDPOINTS } from "./document/document.endpoints.ts";
import { ELECTRICAL_PROFILE_SET_ENDPOINTS } from "./electrical_profile_set/electrical_profile_set.endpoints.ts";
import { EXCHANGE_ENDPOINTS } from "./exchange/exchange.endpoints.ts";
import type { Endpoint } from "./http/endpoint.ts";
import { INFRA_ENDPOINTS } from "./infra/infra.endpoints.ts";
import { OBJECT_ENDPOINTS } from "./infra/object.endpoints.ts";
import { RAILJSON_ENDPOINTS } from "./infra/railjson.endpoints.ts";
import { REFRESH_ENDPOINTS } from "./infra/refresh.endpoints.ts";
import { PACED_DERIVED_ENDPOINTS } from "./paced_train/derived.endpoints.ts";
import { PACED_TRAIN_ENDPOINTS } from "./paced_train/paced_train.endpoints.ts";
import { PATH_ENDPOINTS } from "./path/path.endpoints.ts";
import { PROJECT_ENDPOINTS } from "./project/project.endpoints.ts";
import { PROJECTION_ENDPOINTS } from "./projection/projection.endpoints.ts";
import { ROLLING_STOCK_ENDPOINTS } from "./rolling_stock/rolling_stock.endpoints.ts";
import { ROLLING_STOCK_COLLECTION_ENDPOINTS } from "./rolling_stock_collection/rolling_stock_collection.endpoints.ts";
import { SCENARIO_ENDPOINTS } from "./scenario/scenario.endpoints.ts";
import { SEARCH_ENDPOINTS } from "./search/search.endpoints.ts";
import { DOCS_ENDPOINTS } from "./service/docs.endpoints.ts";
import { SERVICE_ENDPOINTS } from "./service/service.endpoints.ts";
import { SIMULATION_ENDPOINTS } from "./simulation/simulation.endpoints.ts";
import { SPEED_LIMIT_TAG_ENDPOINTS } from "./speed_limit_tag/speed_limit_tag.endpoints.ts";
import { SPRITE_ENDPOINTS } from "./sprite/sprite.endpoints.ts";
import { STUDY_ENDPOINTS } from "./study/study.endpoints.ts";
import { SUB_CATEGORY_ENDPOINTS } from "./sub_category/sub_category.endpoints.ts";
import { TEMPORARY_SPEED_LIMIT_ENDPOINTS } from "./temporary_speed_limit/temporary_speed_limit.endpoints.ts";
import { TIMETABLE_ENDPOINTS } from "./timetable/timetable.endpoints.ts";
import { TOWED_ROLLING_STOCK_ENDPOINTS } from "./towed_rolling_stock/towed_rolling_stock.endpoints.ts";
import { TRAIN_SCHEDULE_ENDPOINTS } from "./train_schedule/train_schedule.endpoints.ts";
import { WORK_SCHEDULE_ENDPOINTS } from "./work_schedule/work_schedule.endpoints.ts";

const OWN_ENDPOINTS: readonly Endpoint[] = [
  ...SERVICE_ENDPOINTS,
  ...DOCS_ENDPOINTS,
  ...AUTHN_ENDPOINTS,
  ...GROUP_ENDPOINTS,
  ...AUTHZ_ENDPOINTS,
  ...INFRA_ENDPOINTS,
  ...OBJECT_ENDPOINTS,
  ...RAILJSON_ENDPOINTS,
  ...REFRESH_ENDPOINTS,
  ...SPEED_LIMIT_TAG_ENDPOINTS,
  ...SPRITE_ENDPOINTS,
  ...ELECTRICAL_PROFILE_SET_ENDPOINTS,
  ...WORK_SCHEDULE_ENDPOINTS,
  ...TEMPORARY_SPEED_LIMIT_ENDPOINTS,
  ...ROLLING_STOCK_ENDPOINTS,
  ...ROLLING_STOCK_COLLECTION_ENDPOINTS,
  ...TOWED_ROLLING_STOCK_ENDPOINTS,
  ...PROJECT_ENDPOINTS,
  ...STUDY_ENDPOINTS,
  ...SCENARIO_ENDPOINTS,
  ...DOCUMENT_ENDPOINTS,
  ...TIMETABLE_ENDPOINTS,
  ...TRAIN_SCHEDULE_ENDPOINTS,
  ...PACED_TRAIN_ENDPOINTS,
  ...PACED_DERIVED_ENDPOINTS,
  ...SUB_CATEGORY_ENDPOINTS,
  ...PATH_ENDPOINTS,
  ...SIMULATION_ENDPOINTS,
  ...CONFLICT_ENDPOINTS,
  ...EXCHANGE_ENDPOINTS,
  ...PROJECTION_ENDPOINTS,
  ...SEARCH_ENDPOINTS,
];

/** What only clients ask for that exist already. */
export const COMPAT_ENDPOINTS: readonly Endpoint[] = [
  ...COMPAT_TRAIN_ENDPOINTS,
  ...COMPAT_ROLE_ENDPOINTS,
  ...COMPAT_STDCM_ENDPOINTS,
  ...makeAliases(OWN_ENDPOINTS),
];

/** Everything that the API document tells. */
export const ENDPOINTS: readonly Endpoint[] = [...OWN_ENDPOINTS, ...COMPAT_ENDPOINTS];

const DEVELOPMENT: readonly Endpoint[] = [...ENDPOINTS, ...DEVELOPMENT_ENDPOINTS];

/** What a server of these settings serves. */
export function listServed({
  existing_clients,
  authorization,
}: Pick<Config, "existing_clients" | "authorization">): readonly Endpoint[] {
  if (!existing_clients) return OWN_ENDPOINTS;
  return authorization === "disabled" ? DEVELOPMENT : ENDPOINTS;
}
