/** What is told of changes: kept conflicts, trials, stored lists, events and what was accepted. */
import type { Mutant } from "./mutant.ts";

const kept = "test/train_runs/kept_conflicts.test.ts";
const trials = "test/train_runs/what_if.test.ts";
const judged = "test/train_runs/judged_conflicts.test.ts";
const rights = "test/train_runs/derived_rights.test.ts";
const outdated = "test/train_runs/outdated.test.ts";
const revocations = "test/platform/events/revocations.test.ts";
const replay = "test/platform/events/replay_rights.test.ts";
const hostile = "test/platform/events/hostile_streams.test.ts";

const KEPT: readonly Mutant[] = [
  {
    rule: "trains that other servers change are not looked for",
    file: "src/train_runs/conflict/kept_conflicts.ts",
    find: "if (this.#train_changes === question.train_changes) return",
    replace: 'if (this.#train_changes !== "") return',
    tests: [kept],
  },
  {
    rule: "kept conflicts stay when a rolling stock changes",
    file: "src/train_runs/conflict/kept_conflicts.ts",
    find: "return stale.length === 0 ? changes",
    replace: "return stale.length >= 0 ? changes",
    tests: [kept],
  },
  {
    rule: "pairs that are gone count on",
    file: "workers/engine/conflicts/change_conflicts.ts",
    find: "occupancy.pairCounts[kind]! - was.pairCount + becomes.pairCount",
    replace: "occupancy.pairCounts[kind]! + becomes.pairCount",
    tests: [kept],
  },
  {
    rule: "members of groups that are gone count on",
    file: "workers/engine/conflicts/change_conflicts.ts",
    find: "occupancy.memberCounts[kind]! - was.memberCount + becomes.memberCount",
    replace: "occupancy.memberCounts[kind]! + becomes.memberCount",
    tests: [kept],
  },
  {
    rule: "nobody minds how many pairs changes have added",
    file: "workers/engine/conflicts/change_conflicts.ts",
    find: "if (pairCount > PAIRS_MAX || memberCount > MEMBERS_MAX) return null;",
    replace: "if (pairCount > 2 * PAIRS_MAX || memberCount > MEMBERS_MAX) return null;",
    tests: [kept],
  },
  {
    rule: "nobody minds how many members of groups changes have added",
    file: "workers/engine/conflicts/change_conflicts.ts",
    find: "if (pairCount > PAIRS_MAX || memberCount > MEMBERS_MAX) return null;",
    replace: "if (pairCount > PAIRS_MAX || memberCount > 2 * MEMBERS_MAX) return null;",
    tests: [kept],
  },
];

const TRIALS: readonly Mutant[] = [
  {
    rule: "conflicts that a trial solves count afterwards",
    file: "workers/tasks/conflicts/try_changes.ts",
    find: "count_before - before.count + after.count",
    replace: "count_before + after.count",
    tests: [trials],
  },
  {
    rule: "the stocks of trains that are tried may be anybody's",
    file: "src/train_runs/what_if/try_out.ts",
    find: "columns?.rolling_stock_names ?? []",
    replace: "[]",
    tests: [rights],
  },
  {
    rule: "trains of other timetables may be tried",
    file: "src/timetable/changes/changed_records.ts",
    find: "if (row.timetable_id !== timetable_id) continue;",
    replace: "if (row.timetable_id === 0) continue;",
    tests: [trials],
  },
  {
    rule: "exceptions that only a trial has are told",
    file: "src/train_runs/what_if/try_out.ts",
    find: 'if (is_new && "index" in occurrence)',
    replace: 'if (!is_new && "index" in occurrence)',
    tests: [judged],
  },
  {
    rule: "trains that reach into the time of a change do not count",
    file: "workers/engine/conflicts/touched_zones.ts",
    find: "if (begin_ms < from_ms && ends_ms",
    replace: "if (begin_ms > from_ms && ends_ms",
    tests: [judged],
  },
];

const EVENTS: readonly Mutant[] = [
  {
    rule: "what was missed is told to whoever could read when the stream began",
    file: "src/platform/events/event_hub.ts",
    find: "(await findEnded(db, [stream], this.#roles)).get(0);",
    replace: "(await findEnded(db, [], this.#roles)).get(0);",
    tests: [hostile],
  },
  {
    rule: "who has lost the role may look on",
    file: "sql/queries/platform/access/list_ended.sql",
    find: "where o.type = q.type and r.subject_id = any(q.subjects)",
    replace: "where o.type = q.type",
    tests: [revocations],
  },
  {
    rule: "who was given a grant is told what was before",
    file: "sql/functions/platform/looking_since.sql",
    find: "greatest(s.since, g.granted_at)",
    replace: "s.since",
    tests: [replay],
  },
  {
    rule: "who has become a member is told what was before",
    file: "sql/functions/platform/looking_since.sql",
    find: "select m.group_id, m.since from",
    replace: "select m.group_id, '-infinity' from",
    tests: [replay],
  },
  {
    rule: "who was given a role is told what was before",
    file: "sql/functions/platform/looking_since.sql",
    find: "greatest(s.since, r.since)",
    replace: "s.since",
    tests: [replay],
  },
  {
    rule: "a changed stock is not told where only paced trains name it",
    file: "sql/functions/vehicles/timetables_with_stocks.sql",
    find: "where s.name = f.name and",
    replace: "where false and",
    tests: ["test/platform/sql/train_plan.test.ts"],
  },
  {
    rule: "groups of works are told to nobody",
    file: "sql/functions/platform/place_events.sql",
    find: "where n.about_type = 'every_infra'",
    replace: "where false",
    tests: ["test/platform/events/noted_changes.test.ts"],
  },
  {
    rule: "a stock stays with a paced train that has another one now",
    file: "sql/functions/timetable/paced_train_stocks.sql",
    find: "s.name <> all (c.rolling_stock_names)",
    replace: "false",
    tests: ["test/platform/sql/train_plan.test.ts"],
  },
];

const ACCEPTED: readonly Mutant[] = [
  {
    rule: "what was accepted first stays",
    file: "sql/functions/train_runs/acknowledge_trains.sql",
    find: "    path_digest = excluded.path_digest, times_digest = excluded.times_digest,\n",
    replace: "",
    tests: [outdated],
  },
  {
    rule: "trains of other timetables may be accepted",
    file: "sql/queries/timetable/train/list_named_of_timetable.sql",
    find: "t.timetable_id = $2::bigint",
    replace: "$2::bigint is not null",
    tests: [outdated],
  },
  {
    rule: "a paced train's times never count",
    file: "sql/queries/train_runs/acknowledgement/list.sql",
    find: "$1 = 'paced_train' and a.paced_train_id",
    replace: "$1 = 'paced_train' and a.train_schedule_id",
    tests: [outdated],
  },
  {
    rule: "exceptions that run as their paced train does count",
    file: "src/train_runs/acknowledgement/judge_trains.ts",
    find: "text === own ? []",
    replace: 'text === "" ? []',
    tests: [outdated],
  },
];

export const LIVE_ANSWERS: readonly Mutant[] = [...KEPT, ...TRIALS, ...EVENTS, ...ACCEPTED];
