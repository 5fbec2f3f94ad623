/** What is kept too long, shared too widely, or overwritten unknowingly. */
import { type Mutant, TESTS } from "./mutant.ts";

const { idempotency, trains, stocks, collections, derived, races, caches, paths, simulations } =
  TESTS;
const shared_values = "test/platform/compute/shared_value.test.ts";
const ASK = `    const known = await this.#gatherer.ask({ caller, asked }, share.owner, waiting);
    if (known !== null) return known;
`;
const ASK_ONCE = `    const kept = ((globalThis as any).kept ??= new Map<string, Authorization>());
    const key = JSON.stringify([caller, asked]);
    if (kept.has(key)) return kept.get(key);
    const known = await this.#gatherer.ask({ caller, asked }, share.owner, waiting);
    if (known !== null) {
      kept.set(key, known);
      return known;
    }
`;

const JOIN = `      (answers) => {
        onEnd();
`;
const JOIN_LATE = `${JOIN}        const asked = waiters.map(({ question }) => JSON.stringify(question));
        for (let late = this.#waiters.peek(); late !== null; late = this.#waiters.peek()) {
          const at = asked.indexOf(JSON.stringify(late.question));
          if (at < 0) break;
          this.#waiters.take();
          late.resolve(answers[at] as Answer);
        }
`;

export const CACHES_AND_VERSIONS: readonly Mutant[] = [
  {
    rule: "events are told to whoever could read when the stream began",
    file: "src/platform/events/event_hub.ts",
    find: "    const asked = [...joining.map(({ stream }) => stream), ...told.keys()];\n",
    replace: "    const asked = joining.map(({ stream }) => stream);\n",
    tests: ["test/platform/events/revocations.test.ts"],
  },
  {
    rule: "what a caller may do is remembered",
    file: "src/platform/access/authorizer.ts",
    find: ASK,
    replace: ASK_ONCE,
    tests: [races],
  },
  {
    rule: "a question may join a statement that was sent before it",
    file: "src/platform/db/gatherer.ts",
    find: JOIN,
    replace: JOIN_LATE,
    tests: ["test/platform/sql/gatherer.test.ts", races],
  },
  {
    rule: "rows of one reading go to another question",
    file: "src/platform/db/point_reads.ts",
    find: "return ids.map((id) => byId.get(id) ?? null);",
    replace: "return ids.map((_id, i) => rows[i] ?? null);",
    tests: [trains, "test/platform/sql/client.test.ts"],
  },
  {
    rule: "If-Match of a train is not compared",
    file: "sql/queries/timetable/train/update.sql",
    find: "($6::bigint is null or revision = $6)",
    replace: "($6::bigint is null or $6 is not null)",
    tests: [trains],
  },
  {
    rule: "If-Match is not read",
    file: "src/platform/http/preconditions.ts",
    find: `if (header === undefined || header.trim() === "*") return null;`,
    replace: "if (header !== null) return null;",
    tests: [trains],
  },
  {
    rule: "a changed train keeps its revision",
    file: "sql/queries/timetable/train/update.sql",
    find: "revision = revision + 1\n  where act_as($7::bigint) and $1 = 'train_schedule'",
    replace: "revision = revision\n  where act_as($7::bigint) and $1 = 'train_schedule'",
    tests: [trains],
  },
  {
    rule: "a changed rolling stock keeps its version",
    file: "sql/functions/vehicles/update_rolling_stock.sql",
    find: "then 1 else 0 end",
    replace: "then 0 else 0 end",
    tests: [stocks],
  },
  {
    rule: "a stock may be moved out of a collection whose rights nobody checked",
    file: "sql/functions/vehicles/update_rolling_stock.sql",
    find: "where s.id = wanted_id and s.collection_id = home_id for no key update",
    replace: "where s.id = wanted_id for no key update",
    tests: [TESTS.stock_rights],
  },
  {
    rule: "If-Match of a collection is not compared",
    file: "sql/functions/vehicles/save_rolling_stock_collection.sql",
    find: "if saved.revision <> if_revision then",
    replace: "if false then",
    tests: [collections],
  },
  {
    rule: "an idempotency key answers another body",
    file: "src/platform/http/idempotency.ts",
    find: "if (known.body_hash !== body_hash) {",
    replace: "if (known.body_hash === '') {",
    tests: [idempotency],
  },
  {
    rule: "a creation that loses the race for its key fails",
    file: "src/platform/http/idempotency.ts",
    find: "const rows = is_refused ? await this.#findFaster(db) : null;",
    replace: "const rows = is_refused ? null : null;",
    tests: [idempotency],
  },
  {
    rule: "a creation is kept under no key",
    file: "src/platform/db/client.ts",
    find: "if (kept_under !== undefined) statement = withKey(statement, kept_under);",
    replace: "",
    tests: [idempotency],
  },
  {
    rule: "the path of one network is the path of another",
    file: "src/train_runs/path/cached_paths.ts",
    find: "    infra.digest,\n    hashText(items_json),",
    replace: "    hashText(items_json),",
    tests: [paths, simulations, caches],
  },
  {
    rule: "the path of one rolling stock is the path of another",
    file: "src/train_runs/path/cached_paths.ts",
    find: "    stock.supported_electrifications,\n",
    replace: "",
    tests: [paths, simulations, caches],
  },
  {
    rule: "a shared value is used for another key",
    file: "src/platform/compute/shared_value.ts",
    find: "  if (head.key !== key) return null;\n",
    replace: "",
    tests: [shared_values],
  },
  {
    rule: "a value of another engine is used",
    file: "src/platform/compute/shared_value.ts",
    find: '  if (packed.toString("hex", ENGINE_AT, LENGTH_AT) !== engine) return null;\n',
    replace: "",
    tests: [shared_values],
  },
  {
    rule: "a server that fails is asked for ever",
    file: "src/platform/compute/shared_link.ts",
    find: "    this.#is_open = true;\n",
    replace: "",
    tests: ["test/platform/compute/shared_results.test.ts"],
  },
  {
    rule: "one that leaves stops the work of those who wait",
    file: "src/platform/compute/derived_cache.ts",
    find: "if (flight.waiters > 0 || this",
    replace: "if (this",
    tests: [derived],
  },
];
