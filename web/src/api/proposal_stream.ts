/** Proposals that resolve conflicts, as they are found: each better than the one before. */
import { type ProposalLine, readJsonLines } from "marey-client/lines";
import { api, ask, type Schemas } from "./client.ts";
import { conflictQuery, type Setting } from "./setting.ts";

export type Proposal = Schemas["ResolutionResult"];
export type Wanted = Schemas["ResolutionRequest"];

/** The last line that is a proposal is the answer. Throws ApiFault, or the abort's reason. */
export async function* askProposals(
  timetable_id: number,
  setting: Setting,
  wanted: Wanted,
  signal: AbortSignal,
): AsyncGenerator<ProposalLine> {
  const body = await ask(
    api.POST("/timetable/{timetable_id}/resolution", {
      params: { path: { timetable_id }, query: conflictQuery(setting) },
      headers: { accept: "application/x-ndjson" },
      body: wanted,
      parseAs: "stream",
      signal,
    }),
  );
  yield* readJsonLines<ProposalLine>(body);
}
