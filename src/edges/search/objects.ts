/**
 * The searchable objects (interface.md 11.2): for each the role needed to read it, its query file,
 * and the columns that conditions may use. A column is one of the query's `found`; a text that is
 * searched often also has a `folded_` column, computed when it is stored.
 */
import type { BuiltinRole } from "../../platform/access/roles.ts";

/** `folded_text`: a text that also has a `folded_` column; `texts`: an array. */
export type ColumnType = "number" | "text" | "folded_text" | "texts";
export type SearchColumns = Readonly<Record<string, ColumnType>>;

export interface SearchObject {
  readonly role: BuiltinRole;
  readonly query: string;
  readonly columns: SearchColumns;
}

const RECORD: SearchColumns = { id: "number", name: "text", description: "text", tags: "texts" };

/**
 * Old names, still offered by clients of 2024, that now stand for several values, by column. A
 * search for one of them finds any of these values.
 */
export const OLD_NAMES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  signaling_systems: { TVM: ["TVM", "TVM300", "TVM430"] },
};

export const SEARCH_OBJECTS = {
  track: {
    role: "infra:read",
    query: "edges/search/track",
    columns: { infra_id: "number", line_code: "number", line_name: "folded_text" },
  },
  operationalpoint: {
    role: "infra:read",
    query: "edges/search/operationalpoint",
    columns: {
      obj_id: "text",
      infra_id: "number",
      name: "folded_text",
      uic: "number",
      ci: "number",
      ch: "text",
      trigram: "text",
    },
  },
  signal: {
    role: "infra:read",
    query: "edges/search/signal",
    columns: {
      infra_id: "number",
      obj_id: "text",
      label: "folded_text",
      line_code: "number",
      line_name: "folded_text",
      signaling_systems: "texts",
      settings: "texts",
    },
  },
  project: { role: "operational-studies:read", query: "edges/search/project", columns: RECORD },
  study: {
    role: "operational-studies:read",
    query: "edges/search/study",
    columns: { ...RECORD, project_id: "number" },
  },
  scenario: {
    role: "operational-studies:read",
    query: "edges/search/scenario",
    columns: { ...RECORD, study_id: "number" },
  },
  trainschedule: {
    role: "timetable:read",
    query: "edges/search/trainschedule",
    columns: {
      id: "number",
      timetable_id: "number",
      train_name: "text",
      rolling_stock_name: "text",
    },
  },
} as const satisfies Readonly<Record<string, SearchObject>>;

/** Null if there is no such object. */
export function findSearchObject(name: string): SearchObject | null {
  // Own keys only, so that `toString` is not found.
  return Object.hasOwn(SEARCH_OBJECTS, name)
    ? SEARCH_OBJECTS[name as keyof typeof SEARCH_OBJECTS]
    : null;
}
