/** Every endpoint of the server: the one place that knows all resources. */

import { AUTHN_ENDPOINTS } from "../accounts/authn/authn.endpoints.ts";
import { GROUP_ENDPOINTS } from "../accounts/authn/group.endpoints.ts";
import { AUTHZ_ENDPOINTS } from "../accounts/authz/authz.endpoints.ts";
import { makeAliases } from "../edges/compat/aliases.ts";
import { DEVELOPMENT_ENDPOINTS } from "../edges/compat/development.endpoints.ts";
import { COMPAT_ROLE_ENDPOINTS } from "../edges/compat/roles.endpoints.ts";
import { COMPAT_TRAIN_ENDPOINTS } from "../edges/compat/trains.endpoints.ts";
import { SEARCH_ENDPOINTS } from "../edges/search/search.endpoints.ts";
import { ELECTRICAL_PROFILE_SET_ENDPOINTS } from "../network/electrical_profile_set/electrical_profile_set.endpoints.ts";
import { INFRA_ENDPOINTS } from "../network/infra/infra.endpoints.ts";
import { OBJECT_ENDPOINTS } from "../network/infra/object.endpoints.ts";
import { RAILJSON_ENDPOINTS } from "../network/infra/railjson.endpoints.ts";
import { REFRESH_ENDPOINTS } from "../network/infra/refresh.endpoints.ts";
import { SPEED_LIMIT_TAG_ENDPOINTS } from "../network/speed_limit_tag/speed_limit_tag.endpoints.ts";
import { SPRITE_ENDPOINTS } from "../network/sprite/sprite.endpoints.ts";
import { TEMPORARY_SPEED_LIMIT_ENDPOINTS } from "../network/temporary_speed_limit/temporary_speed_limit.endpoints.ts";
import { WORK_SCHEDULE_ENDPOINTS } from "../network/work_schedule/work_schedule.endpoints.ts";
import type { Config } from "../platform/config.ts";
import type { Endpoint } from "../platform/http/endpoint.ts";
import { DOCS_ENDPOINTS } from "../platform/service/docs.endpoints.ts";
import { SERVICE_ENDPOINTS } from "../platform/service/service.endpoints.ts";
import { DOCUMENT_ENDPOINTS } from "../studies/document/document.endpoints.ts";
import { PROJECT_ENDPOINTS } from "../studies/project/project.endpoints.ts";
import { SCENARIO_ENDPOINTS } from "../studies/scenario/scenario.endpoints.ts";
import { STUDY_ENDPOINTS } from "../studies/study/study.endpoints.ts";
import { EXCHANGE_ENDPOINTS } from "../timetable/exchange/exchange.endpoints.ts";
import { PACED_TRAIN_ENDPOINTS } from "../timetable/paced_train/paced_train.endpoints.ts";
import { SUB_CATEGORY_ENDPOINTS } from "../timetable/sub_category/sub_category.endpoints.ts";
import { TIMETABLE_ENDPOINTS } from "../timetable/timetable/timetable.endpoints.ts";
import { TRAIN_SCHEDULE_ENDPOINTS } from "../timetable/train_schedule/train_schedule.endpoints.ts";
import { CONFLICT_ENDPOINTS } from "../train_runs/conflict/conflict.endpoints.ts";
import { PACED_DERIVED_ENDPOINTS } from "../train_runs/paced_train/derived.endpoints.ts";
import { PATH_ENDPOINTS } from "../train_runs/path/path.endpoints.ts";
import { PROJECTION_ENDPOINTS } from "../train_runs/projection/projection.endpoints.ts";
import { SIMULATION_ENDPOINTS } from "../train_runs/simulation/simulation.endpoints.ts";
import { SEARCH_ENVIRONMENT_ENDPOINTS } from "../train_runs/stdcm/search_environment.endpoints.ts";
import { STDCM_ENDPOINTS } from "../train_runs/stdcm/stdcm.endpoints.ts";
import { STREAM_ENDPOINTS } from "../train_runs/streams/streams.endpoints.ts";
import { ROLLING_STOCK_ENDPOINTS } from "../vehicles/rolling_stock/rolling_stock.endpoints.ts";
import { ROLLING_STOCK_COLLECTION_ENDPOINTS } from "../vehicles/rolling_stock_collection/rolling_stock_collection.endpoints.ts";
import { TOWED_ROLLING_STOCK_ENDPOINTS } from "../vehicles/towed_rolling_stock/towed_rolling_stock.endpoints.ts";

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
  ...STDCM_ENDPOINTS,
  ...SEARCH_ENVIRONMENT_ENDPOINTS,
  ...EXCHANGE_ENDPOINTS,
  ...STREAM_ENDPOINTS,
  ...PROJECTION_ENDPOINTS,
  ...SEARCH_ENDPOINTS,
];

/** What only clients ask for that exist already. */
export const COMPAT_ENDPOINTS: readonly Endpoint[] = [
  ...COMPAT_TRAIN_ENDPOINTS,
  ...COMPAT_ROLE_ENDPOINTS,
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
