/** Infrastructures: bodies and answers (interface.md 5). RailJSON itself is read by workers only. */
import * as v from "valibot";
import { dropped } from "../../platform/http/authorship.ts";
import { bodyId, queryBool, queryText } from "../../platform/http/fields.ts";
import { pageQuery, pageSchema } from "../../platform/http/page.ts";
import { PrintedDateTime } from "../../railway/quantities.ts";
import { NonBlankText, Text } from "../../railway/scalars.ts";
import { about, alsoOnWire, nameSchemas } from "../../railway/wire.ts";

const ERRORS_PAGE_MAX = 100;
const INFRAS_PAGE_MAX = 1000;

const NAME = "Its name for people; others may have the same";
const Name = about(NonBlankText, NAME);

const infra_entries = {
  id: bodyId,
  name: Name,
  railjson_version: about(Text, "Version of the format of its objects"),
  version: about(Text, "Whole number as text, raised by each import or edit"),
  generated_version: about(v.nullable(Text), "The version that derived data belong to"),
  locked: about(v.boolean(), "Whether it can't be edited"),
  created: PrintedDateTime,
  modified: PrintedDateTime,
};

/** Networks are compiled on demand, so one that can be compiled is always `CACHED`. */
export const InfraState = about(
  v.picklist(["CACHED", "ERROR", "NOT_LOADED"]),
  "Whether it can be computed on; `NOT_LOADED`: it was edited a moment ago, an event tells",
);

/** The answer of a creation: the record without its state. */
export const NewInfra = v.strictObject(infra_entries);
export type NewInfra = v.InferOutput<typeof NewInfra>;

export const InfraRecord = v.strictObject({ ...infra_entries, state: InfraState });
export type InfraRecord = v.InferOutput<typeof InfraRecord>;

export const InfraCreation = v.strictObject({ name: Name });
/** Clients send the record back. */
export const InfraRename = v.strictObject({
  name: Name,
  ...dropped(
    "id",
    "railjson_version",
    "version",
    "generated_version",
    "locked",
    "created",
    "modified",
    "state",
  ),
});

export const InfraListQuery = v.object(pageQuery(INFRAS_PAGE_MAX));
export const InfraPage = pageSchema(InfraRecord);

/** A name given in the query. */
export const InfraNameQuery = v.object({ name: about(v.pipe(queryText, NonBlankText), NAME) });

export const ImportQuery = v.object({
  name: about(v.pipe(queryText, NonBlankText), NAME),
  generate_data: about(
    v.optional(queryBool, ["false"]),
    "Whether derived data count as generated (`generated_version`); nothing depends on it",
  ),
  strict: about(
    v.optional(queryBool, ["false"]),
    "All or nothing: a fault that is no warning refuses the document; else it is listed, and what is faulty is left out of runs",
  ),
});

export const ImportResult = v.strictObject({
  infra: about(bodyId, "Id of the new infrastructure"),
});

/** The infrastructures that were named. */
export const RefreshResult = v.strictObject({
  infra_refreshed: about(v.array(bodyId), "Ids of those that were named"),
});

/** Kinds of faults that an import can find. */
export const ERROR_TYPES = [
  "duplicated_group",
  "empty_object",
  "invalid_group",
  "invalid_reference",
  "invalid_route",
  "invalid_signal",
  "invalid_switch_ports",
  "missing_route",
  "missing_buffer_stop",
  "node_endpoints_not_unique",
  "object_out_of_path",
  "odd_buffer_stop_location",
  "odd_gradient",
  "out_of_range",
  "overlapping_electrifications",
  "overlapping_speed_sections",
  "overlapping_switches",
  "unknown_port_name",
  "unused_port",
] as const;

export const ErrorListQuery = v.object({
  ...pageQuery(ERRORS_PAGE_MAX),
  level: v.optional(
    about(v.pipe(queryText, v.picklist(["warnings", "errors", "all"])), "Which faults"),
    ["all"],
  ),
  // an unknown one has an error of its own
  error_type: v.optional(
    v.pipe(queryText, alsoOnWire({ enum: ERROR_TYPES, description: "Faults of this kind alone" })),
  ),
  object_id: v.optional(about(v.pipe(queryText, NonBlankText), "Faults of this object alone")),
});

/** One fault, with more keys by its `error_type`. */
export const InfraFault = v.looseObject({
  obj_id: about(Text, "Id of the faulty object"),
  obj_type: about(Text, "Type of the faulty object"),
  field: about(v.nullable(Text), "Its faulty field"),
  is_warning: about(v.boolean(), "Whether the network can be used all the same"),
  error_type: about(Text, "Kind of the fault"),
});
export const InfraFaultPage = pageSchema(
  v.strictObject({ information: about(InfraFault, "The fault; more keys by its kind") }),
);

export const Texts = v.array(Text);

/** Switch types, builtin and extended. */
export const SwitchTypes = v.array(
  v.object({
    id: about(Text, "Name of the type, by which switches refer to it"),
    ports: about(v.array(Text), "Names of its ports"),
    groups: about(
      v.record(
        Text,
        v.array(
          v.object({ src: about(Text, "A port"), dst: about(Text, "The port it is joined to") }),
        ),
      ),
      "Positions of the switch: which ports each joins",
    ),
  }),
);

nameSchemas({
  InfraState,
  NewInfra,
  Infra: InfraRecord,
  InfraCreation,
  InfraRename,
  InfraPage,
  ImportResult,
  RefreshResult,
  InfraFault,
  InfraFaultPage,
  Texts,
  SwitchTypes,
});
