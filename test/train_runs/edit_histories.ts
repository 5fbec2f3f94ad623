/**
 * Random edits of a timetable through two servers; after each of them one of the servers is asked for the
 * conflicts and must answer what a server does that has kept none, and what the detection finds that keeps
 * nothing.
 */
import type { Services } from "../../src/platform/services.ts";
import { call } from "../helpers/services.ts";
import { makeRandom, type Random } from "../workers/engine/seeded.ts";
import {
  drawPacedTrain,
  drawTimetable,
  drawTrain,
  type Json,
  type LiveTimetable,
  type LiveWorld,
  pick,
} from "./live_world.ts";

interface Edited {
  readonly id: number;
  readonly schedules: number[];
  readonly paced: number[];
}

const EDITS = ["move", "move", "replace", "add", "delete", "rename", "stock"] as const;

export interface HistoryFigures {
  readonly conflict_counts: ReadonlySet<number>;
  readonly edits: ReadonlySet<string>;
}

/** Throws at the first difference. */
export async function playHistory(
  world: LiveWorld,
  seed: number,
  edit_count: number,
): Promise<HistoryFigures> {
  const random = makeRandom(seed);
  const servers = [world.openServer(), world.openServer()];
  const drawn: LiveTimetable = await drawTimetable(random, world);
  const timetable = { ...drawn, schedules: [...drawn.schedules], paced: [...drawn.paced] };
  const conflict_counts = new Set<number>();
  const edits = new Set<string>();
  for (let i = 0; i < edit_count; i++) {
    const what = pick(random, EDITS);
    edits.add(what);
    await edit(world, pick(random, servers), { random, timetable, what });
    const query = pick(random, world.queries);
    const path = `/timetable/${timetable.id}/conflicts?${query}`;
    const { text, json } = await call(pick(random, servers), { path });
    const where = `seed ${seed}, edit ${i} (${what}), ${query}`;
    if (text !== (await world.detectWhole(timetable.id, query)))
      throw new Error(`${where}: differs`);
    if (text !== (await world.makeAnew(timetable.id, query)))
      throw new Error(`${where}: not as made anew`);
    conflict_counts.add(json.length);
  }
  return { conflict_counts, edits };
}

interface Edit {
  readonly random: Random;
  readonly timetable: Edited;
  readonly what: (typeof EDITS)[number];
}

async function edit(
  world: LiveWorld,
  server: Services,
  { random, timetable, what }: Edit,
): Promise<void> {
  const send = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const answer = await call(server, { method, path, body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.json;
  };
  if (what === "stock") return await changeStock(world, random, send);
  const is_paced = random() < 0.4;
  const ids = is_paced ? timetable.paced : timetable.schedules;
  const kind = is_paced ? "paced_train" : "train_schedule";
  const drawOne = is_paced ? drawPacedTrain : drawTrain;
  if (what === "add" || ids.length === 0) {
    const forms = Array.from({ length: random() < 0.8 ? 1 : 3 }, () => drawOne(random, world));
    const made = await send("POST", `/timetable/${timetable.id}/${kind}s`, forms);
    ids.push(...(made as unknown as { id: number }[]).map(({ id }) => id));
    return;
  }
  const id = pick(random, ids);
  if (what === "delete") {
    ids.splice(ids.indexOf(id), 1);
    await send("DELETE", is_paced ? "/paced_trains" : "/train_schedule", { ids: [id] });
    return;
  }
  const { id: _id, ...form } = await send("GET", `/${kind}/${id}`);
  const start = { start_time: drawOne(random, world)["start_time"] };
  const change = {
    move: start,
    rename: { train_name: "renamed" },
    replace: drawOne(random, world),
  };
  await send("PUT", `/${kind}/${id}`, { ...form, ...change[what] });
}

/** Its mass, or whether there is such a stock at all. */
async function changeStock(
  { stock_names }: LiveWorld,
  random: Random,
  send: (method: string, path: string, body?: unknown) => Promise<Json>,
): Promise<void> {
  const name = pick(random, stock_names);
  const {
    id,
    version: _version,
    locked: _locked,
    liveries: _liveries,
    ...form
  } = await send("GET", `/rolling_stock/name/${encodeURIComponent(name)}`);
  if (random() < 0.5) {
    await send("DELETE", `/rolling_stock/${Number(id)}?force=true`);
    await send("POST", "/rolling_stock", form);
  } else {
    await send("PATCH", `/rolling_stock/${Number(id)}`, {
      ...form,
      mass: Number(form["mass"]) * 1.01,
    });
  }
}
