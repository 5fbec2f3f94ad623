/** Names of stations off the axis, by the codes that paths name them with. */
import { api, ask, type Schemas } from "../../api/client.ts";
import type { Waypoint } from "../edits/edit.ts";
import { setting } from "../setting.ts";

/** Places per request; the server's search accepts no more conditions. */
const CHUNK = 30;
/** A station has several parts. */
const PARTS_MAX = 8;

type Condition = readonly ["=", readonly [string], string | number];
type Place = readonly [key: string, waypoint: Waypoint];

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Passes on names by key, one chunk of places after another. A place without a name keeps its code. */
export async function readNames(
  places: readonly Place[],
  tell: (found: readonly Named[]) => void,
): Promise<void> {
  for (let i = 0; i < places.length; i += CHUNK) {
    const infra_id = setting.peek()?.infra_id;
    if (infra_id === undefined) return;
    // A failure is not worth an error: the code identifies the station too.
    tell(await readSome(infra_id, places.slice(i, i + CHUNK)).catch(() => []));
  }
}

/** Throws ApiFault. */
async function readSome(infra_id: number, places: readonly Place[]): Promise<Named[]> {
  const found = (await ask(
    api.POST("/search", {
      params: { query: { page: 1, page_size: CHUNK * PARTS_MAX } },
      body: {
        object: "operationalpoint",
        query: [
          "and",
          ["=", ["infra_id"], infra_id],
          ["or", ...places.map(([, waypoint]) => conditionOf(waypoint))],
        ],
      },
    }),
  )) as Schemas["FoundOperationalPoint"][];
  const names = new Map<string, string>();
  for (const { obj_id, trigram, uic, name } of found) {
    for (const key of [obj_id, trigram, uic]) {
      if (name && key !== null && key !== undefined) names.set(String(key), name);
    }
  }
  return places.flatMap(([id]) => {
    const name = names.get(id);
    return name === undefined ? [] : [{ id, name }];
  });
}

function conditionOf({ operational_point, trigram, uic }: Waypoint): Condition {
  if (operational_point !== undefined) return ["=", ["obj_id"], operational_point];
  return trigram === undefined ? ["=", ["uic"], uic ?? 0] : ["=", ["trigram"], trigram];
}
