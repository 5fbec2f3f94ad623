/**
 * Fills the search tables for networks that were imported before there was a search: reads a network
 * like an export and has a worker parse it like an import. Runs at the start, once per content; a failure
 * is logged and tried again at the next start.
 */
import { makeShare } from "../../platform/queues/fair_queue.ts";
import type { Services } from "../../platform/services.ts";
import {
  type Content,
  insertSearchRows,
  listUnsearchable,
  setSearchable,
} from "./content.queries.ts";
import { chunkSearchRows } from "./object_chunks.ts";
import { exportRailjson } from "./railjson/export_railjson.ts";

type Needed = Pick<Services, "db" | "compute" | "log">;

/** One content after the other. */
export async function fillSearch(services: Needed): Promise<void> {
  for (const content of await listUnsearchable(services.db)) {
    const { content_id } = content;
    try {
      services.log.info({ content_id }, "making a network searchable");
      await fillContent(services, content);
    } catch (err) {
      services.log.warn({ err, content_id }, "the search finds nothing of a network");
    }
  }
}

async function fillContent({ db, compute }: Needed, content: Content): Promise<void> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of exportRailjson(db, content)) chunks.push(chunk);
  const body = await new Blob(chunks).arrayBuffer();
  const options = { share: makeShare(null), transfer: [body], priority: "batch" } as const;
  const parsed = await compute.run("parse_railjson", { body }, options);
  if (parsed.kind !== "parsed") throw new Error(`a stored network is ${parsed.kind}`);
  for (const chunk of chunkSearchRows(parsed.search_rows)) {
    await insertSearchRows(db, content.content_id, chunk);
  }
  await setSearchable(db, content.content_id);
}
