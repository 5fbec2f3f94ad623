// Method: every endpoint of paced trains called with one right missing at a time; grants are inserted by SQL.
import { beforeAll, describe, expect, it } from "vitest";
import { opened } from "../helpers/opened.ts";
import { hashTables } from "../helpers/test_database.ts";
import { TINY_RAILJSON } from "../helpers/tiny_railjson.ts";
import { validPacedTrain, validStock } from "../platform/http/rules/valid_forms.ts";
import { type Actor, makeStudyWorld } from "../studies/study_world.ts";

const PATH = [
  { id: "a", track: "A", offset: 100_000 },
  { id: "z", track: "B", offset: 900_000 },
];
const RANGES = [{ track_section: "A", begin: 0, end: 1_000_000, direction: "START_TO_STOP" }];

interface Place {
  readonly infra: number;
  readonly timetable: number;
  readonly id: number;
  /** Of the base train's stock, of an exception's in effect, of a disabled one's, of an added one's. */
  readonly collections: readonly number[];
}

type Right = readonly [type: string, id: number, level: string];

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly needs: readonly Right[];
}

const world = opened(makeStudyWorld);
let place: Place;
beforeAll(async () => {
  place = await makePlace(await world.actor("owner", "administrator"));
});

async function makePlace(owner: Actor): Promise<Place> {
  const { infra } = await owner.make("POST", "/infra/railjson?name=tiny", TINY_RAILJSON);
  const { timetable_id: timetable } = await owner.make("POST", "/timetable");
  const collections: number[] = [];
  const names: string[] = [];
  for (const name of ["base", "changed", "off", "added"]) {
    const body = { name: `collection ${name}` };
    const { id } = await owner.make("POST", "/rolling_stock_collection", body);
    const path = `/rolling_stock?rolling_stock_collection_id=${id}`;
    names.push((await owner.make("POST", path, validStock({ name: `stock ${name}` }))).name);
    collections.push(id);
  }
  const [base, ...others] = names.map((rolling_stock_name) => ({ rolling_stock_name }));
  const marks = [{ occurrence_index: 0 }, { occurrence_index: 1, disabled: true }, {}];
  const exceptions = [
    ...marks.map((mark, i) => ({ key: `k${i}`, ...mark, rolling_stock: others[i] })),
    // asks nothing
    { key: "soft", rolling_stock: { rolling_stock_name: "no such stock" } },
  ];
  const form = validPacedTrain({ ...base, path: PATH, schedule: [], exceptions });
  const [{ id }] = await owner.make("POST", `/timetable/${timetable}/paced_trains`, [form]);
  return { infra, timetable, id, collections };
}

function listShowing({ infra, timetable, id, collections }: Place): Request[] {
  const shown: Right[] = [
    ["timetable", timetable, "Reader"],
    ...collections.map((one): Right => ["rolling_stock_collection", one, "Reader"]),
  ];
  const derived: Right[] = [["infra", infra, "Reader"], ...shown];
  const body = { infra_id: infra, ids: [id] };
  const query = `infra=${infra}`;
  return [
    { method: "GET", path: `/timetable/${timetable}/paced_trains`, needs: shown },
    { method: "GET", path: `/paced_train/${id}`, needs: shown },
    { method: "GET", path: `/paced_train/${id}/path?${query}`, needs: derived },
    { method: "GET", path: `/paced_train/${id}/path?${query}&exception_key=soft`, needs: derived },
    { method: "GET", path: `/paced_train/${id}/simulation?${query}`, needs: derived },
    {
      method: "GET",
      path: `/paced_train/simulations_summary?${query}&ids[]=${id}`,
      needs: derived,
    },
    { method: "POST", path: "/paced_train/simulations_summary", body, needs: derived },
    { method: "POST", path: "/paced_train/simulation_summary", body, needs: derived },
    {
      method: "POST",
      path: "/paced_train/project_path",
      body: { ...body, track_section_ranges: RANGES },
      needs: derived,
    },
    { method: "GET", path: `/timetable/${timetable}/conflicts?${query}`, needs: derived },
    {
      method: "POST",
      path: `/timetable/${timetable}/changes`,
      body: { changes: [{ kind: "paced_train", id, shift: "PT1M" }] },
      needs: [["timetable", timetable, "Writer"], ...shown.slice(1)],
    },
  ];
}

describe("a request about paced trains", () => {
  it("that shows them needs every right: the timetable, the network and the stock of every exception", async () => {
    for (const [i, { method, path, body, needs }] of listShowing(place).entries()) {
      for (const [k, lacking] of needs.entries()) {
        const caller = await world.actor(`reader ${i} ${k}`);
        for (const [type, id, level] of needs) {
          if (lacking[1] !== id) await world.grant(type, id, caller.id, level);
        }
        const refused = await caller.call(method, path, body);
        expect(refused.json, `${method} ${path} without ${lacking[0]}`).toMatchObject({
          status: 403,
          context: { resource_type: lacking[0], resource_id: lacking[1], effective: null },
        });
        await world.grant(lacking[0], lacking[1], caller.id, lacking[2]);
        const answered = await caller.call(method, path, body);
        expect(answered.status, answered.text).toBe(200);
      }
    }
  });

  it("that stores changes needs the role for timetables and Writer, whatever else there is", async () => {
    const { timetable, id, collections } = place;
    const body = { changes: [{ kind: "paced_train", id, shift: "PT1M" }] };
    const path = `/timetable/${timetable}/changes`;
    const ask = async (name: string, role: string, level: string) => {
      const caller = await world.actor(name, role);
      await world.grant("timetable", timetable, caller.id, level);
      for (const one of collections) {
        await world.grant("rolling_stock_collection", one, caller.id, "Reader");
      }
      return await caller.call("POST", path, body);
    };
    const before = await hashTables(world.api.services.db);
    const reader = await ask("may read", "operational-studies-analyst", "Creator");
    expect(reader.json).toMatchObject({ status: 403, context: { required: "Writer" } });
    const unfit = await ask("has no role", "operational-studies-reader", "Owner");
    expect(unfit.json).toMatchObject({ status: 403 });
    const after = await hashTables(world.api.services.db);
    for (const table of ["train_schedule", "paced_train", "new_event"]) {
      expect(after[table], table).toBe(before[table]);
    }
    const writer = await ask("may write", "operational-studies-analyst", "Writer");
    expect(writer.status, writer.text).toBe(200);
  });

  it("that writes needs Creator to create and Writer to change, and changes nothing without", async () => {
    const { timetable, id } = place;
    const form = validPacedTrain();
    const requests = [
      ["POST", `/timetable/${timetable}/paced_trains`, [form], "Reader", "Creator"],
      ["PUT", `/paced_train/${id}`, form, "Creator", "Writer"],
      ["DELETE", "/paced_trains", { ids: [id] }, "Creator", "Writer"],
      ["DELETE", "/paced_train", { ids: [id] }, "Creator", "Writer"],
    ] as const;
    for (const [method, path, body, too_low, required] of requests) {
      const caller = await world.actor(`writer ${method} ${path}`);
      await world.grant("timetable", timetable, caller.id, too_low);
      const before = await hashTables(world.api.services.db);
      const { status, json } = await caller.call(method, path, body);
      expect([status, json.context.required]).toEqual([403, required]);
      expect(await hashTables(world.api.services.db)).toEqual(before);
      // the paths that delete are two names of one thing
      if (path === "/paced_trains") continue;
      await world.revokeAll(caller.id);
      await world.grant("timetable", timetable, caller.id, required);
      const answer = await caller.call(method, path, body);
      expect(answer.status, answer.text).toBeLessThan(300);
    }
  });
});
