/**
 * Gets the compiled network of an infrastructure. Networks are kept by content, not by
 * infrastructure: contents never change, and a clone shares the network of its source.
 */

import type { Editors } from "../../platform/compute/editor_threads.ts";
import type { ContentSource, KeyedInfra, LoadedInfra } from "../../platform/compute/infra_store.ts";
import type { Database } from "../../platform/db/client.ts";
import type { Context } from "../../platform/http/endpoint.ts";
import { getContent, setFaulty } from "./content.queries.ts";
import { type InfraArea, infraNotFound, infraNotUsable } from "./infra.errors.ts";
import { getInfra, type InfraRow } from "./infra.queries.ts";
import { exportRailjson } from "./railjson/export_railjson.ts";

/** Faults listed in an error; the rest is in the network's fault list. */
const FAULTS_TOLD_MAX = 20;

export function contentSource(db: Database, editors: Editors): ContentSource {
  return {
    findChange: async ({ infra_id, content_id }, known, { share, signal }) => {
      const input = { infra: { key: String(content_id) }, known };
      return await editors.of(infra_id).run("find_change", input, { share, signal });
    },
    load: async (content_id, signal) => await readContent(db, content_id, signal),
    // After a backup is restored, another content can get the same id; the creation time tells them apart.
    identify: async (content_id) => {
      const content = await getContent(db, content_id);
      return content === null ? null : `${content_id} of ${content.created_us}`;
    },
  };
}

/** Its RailJSON text in UTF-8 chunks; null when the content is gone. */
export async function readContent(
  db: Database,
  content_id: number,
  signal: AbortSignal,
): Promise<ArrayBuffer[] | null> {
  const content = await getContent(db, content_id);
  if (content === null) return null;
  const chunks: ArrayBuffer[] = [];
  for await (const chunk of exportRailjson(db, content, { signal })) chunks.push(ownBuffer(chunk));
  return chunks;
}

/** The network, ready for tasks; with a `content_id` an earlier content of it, which was compiled then. Awaits `allowed` before it compiles. Throws not found (of the area) or not usable. */
export async function loadInfra(
  ctx: Pick<Context, "services" | "signal" | "share">,
  infra_id: number,
  area: InfraArea = "InfraNotFound",
  {
    allowed,
    content_id,
  }: {
    readonly allowed?: Promise<unknown> | undefined;
    readonly content_id?: number | undefined;
  } = {},
): Promise<KeyedInfra> {
  const row = await getInfra(ctx.services.db, infra_id);
  await allowed;
  if (row === null) throw infraNotFound(infra_id, area);
  const earlier = content_id === undefined ? {} : { content_id, is_faulty: false };
  const loaded = await loadContent(ctx, { ...row, ...earlier });
  if (loaded === null) throw infraNotFound(infra_id, area);
  if (loaded.kind === "compiled") return loaded.infra;
  throw infraNotUsable(infra_id, loaded.faults.slice(0, FAULTS_TOLD_MAX));
}

/** The compiled network of a content, or why it can't be used (also noted); null: the content is gone. */
export async function loadContent(
  ctx: Pick<Context, "services" | "signal" | "share">,
  { id, content_id, is_faulty }: Pick<InfraRow, "id" | "content_id" | "is_faulty">,
): Promise<LoadedInfra | null> {
  const { services, signal, share } = ctx;
  const { infras, db } = services;
  const loaded = await infras.get(content_id, { signal, share, infra_id: id });
  if (loaded !== null && is_faulty === null) {
    await setFaulty(db, content_id, loaded.kind === "not_compilable");
  }
  return loaded;
}

/** The bytes in a buffer of their own; copied only if their buffer holds more. */
function ownBuffer(bytes: Uint8Array<ArrayBuffer>): ArrayBuffer {
  const { buffer, byteOffset, byteLength } = bytes;
  if (byteLength === buffer.byteLength) return buffer;
  return buffer.slice(byteOffset, byteOffset + byteLength);
}
