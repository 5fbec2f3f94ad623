/** Wrong rules in SQL: levels, inheritance, sharing, last owners. */
import { type Mutant, TESTS } from "./mutant.ts";

const EFFECTIVE = "sql/functions/platform/effective_level.sql";
const { worlds, histories, decisions, grants } = TESTS;

const LEVELS: readonly Mutant[] = [
  {
    rule: "the lowest grant on a timetable counts",
    file: EFFECTIVE,
    find: "when 'timetable' then\n      select max(",
    replace: "when 'timetable' then\n      select min(",
    tests: [worlds],
  },
  {
    rule: "public grants do not count",
    file: "sql/functions/platform/subjects_of.sql",
    find: "array[0, wanted_user_id]",
    replace: "array[wanted_user_id]",
    tests: [worlds],
  },
  {
    rule: "group grants do not count",
    file: "sql/functions/platform/subjects_of.sql",
    find: "where m.user_id = wanted_user_id",
    replace: "where false",
    tests: [worlds],
  },
  {
    rule: "grants of any group count, member or not",
    file: "sql/functions/platform/subjects_of.sql",
    find: "where m.user_id = wanted_user_id",
    replace: "where true",
    tests: [histories],
  },
  {
    rule: "the user's own grants do not count",
    file: "sql/functions/platform/subjects_of.sql",
    find: "array[0, wanted_user_id]",
    replace: "array[0]",
    tests: [worlds],
  },
  {
    rule: "Creator stays Creator below",
    file: "sql/functions/platform/inherited_level.sql",
    find: "then 'Reader' else level",
    replace: "then 'Creator' else level",
    tests: [worlds],
  },
  {
    rule: "Writer becomes Reader below",
    file: "sql/functions/platform/inherited_level.sql",
    find: "when level = 'Creator'",
    replace: "when level in ('Creator', 'Writer')",
    tests: [worlds],
  },
  {
    rule: "a study inherits nothing from its project",
    file: EFFECTIVE,
    find: "where s.id = wanted_id and g.subject_key",
    replace: "where false and g.subject_key",
    tests: [worlds],
  },
  {
    rule: "a scenario inherits nothing from its study",
    file: EFFECTIVE,
    find: "join study_grant g on g.resource_id = c.study_id\n          where c.id",
    replace: "join study_grant g on g.resource_id = c.study_id\n          where false and c.id",
    tests: [worlds],
  },
  {
    rule: "a scenario inherits nothing from its project",
    file: EFFECTIVE,
    find: "join project_grant g on g.resource_id = s.project_id\n          where c.id",
    replace: "join project_grant g on g.resource_id = s.project_id\n          where false and c.id",
    tests: [worlds],
  },
  {
    rule: "a right on a scenario says nothing of its project",
    file: EFFECTIVE,
    find: "join scenario_grant g on g.resource_id = c.id\n          where s.project_id = wanted_id",
    replace: "join scenario_grant g on g.resource_id = c.id\n          where false",
    tests: [worlds],
  },
  {
    rule: "a right on a scenario says nothing of its study",
    file: EFFECTIVE,
    find: "where c.study_id = wanted_id and",
    replace: "where false and",
    tests: [worlds],
  },
  {
    rule: "who knows of a project reads it",
    file: EFFECTIVE,
    find: "found := 'MinimalMetadata';\n      end if;\n    when 'study'",
    replace: "found := 'Reader';\n      end if;\n    when 'study'",
    tests: [worlds],
  },
  {
    rule: "groups give no roles",
    file: "sql/queries/platform/access/authorize.sql",
    find: "where r.subject_id = any(c.subjects)",
    replace: "where r.subject_id = c.id",
    tests: [histories, grants, TESTS.matrix],
  },
  {
    rule: "every infrastructure seems to exist",
    file: "sql/functions/platform/resource_exists.sql",
    find: "exists (select from infra where id = wanted_id)",
    replace: "true",
    tests: [TESTS.matrix, grants],
  },
  {
    rule: "a creator is only a Reader",
    file: "sql/queries/timetable/timetable/insert.sql",
    find: "'Owner', $1::bigint",
    replace: "'Reader', $1::bigint",
    tests: [TESTS.lists, TESTS.matrix, grants, TESTS.trains],
  },
];

const SHARING: readonly Mutant[] = [
  {
    rule: "sharing above one's own level",
    file: "sql/functions/accounts/create_grant.sql",
    find: "if level is null or level < wanted_level",
    replace: "if level is null",
    tests: [decisions, histories],
  },
  {
    rule: "a public grant is enough to share",
    file: "sql/functions/accounts/create_grant.sql",
    find: "array_remove(subjects, 0)",
    replace: "subjects",
    tests: [decisions, histories],
  },
  {
    rule: "giving a grant replaces the one that is there",
    file: "sql/functions/accounts/create_grant.sql",
    find: "on conflict do nothing",
    replace:
      "on conflict (resource_id, subject_key, resource_type) do update set level = excluded.level",
    tests: [decisions, histories],
  },
  {
    rule: "anybody with a level changes grants",
    file: "sql/functions/accounts/change_grant.sql",
    find: "and level is distinct from 'Owner' then",
    replace: "and level is null then",
    tests: [decisions, histories],
  },
  {
    rule: "an Owner takes another Owner's grant away",
    file: "sql/functions/accounts/change_grant.sql",
    find: "and found_subject_id is not null and not is_own",
    replace: "and false",
    tests: [decisions, histories],
  },
  {
    rule: "nobody gives up a grant of their own",
    file: "sql/functions/accounts/change_grant.sql",
    find: "if not (is_own and wanted_level is null) and",
    replace: "if",
    tests: [decisions, histories],
  },
  {
    rule: "the last owner may go",
    file: "sql/functions/accounts/change_grant.sql",
    find: "and not has_other_owner(wanted_type, wanted_id, wanted_grant_id, null)",
    replace: "and false",
    tests: [decisions, histories],
  },
  {
    rule: "a group without members counts as an owner",
    file: "sql/functions/accounts/has_other_owner.sql",
    find: "and exists (select from membership m where m.group_id = g.subject_id)",
    replace: "and exists (select from app_group x where x.id = g.subject_id)",
    tests: [decisions, histories],
  },
  {
    rule: "two last owners let go of each other at once",
    file: "sql/functions/accounts/lock_owners.sql",
    find: "select pg_advisory_xact_lock(7100002)",
    replace: "select pg_sleep(0.002)",
    tests: [TESTS.last_owner],
  },
  {
    rule: "a group that owns something is emptied",
    file: "sql/functions/accounts/remove_members.sql",
    find: "if not is_admin\n    and exists",
    replace: "if false\n    and exists",
    tests: [decisions, histories],
  },
  {
    rule: "a group that owns something is deleted",
    file: "sql/functions/accounts/delete_group.sql",
    find: "if not is_admin and exists",
    replace: "if false and exists",
    tests: [decisions, histories],
  },
  {
    rule: "a group's Writer gives its roles away",
    file: "sql/functions/accounts/add_members.sql",
    find: "if not may_assign_roles",
    replace: "if false",
    tests: [decisions, histories, grants],
  },
  {
    rule: "a timetable takes a scenario along whose rights nobody checked",
    file: "sql/functions/timetable/delete_timetable.sql",
    find: "is distinct from expected_scenario_id then",
    replace: "is null and false then",
    tests: [TESTS.order],
  },
];

export const SQL_RULES: readonly Mutant[] = [...LEVELS, ...SHARING];
