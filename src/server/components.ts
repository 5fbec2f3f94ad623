/**
 * Names of the document's schemas: every exported schema of a resource is one, under the name that it
 * has in the code. A test fails when a `*.schemas.ts` is missing here.
 */
import * as v from "valibot";
import { OBJECT_SCHEMAS } from "../../workers/railjson/schemas.ts";
import * as authn from "../accounts/authn/authn.schemas.ts";
import * as authz from "../accounts/authz/authz.schemas.ts";
import * as compat from "../edges/compat/compat.schemas.ts";
import * as search from "../edges/search/search.schemas.ts";
import * as electrical_profile_set from "../network/electrical_profile_set/electrical_profile_set.schemas.ts";
import * as infra from "../network/infra/infra.schemas.ts";
import * as object from "../network/infra/object.schemas.ts";
import * as temporary_speed_limit from "../network/temporary_speed_limit/temporary_speed_limit.schemas.ts";
import * as work_schedule from "../network/work_schedule/work_schedule.schemas.ts";
import type { NamedSchemas } from "../platform/openapi/json_schema.ts";
import { OBJECT_TYPES } from "../railway/object_types.ts";
import * as time from "../railway/time.schemas.ts";
import * as track_ranges from "../railway/track_ranges.schemas.ts";
import { about } from "../railway/wire.ts";
import * as fields from "../studies/project/fields.schemas.ts";
import * as project from "../studies/project/project.schemas.ts";
import * as scenario from "../studies/scenario/scenario.schemas.ts";
import * as study from "../studies/study/study.schemas.ts";
import * as exchange from "../timetable/exchange/exchange.schemas.ts";
import * as paced_train from "../timetable/paced_train/paced_train.schemas.ts";
import * as sub_category from "../timetable/sub_category/sub_category.schemas.ts";
import * as timetable from "../timetable/timetable/timetable.schemas.ts";
import * as train_schedule from "../timetable/train_schedule/train_schedule.schemas.ts";
import * as conflict from "../train_runs/conflict/conflict.schemas.ts";
import * as derived from "../train_runs/paced_train/derived.schemas.ts";
import * as path from "../train_runs/path/path.schemas.ts";
import * as projection from "../train_runs/projection/projection.schemas.ts";
import * as simulation from "../train_runs/simulation/simulation.schemas.ts";
import * as search_environment from "../train_runs/stdcm/search_environment.schemas.ts";
import * as stdcm from "../train_runs/stdcm/stdcm.schemas.ts";
import * as rolling_stock from "../vehicles/rolling_stock/rolling_stock.schemas.ts";
import * as rolling_stock_collection from "../vehicles/rolling_stock_collection/rolling_stock_collection.schemas.ts";
import * as towed_rolling_stock from "../vehicles/towed_rolling_stock/towed_rolling_stock.schemas.ts";

const MODULES: readonly Readonly<Record<string, unknown>>[] = [
  authn,
  authz,
  infra,
  object,
  electrical_profile_set,
  work_schedule,
  temporary_speed_limit,
  rolling_stock,
  rolling_stock_collection,
  towed_rolling_stock,
  fields,
  project,
  study,
  scenario,
  timetable,
  time,
  track_ranges,
  train_schedule,
  paced_train,
  derived,
  sub_category,
  path,
  simulation,
  conflict,
  stdcm,
  search_environment,
  exchange,
  projection,
  compat,
  search,
];

/** RailJSON as the workers check it; on the main thread nobody reads it. */
export const RailjsonDocument = v.strictObject({
  version: about(v.literal(infra.RAILJSON_VERSION), "Version of the format"),
  ...Object.fromEntries(
    OBJECT_TYPES.map(({ key }) => [
      key,
      about(v.array(OBJECT_SCHEMAS[key]), `The network's ${key.replaceAll("_", " ")}`),
    ]),
  ),
});

/** Queries and parameters are shown one by one, not as objects. */
const SPREAD = /(?:Query|Params)$/;

/** Every schema that has a name. Throws when two have the same. */
export function listNamedSchemas(): NamedSchemas {
  const named: Record<string, v.GenericSchema> = { RailjsonDocument };
  for (const module of MODULES) {
    for (const [name, value] of Object.entries(module)) {
      if (SPREAD.test(name) || !isSchema(value)) continue;
      if (named[name] !== undefined) throw new Error(`two schemas have the name ${name}`);
      named[name] = value;
    }
  }
  // By name: runtimes list a module's exports in different orders.
  return Object.fromEntries(Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isSchema(value: unknown): value is v.GenericSchema {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "schema";
}
