// Method: table of changes and of their refusals, each whole or absent by a hash of all tables; races with single calls; retries under one key; rights.
import { describe, expect, it } from "vitest";
import type { Database } from "../../src/platform/db/client.ts";
import type { Services } from "../../src/platform/services.ts";
import { makeGate } from "../helpers/gate.ts";
import { opened } from "../helpers/opened.ts";
import { call, makeServices } from "../helpers/services.ts";
import { hashTables } from "../helpers/test_database.ts";
import { startTimetableApi } from "../helpers/timetable_api.ts";
import { until } from "../helpers/until.ts";
import { inProcess, Watcher } from "../platform/events/watcher.ts";
import { validPacedTrain, validTrain } from "../platform/http/rules/valid_forms.ts";

const api = opened(startTimetableApi);
let timetable: number;
interface Trains {
  readonly a: number;
  readonly b: number;
  readonly paced: number;
}

async function fill(): Promise<Trains> {
  timetable = await api.newTimetable();
  const [a, b] = await api.create("train_schedule", [validTrain(), validTrain()], timetable);
  const [paced] = await api.create("paced_train", [validPacedTrain()], timetable);
  return { a: a?.id ?? 0, b: b?.id ?? 0, paced: paced?.id ?? 0 };
}

type Sent = Readonly<Record<string, string>>;

const path = (): string => `/timetable/${timetable}/changes`;
const send = async (changes: readonly unknown[], headers: Sent = {}) =>
  await api.call("POST", path(), { changes }, headers);
const sendAll = async (changes: readonly unknown[]) =>
  (await api.make("POST", path(), { changes })).json;
const schedule = (id: number) => ({ kind: "train_schedule", id });
const paced_train = (id: number) => ({ kind: "paced_train", id });
const read = async (kind: string, id: number) => await api.call("GET", `/${kind}/${id}`);

describe("changes of a timetable's trains", () => {
  it("answer the trains as they are now, with their ETags, in the order of the changes", async () => {
    const { a, b, paced } = await fill();
    const answer = await send([
      { ...paced_train(paced), occurrence_key: 0, shift: "PT1M" },
      { added: validPacedTrain({ train_name: "new service" }) },
      { ...schedule(a), train: validTrain({ train_name: "replaced" }) },
      { ...schedule(b), removed: true },
      { ...paced_train(paced), occurrence_key: 1, removed: true },
      { added: validTrain({ train_name: "new" }) },
    ]);
    expect(answer.status, answer.text).toBe(200);
    const { trains } = answer.json;
    expect(trains.map((one: { id: number } | null) => one === null)).toEqual([
      false,
      false,
      false,
      true,
      false,
      false,
    ]);
    for (const [i, one] of trains.entries()) {
      if (one === null) continue;
      const stored = await read(one.kind, one.id);
      expect(one.etag, `change ${i}`).toBe(stored.headers["etag"]);
      // The second change of the service names it alone.
      if (i === 4) expect(one).toEqual({ ...paced_train(paced), etag: '"2"' });
      else expect(one.train, `change ${i}`).toEqual(stored.json);
    }
    expect(trains[1].train.train_name).toBe("new service");
    expect(trains[5].train.train_name).toBe("new");
    expect((await read("train_schedule", b)).status).toBe(404);
  });

  it("of none are none", async () => {
    await fill();
    const before = await hashTables(api.services.db);
    expect((await send([])).json).toEqual({ trains: [], undo: [] });
    expect(await hashTables(api.services.db)).toEqual(before);
    timetable = 999_999_999;
    expect((await send([])).json).toMatchObject({ type: "editoast:timetable:NotFound" });
  });

  it("are told as one event for the trains of a kind that are made, changed or removed", async () => {
    const { a, b, paced } = await fill();
    const watcher = new Watcher(inProcess(api.services), `/timetable/${timetable}/events`);
    await until(() => watcher.connections === 1);
    const { trains } = await sendAll([
      { ...schedule(a), shift: "PT1M" },
      { ...paced_train(paced), shift: "PT1M" },
      { ...schedule(b), removed: true },
      { added: validTrain() },
      { added: validTrain() },
    ]);
    await until(() => watcher.events.filter(({ name }) => name.endsWith("trains")).length === 4);
    watcher.stop();
    await watcher.done;
    const told = watcher.events.map(({ name, data }) => ({ name, ...JSON.parse(data) }));
    const none = {
      created: [],
      changed: [],
      deleted: [],
      modified_by: null,
      modified_at: expect.any(String),
    };
    expect(told).toHaveLength(4);
    expect(told).toEqual(
      expect.arrayContaining([
        { name: "trains", ...none, created: [trains[3].id, trains[4].id] },
        { name: "trains", ...none, changed: [a] },
        { name: "trains", ...none, deleted: [b] },
        { name: "paced_trains", ...none, changed: [paced] },
      ]),
    );
  });
});

describe("undo", () => {
  it("brings back what was changed, also removed trains under new ids, and is taken back itself", async () => {
    const { a, b, paced } = await fill();
    const [service] = await api.create("paced_train", [validPacedTrain()], timetable);
    const records = async () => {
      const lists = ["train_schedules", "paced_trains"].map(
        async (name) => (await api.call("GET", `/timetable/${timetable}/${name}`)).json.results,
      );
      const all = (await Promise.all(lists)).flat();
      return all.map(({ id: _, modified_at: __, ...rest }) => JSON.stringify(rest)).sort();
    };
    const before = await records();
    const changed = await send([
      { ...schedule(a), shift: "-PT4M" },
      { ...schedule(b), removed: true },
      { ...paced_train(paced), exception_key: "more", removed: true },
      { ...paced_train(service?.id ?? 0), removed: true },
      { added: validTrain({ train_name: "new" }) },
    ]);
    const after = await records();
    expect(after).toHaveLength(before.length - 1);
    const undone = await send(changed.json.undo);
    expect(undone.status, undone.text).toBe(200);
    expect(await records()).toEqual(before);
    const again = await send(undone.json.undo);
    expect(again.status, again.text).toBe(200);
    expect(await records()).toEqual(after);
  });

  it("is refused once somebody else has changed one of the trains, and names all that differ", async () => {
    const { a, b, paced } = await fill();
    const { json } = await send([
      { ...schedule(a), shift: "PT1M" },
      { ...schedule(b), shift: "PT1M" },
      { ...paced_train(paced), shift: "PT1M" },
    ]);
    await api.make("PUT", `/train_schedule/${a}`, validTrain());
    await api.make("PUT", `/paced_train/${paced}`, validPacedTrain());
    const before = await hashTables(api.services.db);
    const refused = (await send(json.undo)).json;
    expect(refused).toMatchObject({
      status: 412,
      type: "editoast:request:PreconditionFailed",
      context: { changed: [0, 2] },
    });
    expect(await hashTables(api.services.db)).toEqual(before);
  });

  it("is refused where an added train has been changed by somebody else", async () => {
    const { a } = await fill();
    const { trains, undo } = await sendAll([
      { ...schedule(a), shift: "PT1M" },
      { added: validTrain() },
    ]);
    await api.make("PUT", `/train_schedule/${trains[1].id}`, validTrain({ train_name: "theirs" }));
    expect((await send(undo)).json).toMatchObject({ status: 412, context: { changed: [1] } });
  });

  it("always fits in a body: changes of trains that are too large together are refused", async () => {
    const small = await startTimetableApi({ batch_body_bytes: 4 * 1024 });
    const form = validTrain({ labels: [`large ${"x".repeat(1000)}`] });
    const [one] = await small.create("train_schedule", [form]);
    const [other] = await small.create("train_schedule", [form]);
    const before = await hashTables(small.services.db);
    const all = [one, other].map((train) => ({ ...schedule(train?.id ?? 0), removed: true }));
    const changes = `/timetable/${small.timetable_id}/changes`;
    const refused = (await small.call("POST", changes, { changes: all })).json;
    expect(refused).toMatchObject({ status: 422, context: { bytes_max: 2048 } });
    expect(await hashTables(small.services.db)).toEqual(before);
    const [first] = all;
    expect((await small.call("POST", changes, { changes: [first] })).status).toBe(200);
    await small.close();
  });
});

describe("changes that are refused", () => {
  it("have the error of the single call with the change's index, and store nothing", async () => {
    const { a, paced } = await fill();
    const first = { added: validTrain() };
    const shift = { shift: "PT1M" };
    const cases: readonly (readonly [unknown, object])[] = [
      [
        { ...schedule(999_999), ...shift },
        { status: 404, context: { index: 1 } },
      ],
      [
        { ...schedule(paced), ...shift },
        { status: 404, context: { index: 1 } },
      ],
      [{ ...paced_train(paced), exception_key: "none", ...shift }, { status: 404 }],
      [
        { ...schedule(a), train: { ...validTrain(), timetable_id: 1 } },
        { type: "editoast:train_schedule:TimetableImmutable", context: { index: 1 } },
      ],
      [{ added: validTrain({ comfort: 1 }) }, { status: 422 }],
      [
        { ...schedule(a), version: '"7"', ...shift },
        { status: 412, context: { changed: [1] } },
      ],
      [
        { ...paced_train(paced), occurrence_key: 0, version: '"7"', ...shift },
        { status: 412, context: { changed: [1] } },
      ],
      [{ ...schedule(a), version: 1, ...shift }, { status: 422 }],
      [{ ...schedule(a), version: "1", ...shift }, { status: 422 }],
      [{ ...schedule(a), version: '"1"x', ...shift }, { status: 422 }],
      [{ added: validTrain(), version: '"1"' }, { status: 422 }],
    ];
    const before = await hashTables(api.services.db);
    for (const [change, expected] of cases) {
      const { json } = await send([first, change]);
      expect(json, JSON.stringify(change)).toMatchObject(expected);
    }
    const many = await send(Array.from({ length: 1001 }, () => first));
    expect(many.json).toMatchObject({ status: 422, context: { count_max: 1000 } });
    expect(await hashTables(api.services.db)).toEqual(before);
  });

  it("change no train twice, and tell which change does", async () => {
    const { a, paced } = await fill();
    const shift = { shift: "PT1M" };
    const first = { ...paced_train(paced), occurrence_key: 0, ...shift };
    const cases: readonly (readonly unknown[])[] = [
      [
        { ...schedule(a), ...shift },
        { ...schedule(a), removed: true },
      ],
      [first, first],
      [first, { ...paced_train(paced), ...shift }],
      [{ ...paced_train(paced), ...shift }, first],
      [
        { ...paced_train(paced), exception_key: "changed", ...shift },
        { ...paced_train(paced), occurrence_key: 2, ...shift },
      ],
    ];
    const before = await hashTables(api.services.db);
    for (const changes of cases) {
      const { json } = await send(changes);
      const fault = { path: "/changes/1", reason: "changes a train a second time" };
      expect(json, JSON.stringify(changes)).toMatchObject({ status: 422, context: fault });
    }
    expect(await hashTables(api.services.db)).toEqual(before);
  });

  it("lead nowhere that a record of its own could not: the fault is the change's", async () => {
    await fill();
    const start_time = "9999-12-31T22:30:00Z";
    const [last] = await api.create("train_schedule", [validTrain({ start_time })], timetable);
    const form = validPacedTrain({ start_time, exceptions: [] });
    const [service] = await api.create("paced_train", [form], timetable);
    const first = { added: validTrain() };
    const one = { ...paced_train(service?.id ?? 0) };
    const too_many = { time_window: "P365D", interval: "PT1S" };
    const cases: readonly (readonly [unknown, string])[] = [
      [{ ...schedule(last?.id ?? 0), shift: "PT2H" }, "/changes/1/shift"],
      [{ ...one, shift: "PT2H" }, "/changes/1/shift"],
      [{ ...one, shift: "PT1H" }, "/changes/1/paced/time_window"],
      [{ ...one, occurrence_key: 3, shift: "PT2H" }, "/changes/1/shift"],
      [{ ...one, occurrence_key: 4, shift: "PT1M" }, "/changes/1/occurrence_key"],
    ];
    const before = await hashTables(api.services.db);
    for (const [change, place] of cases) {
      const { json } = await send([first, change]);
      expect(json, JSON.stringify(change)).toMatchObject({ status: 422, context: { path: place } });
    }
    const { json } = await send([first, { added: validPacedTrain({ paced: too_many }) }]);
    expect(json).toMatchObject({
      status: 422,
      type: "editoast:request:TooManyItems",
      context: { index: 1 },
    });
    expect(await hashTables(api.services.db)).toEqual(before);
  });

  it("of a numbered train keep its number, unless they name it themselves", async () => {
    await fill();
    const numbering = { first: 4001, step: 2, suffix: "" };
    const exceptions = [{ key: "k", occurrence_index: 2, train_name: { value: "Special" } }];
    const service = validPacedTrain({ train_name: "R 4", numbering, exceptions });
    const cases: readonly (readonly [string, unknown])[] = [
      ["R 4", undefined],
      ["4005", undefined],
      ["4007", { value: "4007" }],
      ["Relief", { value: "Relief" }],
    ];
    for (const [train_name, name] of cases) {
      const [made] = await api.create("paced_train", [service], timetable);
      const which = { ...paced_train(made?.id ?? 0), occurrence_key: 2 };
      const { trains } = await sendAll([{ ...which, train: validTrain({ train_name }) }]);
      expect(trains[0].train.numbering).toEqual(numbering);
      expect(trains[0].train.exceptions[0].train_name, train_name).toEqual(name);
    }
  });

  it("of a single train name no other train before it than its paced train does", async () => {
    const { a } = await fill();
    const follows = { kind: "train_schedule", id: a };
    const [made] = await api.create("paced_train", [validPacedTrain({ follows })], timetable);
    const which = { ...paced_train(made?.id ?? 0), occurrence_key: 0 };
    const same = { ...which, train: validTrain({ follows }) };
    expect((await sendAll([same])).trains[0].train.follows).toEqual(follows);
    const other = { ...which, train: validTrain({ follows: { ...follows, id: a + 1 } }) };
    expect((await send([other])).json).toMatchObject({
      status: 422,
      context: { path: "/changes/0/train/follows" },
    });
  });

  it("never see trains of other timetables", async () => {
    const { a } = await fill();
    await fill();
    expect((await send([{ ...schedule(a), removed: true }])).status).toBe(404);
  });
});

describe("an idempotency key of changes", () => {
  it.each([...Array(8).keys()])(
    "stores them once, and gives the first answer also when the trains have changed since: round %i",
    async (round) => {
      const { a, b, paced } = await fill();
      const changes = [
        { ...schedule(a), shift: "PT1M" },
        { ...schedule(b), removed: true },
        { ...paced_train(paced), occurrence_key: 0, shift: "PT1M" },
        { added: validTrain() },
        { added: validPacedTrain() },
      ];
      const key = { "idempotency-key": `changes-once-${round}` };
      const answers = await Promise.all(
        Array.from({ length: 8 }, async () => await send(changes, key)),
      );
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(answers[0]?.status, answers[0]?.text).toBe(200);
      await api.make("PUT", `/train_schedule/${a}`, validTrain());
      await api.make("DELETE", "/paced_train", { ids: [paced] });
      expect((await send(changes, key)).text).toBe(answers[0]?.text);
      expect((await send(changes.slice(1), key)).status).toBe(422);
    },
  );
});

/** A server on the same database whose first reading of trains waits until the gate is open. */
function readBehind(gate: Promise<void>): {
  readonly services: Services;
  readonly came: Promise<void>;
} {
  const { db } = api.services;
  const came = makeGate();
  let is_first = true;
  const query: Database["query"] = async (name, ...rest) => {
    if (is_first && name === "timetable/train/list_records") {
      is_first = false;
      came.open();
      await gate;
    }
    return await db.query(name, ...rest);
  };
  const slow = new Proxy(db, {
    get: (target, key) => {
      if (key === "query") return query;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { services: makeServices({ db: slow }), came: came.opened };
}

describe("a request that the same one under its key has overtaken", () => {
  it.each([
    ["reads trains that are changed already", { shift: "PT1M" }],
    ["finds no train any more", { removed: true }],
  ])("%s, and has the same answer", async (_, change) => {
    const { a } = await fill();
    const changes = [{ ...schedule(a), ...change }];
    const key = { "idempotency-key": `overtaken-${a}` };
    const gate = makeGate();
    const { services, came } = readBehind(gate.opened);
    const late = call(services, { method: "POST", path: path(), headers: key, body: { changes } });
    await came;
    const first = await send(changes, key);
    expect(first.status, first.text).toBe(200);
    gate.open();
    const { status, text } = await late;
    expect([status, text]).toEqual([200, first.text]);
  });
});

describe("changes at the same time", () => {
  it("lose nothing: every shift counts, whole or absent, beside single calls", async () => {
    for (let round = 0; round < 8; round++) {
      const { a, b, paced } = await fill();
      const both = [
        { ...schedule(a), shift: "PT1M" },
        { ...paced_train(paced), shift: "PT1M" },
        { ...schedule(b), shift: "PT1M" },
      ];
      const shifts = Array.from({ length: 6 }, async (_, i) =>
        send(i % 2 === 0 ? both : [...both].reverse()),
      );
      const [removed, ...answers] = await Promise.all([
        api.call("DELETE", "/train_schedule", { ids: [b] }),
        ...shifts,
      ]);
      expect(removed.status).toBe(204);
      const stored = answers.filter(({ status }) => status === 200).length;
      // Those after the deletion have found no such train and stored nothing.
      expect(answers.filter(({ status }) => status === 404)).toHaveLength(6 - stored);
      for (const [kind, id] of [
        ["train_schedule", a],
        ["paced_train", paced],
      ] as const) {
        const { json, headers } = await read(kind, id);
        const shift_min = (Date.parse(json.start_time) - Date.parse("2024-05-22T08:00:00Z")) / 60e3;
        expect([shift_min, headers["etag"]]).toEqual([stored, `"${1 + stored}"`]);
      }
    }
  });

  it("that name a version are stored by exactly one", async () => {
    const { a, b } = await fill();
    const changes = [a, b].map((id) => ({ ...schedule(id), version: '"1"', shift: "PT1M" }));
    const answers = await Promise.all(Array.from({ length: 8 }, async () => await send(changes)));
    expect(answers.map(({ status }) => status).sort((x, y) => x - y)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 412),
    ]);
  });
});
