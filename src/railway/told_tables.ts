/**
 * The tables whose changes are sent on event streams, each as one event about its records. A row defines
 * the table's triggers (db/migrate.ts), the event in the API document and what the tests expect.
 */

interface ToldTable {
  /** Name of the event. */
  readonly event: string;
  readonly audience: keyof typeof AUDIENCES;
  /** What the records are, for the API document. */
  readonly about: string;
}

/** Who gets an event, on the stream of which resource, by which trigger function, and whether it names the author. */
const AUDIENCES = {
  /** The readers of the timetable in the record's `timetable_id`. */
  own_timetable: { stream: "timetable", trigger: "note_timetable_records", is_signed: true },
  /** The readers of any network: the records belong to none. */
  every_infra: { stream: "infra", trigger: "note_infra_group", is_signed: false },
  /** The readers of timetables with a train that names the stock, before or after; null: has its own trigger. */
  timetables_with_stock: { stream: "timetable", trigger: null, is_signed: false },
} as const;

export const TOLD_TABLES = {
  train_schedule: { event: "trains", audience: "own_timetable", about: "train schedules" },
  paced_train: { event: "paced_trains", audience: "own_timetable", about: "paced trains" },
  train_report: {
    event: "train_reports",
    audience: "own_timetable",
    about: "reports of running trains, and decisions about them",
  },
  operation: { event: "operations", audience: "own_timetable", about: "opened days" },
  rolling_stock: {
    event: "rolling_stock",
    audience: "timetables_with_stock",
    about: "a rolling stock that a train of the timetable names",
  },
  work_schedule_group: {
    event: "work_schedules",
    audience: "every_infra",
    about: "groups of works, on whichever networks they are; they never change",
  },
  temporary_speed_limit_group: {
    event: "temporary_speed_limits",
    audience: "every_infra",
    about: "groups of temporary speed limits, on whichever networks they are; they never change",
  },
} as const satisfies Readonly<Record<string, ToldTable>>;

type Told = (typeof TOLD_TABLES)[keyof typeof TOLD_TABLES];

/** The record events on the streams of one kind of resource. */
export function listRecordEvents(
  stream: "timetable" | "infra",
): readonly (Told & { readonly is_signed: boolean })[] {
  return Object.values(TOLD_TABLES)
    .filter(({ audience }) => AUDIENCES[audience].stream === stream)
    .map((told) => ({ ...told, is_signed: AUDIENCES[told.audience].is_signed }));
}

/** The statements that make the triggers. */
export function printToldTriggers(): string {
  const statements = Object.entries(TOLD_TABLES).flatMap(([table, { event, audience }]) => {
    const { trigger } = AUDIENCES[audience];
    if (trigger === null) return [];
    return (["insert", "update", "delete"] as const).map(
      (operation) =>
        `create or replace trigger note_${operation} after ${operation} on ${table}
referencing ${operation === "delete" ? "old" : "new"} table as changed for each statement execute function ${trigger}('${event}');`,
    );
  });
  return statements.join("\n");
}
