/** Finds lines of the network by words of their names, or by their code. */
import { api, ask, type Schemas } from "../../api/client.ts";
import { setting } from "../setting.ts";

interface Line {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
}

const FOUND_MAX = 30;
const CODE = /^-?\d{1,9}$/;

/** Each code once. Throws ApiFault. */
export async function findLines(text: string): Promise<readonly Line[]> {
  const words = text.trim();
  const infra_id = setting.peek()?.infra_id ?? null;
  if (infra_id === null) return [];
  const meets: unknown[] = ["or", ["search", ["line_name"], words]];
  if (CODE.test(words)) meets.push(["=", ["line_code"], Number(words)]);
  const of_network = ["=", ["infra_id"], infra_id];
  const found = (await ask(
    api.POST("/search", {
      params: { query: { page: 1, page_size: FOUND_MAX } },
      body: { object: "track", query: words === "" ? of_network : ["and", of_network, meets] },
    }),
  )) as Schemas["FoundTrack"][];
  const lines = new Map<number, Line>();
  for (const { line_code, line_name } of found) {
    // Tracks of no line have 0.
    if (line_code === 0 || lines.has(line_code)) continue;
    const code = String(line_code);
    lines.set(line_code, { id: code, name: line_name || code, hint: code });
  }
  return [...lines.values()];
}
