/**
 * Names of the document's schemas: every exported schema of a resource is one, under the name that it
 * has in the code. A test fails when a `*.schemas.ts` is missing here.
 */
import * as v from "valibot";
import { OBJECT_TYPES } from "../../workers/railjson/object_types.ts";
import { OBJECT_SCHEMAS } from "../../workers/railjson/schemas.ts";
import * as authn from "../authn/authn.schemas.ts";
import * as authz from "../authz/authz.schemas.ts";
import * as compat from "../compat/compat.schemas.ts";
import * as conflict from "../conflict/conflict.schemas.ts";
import * as electrical_profile_set from "../electrical_profile_set/electrical_profile_set.schemas.ts";
import * as exchange from "../exchange/exchange.schemas.ts";
import { about } from "../http/wire.ts";
import * as infra from "../infra/infra.schemas.ts";
import * as object from "../infra/object.schemas.ts";
import * as derived from "../paced_train/derived.schemas.ts";
import * as paced_train from "../paced_train/paced_train.schemas.ts";
import * as path from "../path/path.schemas.ts";
import * as fields from "../project/fields.schemas.ts";
import * as project from "../project/project.schemas.ts";
import * as projection from "../projection/projection.schemas.ts";
import * as rolling_stock from "../rolling_stock/rolling_stock.schemas.ts";
import * as rolling_stock_collection from "../rolling_stock_collection/rolling_stock_collection.schemas.ts";
import * as scenario from "../scenario/scenario.schemas.ts";
import * as search from "../search/search.schemas.ts";
import * as simulation from "../simulation/simulation.schemas.ts";
import * as study from "../study/study.schemas.ts";
import * as sub_category from "../sub_category/sub_category.schemas.ts";
import * as temporary_speed_limit from "../temporary_speed_limit/temporary_speed_limit.schemas.ts";
import * as timetable from "../timetable/timetable.schemas.ts";
import * as towed_rolling_stock from "../towed_rolling_stock/towed_rolling_stock.schemas.ts";
import * as time from "../train_schedule/time.schemas.ts";
import * as train_schedule from "../train_schedule/train_schedule.schemas.ts";
import * as work_schedule from "../work_schedule/work_schedule.schemas.ts";
import type { NamedSchemas } from "./json_schema.ts";

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
  train_schedule,
  paced_train,
  derived,
  sub_category,
  path,
  simulation,
  conflict,
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
