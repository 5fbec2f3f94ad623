/** Lists that show, or count, what the caller may not see. */
import { type Mutant, TESTS } from "./mutant.ts";

const { lists, stock_rights, collections, projects, studies, scenarios } = TESTS;

export const LIST_FILTERS: readonly Mutant[] = [
  {
    rule: "all timetables are listed",
    file: "sql/queries/timetable/list.sql",
    find: "where $1::bigint is null or t.id in",
    replace: "where true or t.id in",
    tests: [lists],
  },
  {
    rule: "the count of timetables is of all",
    file: "sql/queries/timetable/list.sql",
    find: "from (select count(*) from visible) total",
    replace: "from (select count(*) from timetable) total",
    tests: [lists],
  },
  {
    rule: "all infrastructures are listed",
    file: "sql/queries/infra/list.sql",
    find: "where $1::bigint is null or i.id in",
    replace: "where true or i.id in",
    tests: [lists],
  },
  {
    rule: "voltages of all networks are told",
    file: "sql/queries/infra/list_voltages.sql",
    find: "where $1::bigint is null or i.id in",
    replace: "where true or i.id in",
    tests: [lists, TESTS.infra],
  },
  {
    rule: "all rolling stocks are listed",
    file: "sql/queries/rolling_stock/list_light.sql",
    find: "where $1::bigint is null\n    or",
    replace: "where true\n    or",
    tests: [lists, stock_rights],
  },
  {
    rule: "power restrictions of all rolling stocks are told",
    file: "sql/queries/rolling_stock/list_power_restrictions.sql",
    find: "where $1::bigint is null\n  or",
    replace: "where true\n  or",
    tests: [stock_rights, lists],
  },
  {
    rule: "electric modes of all rolling stocks are told",
    file: "sql/queries/rolling_stock/list_electric_modes.sql",
    find: "where $1::bigint is null\n  or",
    replace: "where true\n  or",
    tests: [stock_rights, lists],
  },
  {
    rule: "all collections are listed",
    file: "sql/queries/rolling_stock_collection/list.sql",
    find: "where $1::bigint is null\n    or",
    replace: "where true\n    or",
    tests: [lists, collections],
  },
  {
    rule: "a project that one only knows of is shown whole",
    file: "sql/functions/visible_projects.sql",
    find: "select s.project_id, false\n    from viewer join study_grant",
    replace: "select s.project_id, true\n    from viewer join study_grant",
    tests: [lists, projects],
  },
  {
    rule: "a project of which one knows by a scenario is not listed",
    file: "sql/functions/visible_projects.sql",
    find: "from viewer join scenario_grant g using (subject_key)\n    join",
    replace: "from viewer join scenario_grant g on false\n    join",
    tests: [lists, projects],
  },
  {
    rule: "all studies of a project are listed",
    file: "sql/functions/visible_studies.sql",
    find: "where j.is_readable or j.is_known",
    replace: "where true",
    tests: [lists, studies],
  },
  {
    rule: "a study that one only knows of is shown whole",
    file: "sql/functions/visible_studies.sql",
    find: "select j.id, j.is_readable from judged j",
    replace: "select j.id, true from judged j",
    tests: [lists, studies],
  },
  {
    rule: "a project's grants list no scenario",
    file: "sql/functions/visible_scenarios.sql",
    find: "from viewer join project_grant g using (subject_key)",
    replace: "from viewer join project_grant g on false",
    tests: [lists, scenarios],
  },
  {
    rule: "usage names scenarios that the caller may not read",
    file: "sql/functions/scenario_references.sql",
    find: "(viewer_id is null or effective_level('scenario', c.id, subjects) is not null)",
    replace: "true",
    tests: [stock_rights, TESTS.infra, lists],
  },
  {
    rule: "the single project is shown whole to who only knows of it",
    file: "sql/functions/is_readable.sql",
    find: ">= 'Reader', false)",
    replace: ">= 'MinimalMetadata', false)",
    tests: [projects, studies],
  },
  {
    rule: "a document of nobody's project is everybody's",
    file: "src/document/document.endpoints.ts",
    find: "if (found.project_id === null && is_foreign) {",
    replace: "if (false && is_foreign) {",
    tests: [TESTS.documents],
  },
];
