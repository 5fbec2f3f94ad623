/** A wrong rule: one place of the source, changed. `find` stands there exactly once. */
export interface Mutant {
  /** What goes wrong. */
  readonly rule: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  /** Test files that are there to catch it. */
  readonly tests: readonly string[];
}

const authz = (name: string): string => `test/authz/${name}.test.ts`;
const http = (name: string): string => `test/http/${name}.test.ts`;

export const TESTS = {
  worlds: authz("small_worlds"),
  histories: authz("histories"),
  decisions: authz("decisions"),
  last_owner: authz("last_owner"),
  views: authz("views"),
  scenario_reader: authz("scenario_reader"),
  matrix: authz("matrix"),
  order: authz("order"),
  unread: authz("unread_bodies"),
  lists: authz("lists"),
  caches: authz("caches"),
  missing: authz("missing_checks"),
  races: authz("races"),
  counts: authz("statement_counts"),
  grants: authz("grants"),
  dispatch: http("dispatch"),
  identity: http("identity"),
  one_header: "test/edges/compat/x_remote_user.test.ts",
  trains: http("train_schedule"),
  stocks: http("rolling_stock"),
  stock_rights: http("rolling_stock_rights"),
  collections: http("rolling_stock_collection"),
  projects: http("project"),
  studies: http("study"),
  scenarios: http("scenario"),
  documents: http("document"),
  idempotency: http("idempotency"),
  infra: http("infra"),
  search: http("search"),
  search_oracle: "test/edges/search/oracle.test.ts",
  paths: http("path"),
  simulations: http("simulation"),
  derived: "test/platform/threads/derived_cache.test.ts",
} as const;
