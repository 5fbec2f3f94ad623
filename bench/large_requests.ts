/**
 * Requests of benches about large networks. A document is sent at the pace of a gigabit network: uWebSockets.js
 * reads a socket for as long as it is full, so a client on the same machine that writes a gigabyte a second keeps
 * the others waiting meanwhile.
 */
import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import type { GeneratedNetwork } from "./network.ts";

/** One gigabit a second. */
const UPLOAD_BYTES_PER_MS = 125_000;
const UPLOAD_PIECE_BYTES = 256 * 1024;

export type GeneratedTrain = GeneratedNetwork["train_schedules"][number];

/** Of the path of a train. */
export function pathBody(train: GeneratedTrain | undefined): string {
  const path_items = (train?.path ?? []).map(({ id: _, ...location }) => location);
  return JSON.stringify({
    path_items,
    rolling_stock_is_thermal: true,
    rolling_stock_loading_gauge: "G1",
    rolling_stock_supported_electrifications: [],
    rolling_stock_supported_signaling_systems: ["BAL", "BAPR", "TVM300", "TVM430"],
    rolling_stock_maximum_speed: 44,
    rolling_stock_length: 200,
  });
}

/** A request that may take minutes; undici's fetch gives up earlier. */
export async function ask(
  base_url: string,
  method: string,
  path: string,
  body?: string,
): Promise<{ status: number; text: string }> {
  const sent = request(`${base_url}${path}`, {
    method,
    headers: body === undefined ? {} : { "content-type": "application/json" },
  });
  const answered = once(sent, "response") as Promise<[IncomingMessage]>;
  await send(sent, Buffer.from(body ?? ""));
  const [response] = await answered;
  let text = "";
  response.setEncoding("utf8");
  for await (const chunk of response) text += chunk;
  const status = response.statusCode ?? 0;
  if (status < 200 || status > 299) throw new Error(`${method} ${path}: ${status} ${text}`);
  return { status, text };
}

async function send(sent: ClientRequest, body: Buffer): Promise<void> {
  const start_ms = performance.now();
  sent.setHeader("content-length", body.length);
  for (let at = 0; at < body.length; at += UPLOAD_PIECE_BYTES) {
    const early_ms = start_ms + at / UPLOAD_BYTES_PER_MS - performance.now();
    if (early_ms > 1) await new Promise((resume) => setTimeout(resume, early_ms));
    sent.write(body.subarray(at, at + UPLOAD_PIECE_BYTES));
  }
  sent.end();
}
