// Method: periods, lists and days by requests; each answer compared with what was sent and with what the expression says, and trains without days with what they answered before.
import { describe, expect, it } from "vitest";
import { opened } from "../helpers/opened.ts";
import { startTimetableApi } from "../helpers/timetable_api.ts";
import { type Json, validPacedTrain, validTrain } from "../platform/http/rules/valid_forms.ts";

const api = opened(startTimetableApi);
const PERIOD = { first: "2025-12-14", last: "2026-12-12", time_zone: "Europe/Berlin" };
const DAYS = { weekdays: [1, 2, 3, 4, 5], except: ["2025-12-25"] };
const HOLIDAYS = { code: "holidays", name: "Holidays", dates: ["2025-12-25", "2026-01-01"] };

const KINDS = [
  ["train_schedule", validTrain],
  ["paced_train", validPacedTrain],
] as const;

async function dated(period: Json = PERIOD): Promise<number> {
  return (await api.make("POST", "/timetable", { period })).json.timetable_id;
}

type Made = Json & { readonly id: number };

async function create(timetable: number, kind: string, form: Json): Promise<Made> {
  return (await api.make("POST", `/timetable/${timetable}/${kind}s`, [form])).json[0];
}

const fault = (answer: { json: Json }): unknown => (answer.json["context"] as Json)["path"];

describe("the period of a timetable", () => {
  it("is set, told wherever the timetable is, moved and cleared", async () => {
    const id = (await api.make("POST", "/timetable", { name: "2026" })).json.timetable_id;
    const of = async (): Promise<Json> =>
      (await api.make("GET", "/timetable?page_size=1000")).json.results.find(
        (one: Json) => one["timetable_id"] === id,
      );
    expect(await of()).not.toHaveProperty("period");
    expect((await api.call("PUT", `/timetable/${id}`, { period: PERIOD })).json.period).toEqual(
      PERIOD,
    );
    expect((await of())["period"]).toEqual(PERIOD);
    const both = await api.make("GET", `/timetable/${id}`);
    expect(both.json).toEqual({ timetable_id: id, train_ids: [], period: PERIOD });
    const place = await api.call("GET", `/overview?timetable_id=${id}`);
    expect(place.json.timetables.results[0].period).toEqual(PERIOD);
    const named = await api.call("PUT", `/timetable/${id}`, { name: "2027" });
    expect(named.json).toMatchObject({ name: "2027", period: PERIOD });
    const cleared = await api.call("PUT", `/timetable/${id}`, { period: null });
    expect(cleared.json).not.toHaveProperty("period");
    expect((await of())["name"]).toBe("2027");
  });

  it("is refused where it is none", async () => {
    const bad = [
      { ...PERIOD, first: "2026-12-13" },
      { ...PERIOD, last: "2029-12-12" },
      { ...PERIOD, first: "2026-02-30" },
      { ...PERIOD, first: "0026-02-03" },
      { ...PERIOD, last: "+12026-02-03" },
      { ...PERIOD, time_zone: "Europe/Nowhere" },
      { ...PERIOD, time_zone: "+01:00" },
      { ...PERIOD, time_zone: "\u0000" },
      { ...PERIOD, days: 3 },
      { first: "2026-01-01" },
      "2026",
      [],
      3,
    ];
    const id = await dated();
    for (const period of bad) {
      const put = await api.call("PUT", `/timetable/${id}`, { period });
      expect([put.status, put.json.type], JSON.stringify(period)).toEqual([
        422,
        "editoast:request:InvalidBody",
      ]);
      expect((await api.call("POST", "/timetable", { period })).status).toBe(422);
    }
    expect((await api.make("GET", `/timetable/${id}`)).json.period).toEqual(PERIOD);
  });

  it("lets one of two planners through who change the same revision", async () => {
    const id = await dated();
    const etag = (await api.call("GET", `/timetable/${id}`)).headers["etag"] ?? "";
    const put = async (name: string) =>
      await api.call("PUT", `/timetable/${id}`, { name }, { "if-match": etag });
    const answers = await Promise.all(["a", "b"].map(put));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 412]);
  });

  it("takes dates from trains only if that is meant, and tells which trains", async () => {
    const id = await dated();
    const all = await create(id, "train_schedule", validTrain({ days: DAYS }));
    const march = { weekdays: [1], from: "2026-03-01", to: "2026-03-31" };
    const some = await create(id, "paced_train", validPacedTrain({ days: march }));
    await create(id, "train_schedule", validTrain());
    const shorter = { ...PERIOD, last: "2026-03-20" };
    const path = `/timetable/${id}`;
    const refused = await api.call("PUT", path, { name: "no", period: shorter });
    expect([refused.status, refused.json.context]).toEqual([
      409,
      { count: 2, ids: [all.id, some.id] },
    ]);
    expect((await api.make("GET", path)).json.period).toEqual(PERIOD);
    const forced = await api.call("PUT", `${path}?force=true`, { period: shorter });
    expect(forced.json.changed_days).toEqual({
      lost: { count: 2, ids: [all.id, some.id] },
      gained: { count: 0, ids: [] },
    });
    const longer = await api.call("PUT", path, { period: { ...shorter, last: "2026-03-21" } });
    // a Saturday
    expect(longer.json.changed_days.gained.count).toBe(0);
    const back = await api.call("PUT", path, { period: PERIOD });
    expect(back.json.changed_days.gained).toEqual({ count: 2, ids: [all.id, some.id] });
    expect((await api.call("PUT", path, { period: null })).status).toBe(409);
    expect((await api.call("PUT", `${path}?force=true`, { period: null })).status).toBe(200);
  });
});

describe("lists of days", () => {
  it("are made, listed by code, replaced and deleted", async () => {
    const path = `/timetable/${await dated()}/day_lists`;
    const school = { code: "école", name: "School", dates: ["2026-02-02", "2026-02-01"] };
    expect((await api.call("POST", path, school)).json.dates).toEqual(["2026-02-01", "2026-02-02"]);
    const made = await api.call("POST", path, HOLIDAYS);
    const listed = await api.make("GET", path);
    expect(listed.json.count).toBe(2);
    expect(listed.json.results[0]).toEqual(HOLIDAYS);
    const etag = { "if-match": made.headers["etag"] ?? "" };
    const other = { name: "Other", dates: [] };
    const put = await api.call("PUT", `${path}/holidays`, other, etag);
    expect(put.json).toEqual({ code: "holidays", ...other });
    expect((await api.call("PUT", `${path}/holidays`, other, etag)).status).toBe(412);
    const renamed = await api.call("PUT", `${path}/holidays`, { ...other, code: "x" });
    expect([renamed.status, renamed.json.context]).toEqual([400, { code: "holidays" }]);
    const again = await api.call("POST", path, HOLIDAYS);
    expect([again.status, again.json.context]).toEqual([409, { code: "holidays" }]);
    expect((await api.call("DELETE", `${path}/holidays`)).status).toBe(204);
    expect((await api.call("DELETE", `${path}/holidays`)).status).toBe(404);
    expect((await api.call("PUT", `${path}/holidays`, other)).status).toBe(404);
  });

  it("are refused with a code or a date that is none, and beyond 200", async () => {
    const path = `/timetable/${await dated()}/day_lists`;
    const bad = [
      { ...HOLIDAYS, code: "2026-01-01" },
      { ...HOLIDAYS, code: "" },
      { ...HOLIDAYS, code: "a b" },
      { ...HOLIDAYS, code: "x".repeat(65) },
      { ...HOLIDAYS, dates: ["2026-02-29"] },
      { ...HOLIDAYS, dates: Array.from({ length: 1001 }, () => "2026-02-02") },
      { ...HOLIDAYS, dates: [20_260_101] },
      { ...HOLIDAYS, more: 1 },
    ];
    for (const list of bad) expect((await api.call("POST", path, list)).status).toBe(422);
    for (let i = 0; i < 200; i++) await api.make("POST", path, { ...HOLIDAYS, code: `l${i}` });
    const more = await api.call("POST", path, { ...HOLIDAYS, code: "more" });
    expect([more.status, more.json.type]).toEqual([422, "editoast:request:TooManyItems"]);
  });

  it("stay while a train names them", async () => {
    const id = await dated();
    const path = `/timetable/${id}/day_lists`;
    await api.make("POST", path, HOLIDAYS);
    const days = { weekdays: [1], also: [{ from: "2026-01-01", to: "2026-01-02" }, "holidays"] };
    const train = await create(id, "paced_train", validPacedTrain({ days }));
    const used = await api.call("DELETE", `${path}/holidays`);
    expect([used.status, used.json.context]).toEqual([409, { code: "holidays", count: 1 }]);
    await api.make("PUT", `/paced_train/${train.id}`, validPacedTrain({ days: null }));
    expect((await api.call("DELETE", `${path}/holidays`)).status).toBe(204);
  });
});

describe.each(KINDS)("days of a %s", (kind, form) => {
  it("are kept by a replacement that does not tell them, and cleared by null", async () => {
    const id = await dated();
    const train = await create(id, kind, form({ days: DAYS }));
    expect(train["days"]).toEqual(DAYS);
    const path = `/${kind}/${train.id}`;
    expect((await api.make("GET", path)).json.days).toEqual(DAYS);
    const kept = await api.call("PUT", path, form({ train_name: "2" }));
    expect(kept.json).toMatchObject({ train_name: "2", days: DAYS });
    expect(kept.json).toEqual((await api.make("GET", path)).json);
    // what was read may be sent back
    expect((await api.call("PUT", path, kept.json)).json.days).toEqual(DAYS);
    const other = { weekdays: [6], day_offset: 1 };
    expect((await api.call("PUT", path, form({ days: other }))).json.days).toEqual(other);
    expect((await api.call("PUT", path, form({ days: null }))).json).not.toHaveProperty("days");
    expect((await api.call("PUT", path, form())).json).not.toHaveProperty("days");
  });

  it("need a period, and lists that there are", async () => {
    const without = await api.newTimetable();
    const none = await api.call("POST", `/timetable/${without}/${kind}s`, [form({ days: DAYS })]);
    expect([none.status, fault(none)]).toEqual([422, "/0/days"]);
    const id = await dated();
    const days = { weekdays: [1], except: ["nowhere"] };
    const unknown = await api.call("POST", `/timetable/${id}/${kind}s`, [form(), form({ days })]);
    expect([unknown.status, fault(unknown)]).toEqual([422, "/1/days"]);
    const train = await create(id, kind, form());
    const put = await api.call("PUT", `/${kind}/${train.id}`, form({ days }));
    expect([put.status, fault(put)]).toEqual([422, "/days"]);
    const change = { kind, id: train.id, train: form({ days }) };
    const changes = await api.call("POST", `/timetable/${id}/changes`, { changes: [change] });
    expect([changes.status, fault(changes)]).toEqual([422, "/changes/0/train/days"]);
  });

  it("are refused where they are none", async () => {
    const path = `/timetable/${await dated()}/${kind}s`;
    const bad = [
      { weekdays: [0] },
      { weekdays: [8] },
      { weekdays: [1.5] },
      { weekdays: "Mo" },
      {},
      [],
      "Mo-Fr",
      { weekdays: [1], from: "2026-03-02", to: "2026-03-01" },
      { weekdays: [1], except: ["2026-02-30"] },
      { weekdays: [1], except: ["2026-2-3"] },
      { weekdays: [1], except: [{ from: "2026-03-02" }] },
      { weekdays: [1], except: [{ from: "2026-03-02", to: "2026-03-01" }] },
      { weekdays: [1], also: Array.from({ length: 501 }, () => "2026-03-02") },
      { weekdays: [1], also: [null] },
      { weekdays: [1], day_offset: 7 },
      { weekdays: [1], day_offset: -1 },
      { weekdays: [1], more: true },
    ];
    for (const days of bad) {
      const answer = await api.call("POST", path, [form({ days })]);
      expect([answer.status, answer.json.type], JSON.stringify(days)).toEqual([
        422,
        "editoast:request:InvalidBody",
      ]);
    }
  });

  it("are changed, shifted over midnight and taken back", async () => {
    const id = await dated();
    // 23:00 in Berlin
    const train = await create(id, kind, form({ start_time: "2026-05-22T21:00:00Z" }));
    const one = { kind, id: train.id };
    const send = async (changes: Json[]): Promise<{ undo: Json[]; trains: { train: Json }[] }> =>
      (await api.make("POST", `/timetable/${id}/changes`, { changes })).json;
    const read = async (): Promise<Json> => (await api.make("GET", `/${kind}/${train.id}`)).json;
    const given = await send([{ ...one, train: form({ days: DAYS }) }]);
    expect((await read())["days"]).toEqual(DAYS);
    const entries = (await api.make("GET", `/timetable/${id}/history`)).json.results;
    const undo = await api.make("GET", `/timetable/${id}/history/${entries[0].id}/undo`);
    expect(undo.json.changes).toEqual(given.undo);
    await send(given.undo);
    expect(await read()).not.toHaveProperty("days");
    await send([{ ...one, train: form({ days: DAYS, start_time: "2026-05-22T21:00:00Z" }) }]);
    // clients of today know nothing of days
    await send([{ ...one, train: form({ start_time: "2026-05-22T21:00:00Z" }) }]);
    expect((await read())["days"]).toEqual(DAYS);
    const later = await send([{ ...one, shift: "PT90M" }]);
    expect((await read())["days"]).toEqual({ ...DAYS, day_offset: 1 });
    const far = await api.call("POST", `/timetable/${id}/changes`, {
      changes: [{ ...one, shift: "P6D" }],
    });
    expect([far.status, fault(far)]).toEqual([422, "/changes/0/shift"]);
    const early = { changes: [{ ...one, shift: "-P2D" }] };
    expect((await api.call("POST", `/timetable/${id}/changes`, early)).status).toBe(422);
    await send(later.undo);
    expect((await read())["days"]).toEqual(DAYS);
    await send([{ ...one, train: form({ days: null }) }]);
    expect(await read()).not.toHaveProperty("days");
    const [last] = (await api.make("GET", `/timetable/${id}/history`)).json.results;
    const back = await api.make("GET", `/timetable/${id}/history/${last.id}/undo`);
    await send(back.json.changes);
    expect((await read())["days"]).toEqual(DAYS);
  });
});

describe("two planners", () => {
  it("lose nothing when one changes days and the other, who knows none, the rest", async () => {
    const id = await dated();
    for (let round = 0; round < 20; round++) {
      const train = await create(id, "train_schedule", validTrain({ days: DAYS }));
      const path = `/train_schedule/${train.id}`;
      const days = { weekdays: [6, 7] };
      const shift = { changes: [{ kind: "train_schedule", id: train.id, shift: "PT1M" }] };
      const put = await api.call("GET", path);
      const etag = { "if-match": put.headers["etag"] ?? "" };
      const answers = await Promise.all([
        api.call("PUT", path, { ...validTrain(), days }, etag),
        api.call("POST", `/timetable/${id}/changes`, shift),
      ]);
      const { json } = await api.make("GET", path);
      const [first, second] = answers.map(({ status }) => status);
      expect(second).toBe(200);
      expect(json.start_time).toBe("2024-05-22T08:01:00Z");
      expect(json.days).toEqual(first === 200 ? days : DAYS);
    }
  });

  it("keep days that are stored while another replaces the train without telling any", async () => {
    const id = await dated();
    const train = await create(id, "train_schedule", validTrain());
    const path = `/train_schedule/${train.id}`;
    for (let round = 0; round < 20; round++) {
      const days = { weekdays: [1 + (round % 7)] };
      await Promise.all([
        api.make("PUT", path, validTrain({ days })),
        api.make("PUT", path, validTrain({ train_name: `${round}` })),
      ]);
      expect((await api.make("GET", path)).json.days).toEqual(days);
    }
  });
});

describe("one of a paced train's trains", () => {
  it("has no days of its own", async () => {
    const id = await dated();
    const train = await create(id, "paced_train", validPacedTrain({ days: DAYS }));
    const one = { kind: "paced_train", id: train.id, occurrence_key: 0 };
    const send = async (form: Json) =>
      await api.call("POST", `/timetable/${id}/changes`, { changes: [{ ...one, train: form }] });
    const refused = await send(validTrain({ days: DAYS }));
    expect([refused.status, fault(refused)]).toEqual([422, "/changes/0/train/days"]);
    expect((await send(validTrain({ train_name: "other" }))).status).toBe(200);
    expect((await api.make("GET", `/paced_train/${train.id}`)).json.days).toEqual(DAYS);
  });

  it("starts within 48 hours, also where a replacement keeps the days", async () => {
    const id = await dated();
    const paced = { time_window: "PT49H", interval: "PT7H" };
    const long = validPacedTrain({ paced });
    const path = `/timetable/${id}/paced_trains`;
    const refused = await api.call("POST", path, [{ ...long, days: DAYS }]);
    expect([refused.status, fault(refused)]).toEqual([422, "/0/paced/time_window"]);
    const train = await create(id, "paced_train", validPacedTrain({ days: DAYS }));
    const put = await api.call("PUT", `/paced_train/${train.id}`, long);
    expect([put.status, fault(put)]).toEqual([422, "/paced/time_window"]);
    await api.make("PUT", `/paced_train/${train.id}`, { ...long, days: null });
  });
});

describe("the document of a timetable", () => {
  const FORMS: Json[] = [validTrain({ days: DAYS }), validTrain()];

  async function exportOf(id: number): Promise<Json> {
    return (await api.make("GET", `/timetable/${id}/export`)).json;
  }

  async function filled(): Promise<number> {
    const id = await dated();
    await api.make("POST", `/timetable/${id}/day_lists`, HOLIDAYS);
    await api.make("POST", `/timetable/${id}/train_schedules`, FORMS);
    const days = { weekdays: [6], also: ["holidays"] };
    await create(id, "paced_train", validPacedTrain({ days }));
    return id;
  }

  it("has period, lists and days, and is the same after it was imported", async () => {
    const document = await exportOf(await filled());
    expect(document).toMatchObject({ version: 2, period: PERIOD, day_lists: [HOLIDAYS] });
    const other = await dated({ ...PERIOD, last: "2027-01-31" });
    const bare = await api.call("POST", `/timetable/${other}/import`, document);
    expect([bare.status, fault(bare)]).toEqual([422, "/paced_trains/0/days"]);
    await api.make("POST", `/timetable/${other}/day_lists`, HOLIDAYS);
    await api.make("POST", `/timetable/${other}/import`, document);
    const again = await exportOf(other);
    expect(again).toEqual({ ...document, period: { ...PERIOD, last: "2027-01-31" } });
  });

  it("is of version 1 without a period, and takes no days then", async () => {
    const id = await api.newTimetable();
    expect(await exportOf(id)).toEqual({ version: 1, train_schedules: [], paced_trains: [] });
    const document = await exportOf(await filled());
    const answer = await api.call("POST", `/timetable/${id}/import`, document);
    expect([answer.status, fault(answer)]).toEqual([422, "/period"]);
    const { period: _period, day_lists: _lists, ...old } = document;
    const one = await api.call("POST", `/timetable/${id}/import`, { ...old, version: 1 });
    expect([one.status, fault(one)]).toEqual([422, "/train_schedules/0/days"]);
  });

  it.each([
    ["/period", { ...PERIOD, time_zone: "Europe/Paris" }, [HOLIDAYS]],
    ["/period", { ...PERIOD, last: "2026-12-13" }, [HOLIDAYS]],
    ["/period/first", { ...PERIOD, first: "2026-02-30" }, [HOLIDAYS]],
    ["/day_lists/0", PERIOD, [{ ...HOLIDAYS, dates: [] }]],
    ["/day_lists/0/code", PERIOD, [{ ...HOLIDAYS, code: "1" }]],
    ["/day_lists", PERIOD, 3],
    ["/day_lists", PERIOD, Array.from({ length: 201 }, () => HOLIDAYS)],
    ["/period", undefined, [HOLIDAYS]],
  ])("is refused at %s where its days would mean others", async (path, period, day_lists) => {
    const id = await filled();
    const document = { version: 2, period, day_lists, train_schedules: FORMS };
    const answer = await api.call("POST", `/timetable/${id}/import`, document);
    expect([answer.status, fault(answer)]).toEqual([422, path]);
    const { json } = await api.make("GET", `/timetable/${id}/train_schedules`);
    expect(json.count).toBe(2);
  });
});
