/** A scripted client of `/mcp`: the protocol's frames, and what tools answer. */
import type { CallResult } from "../helpers/services.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

export interface Answered {
  readonly is_error: boolean;
  readonly text: string;
  /** What the tool tells beside the records. */
  readonly told: Json;
  /** The records. */
  readonly data: Json;
}

export type Send = (body: unknown) => Promise<CallResult>;

export class Assistant {
  readonly #send: Send;
  #id = 0;

  constructor(send: Send) {
    this.#send = send;
  }

  async message(method: string, params?: object): Promise<Json> {
    const id = ++this.#id;
    const body = { jsonrpc: "2.0", id, method, ...(params && { params }) };
    const { status, json, text } = await this.#send(body);
    if (status !== 200) throw new Error(text);
    if (json.id !== id) throw new Error(`another answer: ${text}`);
    return json;
  }

  async use(name: string, args: object): Promise<Answered> {
    const { result } = await this.message("tools/call", { name, arguments: args });
    const { text } = result.content[0];
    const told = JSON.parse(text);
    return { is_error: result.isError, text, told, data: told.data };
  }
}
