/** Proposals that resolve conflicts, as they are found: each better than the one before. */
import { ApiFault, addressOf, api, ask, isAbort, type Schemas } from "./client.ts";
import { conflictQuery, type Setting } from "./setting.ts";

export type Proposal = Schemas["ResolutionResult"];
export type Wanted = Schemas["ResolutionRequest"];

export interface Progress {
  readonly seconds: number;
  /** Of the last proposal; null: there is none yet. */
  readonly left: number | null;
  readonly cost: number | null;
}

export type ProposalLine = Proposal | { readonly progress: Progress };

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
  if (body === null) throw new ApiFault(0, null, addressOf("/"));
  try {
    yield* readLines(body as ReadableStream<Uint8Array<ArrayBuffer>>);
  } catch (cause) {
    if (isAbort(cause)) throw cause;
    // The connection was lost on the way.
    throw new ApiFault(0, null, String(cause));
  }
}

async function* readLines(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<ProposalLine> {
  const texts = body.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = "";
  for (;;) {
    const { done, value } = await texts.read();
    const lines = (waiting + (value ?? "")).split("\n");
    waiting = done ? "" : (lines.pop() ?? "");
    for (const line of lines) if (line !== "") yield JSON.parse(line) as ProposalLine;
    if (done) return;
  }
}
