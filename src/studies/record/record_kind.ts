/**
 * The differences between the records of the operational studies: projects, studies in them and
 * scenarios in these. All code about them is written once over this interface.
 */
import type { GenericSchema } from "valibot";
import type { Levels, ResourceType } from "../../platform/access/levels.ts";
import type { ConstraintErrors } from "../../platform/http/constraints.ts";
import type { Body, CheckedAccess, Context, Endpoint } from "../../platform/http/endpoint.ts";
import type { ErrorName } from "../../platform/http/errors.ts";

/** Where a record is: the ids in its path, those of the records above it included. */
export interface RecordPlace {
  readonly project_id?: number;
  readonly study_id?: number;
  readonly scenario_id?: number;
}

export interface RecordKind<Creation extends object, Change extends object> {
  readonly type: ResourceType;
  /** What it is in, from the top down. */
  readonly above: readonly ("project" | "study")[];
  /** Of a single record; that of the list is without the id. */
  readonly path: Endpoint["path"];
  readonly summaries: {
    readonly list: string;
    readonly create: string;
    readonly read: string;
    readonly change: string;
    readonly remove: string;
  };
  /** Each takes the ids of the place first; the list, the viewer before them. */
  readonly queries: {
    readonly list: string;
    readonly get: string;
    readonly insert: string;
    readonly update: string;
    readonly delete: string;
  };
  readonly creation: Body<Creation>;
  readonly change: Body<Change>;
  readonly page: GenericSchema;
  readonly answer: GenericSchema;
  /** What can be made in it. */
  readonly contents: readonly string[];
  /** The level that shows it. */
  readonly shown_to: "MinimalMetadata" | "Reader";
  /** What its maker needs. */
  readonly creation_levels: Levels;
  /** What who changes it needs besides the right to write it. */
  readonly change_levels: Levels;
  readonly absent: CheckedAccess<unknown, unknown>["absent"];
  readonly creation_errors: readonly ErrorName[];
  readonly change_errors: readonly ErrorName[];
  readonly constraints: ConstraintErrors;
  /** Checks what the body names; returns the columns to be stored. */
  readonly create: (ctx: Context, body: Creation) => Promise<object>;
  readonly alter: (ctx: Context, place: RecordPlace, body: Change) => Promise<object>;
}
