/** Proposals that resolve conflicts, as they are found: each better than the one before. */
import { type ProposalLine, readJsonLines } from "marey-client/lines";
import { api, ask, type Schemas } from "./client.ts";
import { conflictQuery, dateQuery, type Setting } from "./setting.ts";

/** With `day_sets`: for all days. */
export type Proposal = Schemas["ResolutionResult"] & Partial<Pick<OfDays, "day_sets" | "unseen">>;
type OfDays = Schemas["ResolutionOfDays"];
export type Wanted = Schemas["ResolutionRequest"];

interface Asked {
  readonly setting: Setting;
  readonly wanted: Wanted;
  readonly of_all_days: boolean;
}

/** The last line that is a proposal is the answer. Throws ApiFault, or the abort's reason. */
export async function* askProposals(
  timetable_id: number,
  { setting, wanted, of_all_days }: Asked,
  signal: AbortSignal,
): AsyncGenerator<ProposalLine> {
  const path = { timetable_id };
  const sent = {
    headers: { accept: "application/x-ndjson" },
    body: wanted,
    parseAs: "stream",
    signal,
  } as const;
  const query = conflictQuery(setting);
  const body = of_all_days
    ? await ask(
        api.POST("/timetable/{timetable_id}/resolution/days", { params: { path, query }, ...sent }),
      )
    : await ask(
        api.POST("/timetable/{timetable_id}/resolution", {
          params: { path, query: { ...query, ...dateQuery(setting) } },
          ...sent,
        }),
      );
  yield* readJsonLines<ProposalLine>(body);
}
