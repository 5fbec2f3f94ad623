/** Rules of storing several changes: all or none, versions, errors with their index, undo, rights, keys. */
import { type Mutant, TESTS } from "./mutant.ts";

const changes = "test/timetable/changes.test.ts";
const paced_rights = "test/timetable/paced_rights.test.ts";
const authors = "test/timetable/authors.test.ts";
const store = "src/timetable/changes/store_changes.ts";
const records = "src/timetable/changes/changed_records.ts";
const endpoints = "src/timetable/changes/changes.endpoints.ts";
const statement = "sql/functions/timetable/change_trains.sql";

const ALL_OR_NONE: readonly Mutant[] = [
  {
    rule: "changes are stored although a train has changed since it was read",
    file: statement,
    find: "and t.revision = known.revision",
    replace: "",
    tests: [changes],
  },
  {
    rule: "trains that are gone meanwhile are passed over",
    file: statement,
    find: "replaced.count < cardinality(known_ids)",
    replace: "replaced.count < 0",
    tests: [changes],
  },
  {
    rule: "trains that are removed as a whole service stay",
    file: statement,
    find: "delete from paced_train where id = any(known_ids) and id <> all(paced_ids);",
    replace: "",
    tests: [changes],
  },
  {
    rule: "a service that was changed keeps its version",
    file: statement,
    find: "revision = p.revision + 1",
    replace: "revision = p.revision",
    tests: [changes],
  },
  {
    rule: "changes leave the author as it was",
    file: statement,
    find: "modified_by = author_id,\n    modified_at = now(),\n    revision = s.revision + 1",
    replace: "modified_at = now(),\n    revision = s.revision + 1",
    tests: [authors],
  },
  {
    rule: "a train may be changed twice in one list",
    file: records,
    find: "if (earlier !== undefined && (which === null || earlier.keys.size === 0)) throw changedTwice(i);",
    replace: "",
    tests: [changes],
  },
  {
    rule: "a train of a service may be changed twice in one list",
    file: records,
    find: "if ([...record.keys.values()].includes(key)) throw changedTwice(i);",
    replace: "",
    tests: [changes],
  },
  {
    rule: "a list may be of any number of changes",
    file: records,
    find: "if (count <= count_max) return;",
    replace: "if (count <= 2 * count_max) return;",
    tests: [changes],
  },
  {
    rule: "what takes changes back may be larger than a body",
    file: store,
    find: "if (bytes > bytes_max) throw",
    replace: "if (bytes > 4 * bytes_max) throw",
    tests: [changes],
  },
  {
    rule: "a change may lead out of the years that there are",
    file: records,
    find: "if (!isDateTimeMs(start_ms)) throw tooFar(i);",
    replace: "",
    tests: [changes],
  },
];

const VERSIONS: readonly Mutant[] = [
  {
    rule: "versions that changes name do not count",
    file: store,
    find: "if (first === null) checkVersions(changes, known);",
    replace: "",
    tests: [changes],
  },
  {
    rule: "of several trains that have changed only the first is told",
    file: store,
    find: 'throw new AppError("PreconditionFailed", message, { changed });',
    replace: 'throw new AppError("PreconditionFailed", message, { changed: changed.slice(0, 1) });',
    tests: [changes],
  },
  {
    rule: "versions of trains of a service do not count",
    file: store,
    find: 'if ("added" in one || one.version === undefined) return [];',
    replace:
      'if ("added" in one || "occurrence_key" in one || one.version === undefined) return [];',
    tests: [changes],
  },
];

const ERRORS: readonly Mutant[] = [
  {
    rule: "errors do not tell which change they are of",
    file: records,
    find: "{ ...context, index }",
    replace: "{ ...context }",
    tests: [changes],
  },
  {
    rule: "a fault of a service is one of the first change",
    file: records,
    find: "path: `/changes/${i}/${path.join",
    replace: "path: `/changes/${0 * i}/${path.join",
    tests: [changes],
  },
  {
    rule: "a fault of a stored form is one of the first change",
    file: records,
    find: "const index = one.changes[0] ?? 0;",
    replace: "const index = 0;",
    tests: [changes],
  },
  {
    rule: "a change may say that a train is of another timetable",
    file: records,
    find: "if (given !== undefined && given !== timetable_id) {",
    replace: "if (given === 0) {",
    tests: [changes],
  },
];

const UNDO: readonly Mutant[] = [
  {
    rule: "taking back a removal leaves the train away",
    file: store,
    find: "yield was.record;",
    replace: 'yield "{}";',
    tests: [changes],
  },
  {
    rule: "taking back an addition removes the train whatever others have made of it",
    file: store,
    find: `{\${printName(one)},"version":\${printVersion(one)},"removed":true}`,
    replace: `{\${printName(one)},"removed":true}`,
    tests: [changes],
  },
  {
    rule: "taking back a change overwrites what others have made of the train",
    file: store,
    find: `{\${printName(one)},"version":\${printVersion(one)},"train":`,
    replace: `{\${printName(one)},"train":`,
    tests: [changes],
  },
  {
    rule: "the version of a train is that before the change",
    file: store,
    find: "was.revision + 1",
    replace: "was.revision",
    tests: [changes],
  },
];

const RIGHTS: readonly Mutant[] = [
  {
    rule: "changes show trains of rolling stocks that the caller may not read",
    file: store,
    find: ".flatMap((one) => one.rolling_stock_names)",
    replace: ".flatMap(() => [])",
    tests: [paced_rights],
  },
  {
    rule: "readers of a timetable store changes",
    file: endpoints,
    find: 'timetable: "Writer"',
    replace: 'timetable: "Reader"',
    tests: [paced_rights],
  },
  {
    rule: "changes are stored without the role for timetables",
    file: endpoints,
    find: 'roles: ["timetable:write"]',
    replace: 'roles: ["timetable:read"]',
    tests: [paced_rights],
  },
];

const KEYS: readonly Mutant[] = [
  {
    rule: "a retry is made from the trains as they are by then",
    file: store,
    find: "first === null ? await readKnown(ctx, timetable_id, changes) : readFirst(changes, first)",
    replace: "await readKnown(ctx, timetable_id, changes)",
    tests: [changes],
  },
  {
    rule: "a request that was overtaken is refused for what the same request has done",
    file: store,
    find: "!(await ctx.wasOvertaken())",
    replace: "(await ctx.wasOvertaken()) !== null",
    tests: [changes],
  },
  {
    rule: "a request that was overtaken answers what it has read itself",
    file: store,
    find: "if (made === null || first !== ctx.firstAnswer()) return null;",
    replace: "if (made === null) return null;",
    tests: [changes],
  },
  {
    rule: "the database keeps no answer of changes under a key",
    file: endpoints,
    find: 'creates: "timetable/train/change"',
    replace: "creates: null",
    tests: [TESTS.idempotency],
  },
];

export const CHANGE_RULES: readonly Mutant[] = [
  ...ALL_OR_NONE,
  ...VERSIONS,
  ...ERRORS,
  ...UNDO,
  ...RIGHTS,
  ...KEYS,
];
