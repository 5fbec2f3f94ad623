/** Infrastructures: bodies and answers (interface.md 5). RailJSON itself is read by workers only. */
import * as v from "valibot";
import { bodyId, queryBool, queryText } from "../http/fields.ts";
import { pageQuery, pageSchema } from "../http/page.ts";
import { NonBlankText, Text } from "../http/scalars.ts";
import { alsoOnWire } from "../http/wire.ts";

/** The RailJSON version that is read and written. */
export const RAILJSON_VERSION = "3.4.12";
const ERRORS_PAGE_MAX = 100;
const INFRAS_PAGE_MAX = 1000;

const infra_entries = {
  id: bodyId,
  name: NonBlankText,
  railjson_version: Text,
  /** Decimal text; raised by each import or edit. */
  version: Text,
  generated_version: v.nullable(Text),
  locked: v.boolean(),
  created: Text,
  modified: Text,
};

/** Networks are compiled on demand, so one that can be compiled is always `CACHED`. */
export const InfraState = v.picklist(["CACHED", "ERROR"]);

/** The answer of a creation: the record without its state. */
export const NewInfra = v.strictObject(infra_entries);
export type NewInfra = v.InferOutput<typeof NewInfra>;

export const Infra = v.strictObject({ ...infra_entries, state: InfraState });
export type Infra = v.InferOutput<typeof Infra>;

export const InfraCreation = v.strictObject({ name: NonBlankText });
export const InfraRename = v.object({ name: NonBlankText });

export const InfraListQuery = v.object(pageQuery(INFRAS_PAGE_MAX));
export const InfraPage = pageSchema(Infra);

/** A name given in the query. */
export const NameQuery = v.object({ name: v.pipe(queryText, NonBlankText) });

export const ImportQuery = v.object({
  name: v.pipe(queryText, NonBlankText),
  generate_data: v.optional(queryBool, ["false"]),
});

export const ImportResult = v.strictObject({ infra: bodyId });

/** The infrastructures that were named. */
export const RefreshResult = v.strictObject({ infra_refreshed: v.array(bodyId) });

/** Kinds of faults that an import can find. */
export const ERROR_TYPES = [
  "duplicated_group",
  "empty_object",
  "invalid_group",
  "invalid_reference",
  "invalid_route",
  "invalid_switch_ports",
  "missing_route",
  "missing_buffer_stop",
  "node_endpoints_not_unique",
  "object_out_of_path",
  "odd_buffer_stop_location",
  "out_of_range",
  "overlapping_electrifications",
  "overlapping_speed_sections",
  "overlapping_switches",
  "unknown_port_name",
  "unused_port",
] as const;

export const ErrorListQuery = v.object({
  ...pageQuery(ERRORS_PAGE_MAX),
  level: v.optional(v.pipe(queryText, v.picklist(["warnings", "errors", "all"])), ["all"]),
  // an unknown one has an error of its own
  error_type: v.optional(v.pipe(queryText, alsoOnWire({ enum: ERROR_TYPES }))),
  object_id: v.optional(v.pipe(queryText, NonBlankText)),
});

/** One fault, with more keys by its `error_type`. */
export const InfraFault = v.looseObject({
  obj_id: Text,
  obj_type: Text,
  field: v.nullable(Text),
  is_warning: v.boolean(),
  error_type: Text,
});
export const InfraFaultPage = pageSchema(v.strictObject({ information: InfraFault }));

export const Texts = v.array(Text);

/** Switch types, builtin and extended. */
export const SwitchTypes = v.array(
  v.object({
    id: Text,
    ports: v.array(Text),
    groups: v.record(Text, v.array(v.object({ src: Text, dst: Text }))),
  }),
);
