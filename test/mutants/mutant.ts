/** A wrong rule: one place of the source, changed. `find` occurs there exactly once. */
export interface Mutant {
  /** What goes wrong. */
  readonly rule: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  /** Test files that are there to catch it. */
  readonly tests: readonly string[];
}

const authz = (name: string): string => `test/accounts/authz/${name}.test.ts`;
const inRoom = (room: string, name: string): string => `test/${room}/${name}.test.ts`;

export const TESTS = {
  histories: authz("histories"),
  decisions: authz("decisions"),
  last_owner: authz("last_owner"),
  scenario_reader: authz("scenario_reader"),
  matrix: authz("matrix"),
  order: authz("order"),
  unread: authz("unread_bodies"),
  malformed: authz("malformed_requests"),
  kept: authz("kept_answers"),
  shared: authz("shared_records"),
  lists: authz("lists"),
  caches: authz("caches"),
  missing: authz("missing_checks"),
  races: authz("races"),
  grants: authz("grants"),
  dispatch: inRoom("platform/http", "dispatch"),
  identity: inRoom("platform/http", "identity"),
  one_header: "test/edges/compat/x_remote_user.test.ts",
  trains: inRoom("timetable", "train"),
  stocks: inRoom("vehicles", "rolling_stock"),
  stock_rights: inRoom("vehicles", "rolling_stock_rights"),
  collections: inRoom("vehicles", "rolling_stock_collection"),
  projects: inRoom("studies", "project"),
  studies: inRoom("studies", "study"),
  scenarios: inRoom("studies", "scenario"),
  documents: inRoom("studies", "document"),
  idempotency: inRoom("platform/http", "idempotency"),
  infra: inRoom("network", "infra"),
  search: inRoom("edges/search", "search"),
  search_oracle: "test/edges/search/oracle.test.ts",
  paths: inRoom("train_runs", "path"),
  simulations: inRoom("train_runs", "simulation"),
  derived: "test/platform/threads/derived_cache.test.ts",
} as const;
