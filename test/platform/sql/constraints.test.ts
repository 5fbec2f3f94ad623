// Method: every constraint of the catalog is declared by an endpoint, follows from a sequence, or has its reason below.
import { describe, expect, it } from "vitest";
import { collectConstraints } from "../../../src/platform/http/constraints.ts";
import { ENDPOINTS } from "../../../src/server/endpoints.ts";
import { opened } from "../../helpers/opened.ts";
import { startTestDatabase } from "../../helpers/test_database.ts";

const SAME_STATEMENT = "what it refers to is made in the same statement";
const LOCKED = "what it refers to is locked and looked for first, in the same statement";
const UNPUBLISHED = "an import's own content, which nobody else sees until it is whole";
const SKIPPED = "`on conflict` passes over it, or changes what is there";
const CAUGHT = "the function that writes it catches it";
const ORDINAL = "numbered by the statement that writes it";
const VALIDATED = "the validator has refused it before";

/** Why no request can break it, or why nobody sees that. New ones that a request can break are declared. */
const UNBREAKABLE: Readonly<Record<string, string>> = {
  acknowledgement_acknowledged_by_fkey: LOCKED,
  acknowledgement_paced_train_fkey: LOCKED,
  acknowledgement_train_check:
    "the statement that writes it leaves out what is no train of one kind",
  acknowledgement_train_key: SKIPPED,
  acknowledgement_train_schedule_fkey: LOCKED,
  app_group_pkey: "the id of the subject that is made with it",
  app_group_subject_fkey: SAME_STATEMENT,
  app_user_identity_id_key: CAUGHT,
  app_user_pkey: "the id of the subject that is made with it",
  app_user_subject_fkey: SAME_STATEMENT,
  event_horizon_is_only_check: "always its default",
  event_horizon_pkey: "written by a migration alone",
  event_pkey: "one reader at a time gives places, drawn from a sequence",
  group_grant_resource_fkey: CAUGHT,
  idempotency_pkey: "a second request with the key gets the first one's answer",
  day_list_timetable_fkey: LOCKED,
  document_livery_fkey: SAME_STATEMENT,
  document_livery_id_key: SAME_STATEMENT,
  infra_content_base_fkey: LOCKED,
  infra_error_content_fkey: UNPUBLISHED,
  infra_error_pkey: ORDINAL,
  infra_grant_resource_fkey: CAUGHT,
  infra_line_content_fkey: UNPUBLISHED,
  infra_line_pkey: SKIPPED,
  infra_object_content_fkey: UNPUBLISHED,
  infra_object_obj_id_key: VALIDATED,
  infra_object_pkey: ORDINAL,
  infra_object_type_check: "a constant of the import",
  infra_operational_point_content_fkey: UNPUBLISHED,
  infra_operational_point_pkey: SKIPPED,
  infra_signal_content_fkey: UNPUBLISHED,
  infra_signal_pkey: SKIPPED,
  livery_rolling_stock_fkey: LOCKED,
  membership_group_fkey: LOCKED,
  membership_pkey: SKIPPED,
  membership_user_fkey: LOCKED,
  migration_pkey: "written at the start alone, one server at a time",
  operation_clock_operation_fkey: "written by the server itself, which tries again soon",
  operation_clock_pkey: SKIPPED,
  operation_content_fkey: LOCKED,
  operation_infra_fkey: LOCKED,
  operation_run_operation_fkey: SAME_STATEMENT,
  operation_run_pkey: ORDINAL,
  operation_stock_operation_fkey: SAME_STATEMENT,
  operation_stock_pkey: "copies rows of a table whose key it is",
  operation_train_operation_fkey: SAME_STATEMENT,
  operation_train_pkey: "copies rows of a table whose key it is",
  paced_train_stock_pkey: SKIPPED,
  project_grant_resource_fkey: CAUGHT,
  resource_grant_level_check: VALIDATED,
  resource_grant_subject_key: SKIPPED,
  rolling_stock_collection_fkey: LOCKED,
  rolling_stock_collection_grant_resource_fkey: CAUGHT,
  rolling_stock_collection_is_default_idx: "written by a migration alone",
  scenario_grant_resource_fkey: CAUGHT,
  scenario_study_fkey: LOCKED,
  search_environment_is_only_check: "always its default",
  search_environment_is_only_key: SKIPPED,
  staged_piece_pkey: "the id is drawn from a sequence, places are counted",
  study_grant_resource_fkey: CAUGHT,
  study_project_fkey: LOCKED,
  subject_role_pkey: SKIPPED,
  subject_role_subject_fkey: LOCKED,
  timetable_grant_resource_fkey: CAUGHT,
  train_change_pkey: SKIPPED,
  train_report_day_key: SKIPPED,
  train_report_key: SKIPPED,
  train_report_timetable_fkey: "the date of its reports is written first, and breaks its own",
  work_schedule_group_fkey: SAME_STATEMENT,
};

const database = opened(startTestDatabase);

interface Constraint {
  readonly name: string;
  /** A primary key whose values a sequence draws. */
  readonly is_drawn: boolean;
}

/**
 * Constraints, and unique indexes that are none, which are reported alike. Partitions repeat those of their
 * table. NOT NULL is left out: PostgreSQL reports a column, and no schema lets a null through to one.
 */
async function listConstraints(): Promise<Constraint[]> {
  return await database.db.run<Constraint>(`
    select c.conname as name, c.contype = 'p' and exists (
      select from pg_attribute a
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.conrelid and a.attnum = any(c.conkey)
        and (a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) like 'nextval(%')
    ) as is_drawn
    from pg_constraint c
    where c.connamespace = 'public'::regnamespace and c.contype in ('p', 'u', 'f', 'c', 'x')
      and c.conparentid = 0
    union
    select i.indexrelid::regclass::text, false
    from pg_index i
    join pg_class c on c.oid = i.indexrelid and c.relnamespace = 'public'::regnamespace
    where i.indisunique and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
    order by name`);
}

/** Names of those that need either a declaration or a reason. */
async function listOpen(): Promise<string[]> {
  const declared = collectConstraints(ENDPOINTS);
  const all = await listConstraints();
  expect(all.length).toBeGreaterThan(80);
  return all
    .filter(({ name, is_drawn }) => !is_drawn && !(name in declared))
    .map(({ name }) => name);
}

describe("every constraint of the database", () => {
  it("is declared by the endpoint whose requests can break it, or no request can", async () => {
    const open = (await listOpen()).filter((name) => !(name in UNBREAKABLE));
    const what_to_do =
      "`constraints` of the endpoint that writes the table, or a reason in this file";
    expect(open, what_to_do).toEqual([]);
  });

  it("that no request can break is there, and is not declared all the same", async () => {
    const open = await listOpen();
    expect(Object.keys(UNBREAKABLE).filter((name) => !open.includes(name))).toEqual([]);
  });
});
