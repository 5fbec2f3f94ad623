/** Adds the trains of a file in another format to a timetable, all or none, and reports what was left out. */
import type { TimetableOptions } from "../../../workers/exchange/timetable/timetable_source.ts";
import type { InfraRef } from "../../../workers/tasks/types.ts";
import type { Context } from "../../platform/http/endpoint.ts";
import { unreadableFile } from "../../platform/http/exchanged_file.ts";
import { withinMemory } from "../../platform/http/failures.ts";
import type { Phase } from "../../platform/http/sending/progress_lines.ts";
import type { TimetableImportFormat } from "../../railway/exchange_terms.ts";
import type { ImportedTrains } from "../../timetable/exchange/exchange.schemas.ts";
import { storeTrains } from "../../timetable/exchange/import_timetable.ts";

export interface TimetableFile {
  readonly format: TimetableImportFormat;
  /** Is transferred to the worker. */
  readonly body: ArrayBuffer;
  readonly options: TimetableOptions;
  /** The network where names of places are looked up. */
  readonly infra: InfraRef | null;
  readonly now: Phase;
}

/** A repeated request reads the file again only for its report. */
export async function importFormat(
  ctx: Context,
  timetable_id: number,
  { format, body, options, infra, now }: TimetableFile,
): Promise<ImportedTrains> {
  const { services, share, signal } = ctx;
  const trains_max = services.config.limits.timetable_trains;
  const input = { format, body, options, trains_max, infra };
  const how = { share, signal, transfer: [body], priority: "batch" } as const;
  const read = await withinMemory(services.compute.run("import_timetable", input, how));
  if (read.kind === "unreadable") throw unreadableFile("UnreadableTimetable", read.fault);
  now.phase = "storing";
  const first = ctx.firstAnswer<ImportedTrains>();
  const made = first ?? (await storeTrains(ctx, timetable_id, read.split));
  return { ...made, report: [...read.report] };
}
