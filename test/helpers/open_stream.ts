/** A streamed answer, read by hand. */
import { AbortSource, type HttpResponse } from "../../src/platform/http/request.ts";
import type { Services } from "../../src/platform/services.ts";
import { ENDPOINTS } from "../../src/server/endpoints.ts";
import { dispatchOf } from "./services.ts";

export interface OpenedStream {
  readonly status: number;
  readonly headers: HttpResponse["headers"];
  readonly body: AsyncIterator<Uint8Array>;
  /** What the server does when the client leaves. */
  readonly abort: AbortSource;
}

/** Asks for a stream; nothing of it but its first chunk is made until `body` is read. */
export async function openStream(
  services: Services,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<OpenedStream> {
  const [before = "", query = ""] = path.split("?");
  const abort = new AbortSource();
  const answer = await dispatchOf(
    services,
    ENDPOINTS,
  )({
    method: "GET",
    path: before,
    query,
    headers: Object.entries(headers).flat(),
    remote_address: "127.0.0.1",
    abort,
    readBody: async () => new Uint8Array(0),
  });
  const { status, headers: answered, body } = answer;
  if (typeof body === "string" || body instanceof Uint8Array) throw new Error("no stream");
  return { status, headers: answered, body: body[Symbol.asyncIterator](), abort };
}
