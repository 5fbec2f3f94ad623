/**
 * An hourly service is made in a copy of the timetable: tried first, then stored, and all conflicts resolved.
 *
 *     node examples/hourly_service.ts    (Node 24; with an older one: node dist/examples/hourly_service.js)
 */
import { ask } from "marey-client";
import { type ProposalLine, readJsonLines } from "marey-client/lines";
import { findScenario, marey } from "./scenario.ts";

const { timetable_id: original_id, name, query } = await findScenario();
const original = { path: { timetable_id: original_id } };

// A copy, so that the original stays as it is.
const document = await ask(marey.GET("/timetable/{timetable_id}/export", { params: original }));
const { timetable_id } = await ask(
  marey.POST("/timetable", { body: { name: `${name}, with a service more` } }),
);
const path = { timetable_id };
await ask(
  marey.POST("/timetable/{timetable_id}/import", {
    params: { path },
    body: document as Extract<typeof document, { version: 1 }>,
  }),
);

// The new service runs as the first one does, ten minutes later.
const { results } = await ask(
  marey.GET("/timetable/{timetable_id}/paced_trains", { params: { path } }),
);
const pattern = results[0];
if (pattern === undefined) throw new Error("the timetable has no service to take as a pattern");
const { id: _id, timetable_id: _of, modified_by: _by, modified_at: _at, ...train } = pattern;
const added = {
  ...train,
  train_name: `${train.train_name}, more`,
  start_time: new Date(Date.parse(train.start_time) + 10 * 60_000).toISOString(),
  exceptions: [],
};
const params = { path, query };
const changes = { changes: [{ added }] };
const trial = await ask(marey.POST("/timetable/{timetable_id}/what_if", { params, body: changes }));
console.log(`tried: ${trial.conflicts.new.length} conflicts more; nothing is stored yet`);
await ask(marey.POST("/timetable/{timetable_id}/changes", { params: { path }, body: changes }));

const before = await ask(marey.GET("/timetable/{timetable_id}/conflicts", { params }));
console.log(`stored: ${before.length} conflicts in all`);

// Proposals come as they are found, each better than the one before.
const stream = await ask(
  marey.POST("/timetable/{timetable_id}/resolution", {
    params,
    body: {},
    headers: { accept: "application/x-ndjson" },
    parseAs: "stream",
  }),
);
let proposal: Exclude<ProposalLine, { progress: unknown }> | null = null;
for await (const line of readJsonLines<ProposalLine>(stream)) {
  if ("progress" in line) continue;
  proposal = line;
  console.log(`a proposal: ${line.changes.length} changes, ${line.left.length} conflicts left`);
}
if (proposal !== null && proposal.changes.length > 0) {
  const body = { changes: proposal.changes };
  await ask(marey.POST("/timetable/{timetable_id}/changes", { params: { path }, body }));
}
const after = await ask(marey.GET("/timetable/{timetable_id}/conflicts", { params }));
console.table([
  { "": "with the service", conflicts: before.length },
  { "": "resolved", conflicts: after.length },
]);
