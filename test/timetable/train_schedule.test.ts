// Method: single requests. What holds for both kinds of trains is in `train.test.ts`.
import { describe, expect, it } from "vitest";
import { opened } from "../helpers/opened.ts";
import { startTimetableApi } from "../helpers/timetable_api.ts";
import { validTrain } from "../platform/http/rules/valid_forms.ts";

const api = opened(startTimetableApi);

describe("a train schedule", () => {
  it("is printed with its keys in one order, so equal trains are equal bytes", async () => {
    const [train] = await api.create("train_schedule", [validTrain({ schedule: [] })]);
    const { text, json } = await api.call("GET", `/train_schedule/${train?.id}`);
    expect(text).toBe(
      `{"id":${train?.id},"timetable_id":${api.timetable_id},` +
        `"modified_by":null,"modified_at":"${json.modified_at}","train_name":"8601","labels":[],` +
        '"rolling_stock_name":"no such stock","start_time":"2024-05-22T08:00:00Z","path":[' +
        '{"id":"a","deleted":false,"uic":87654321,"secondary_code":"BV"},' +
        '{"id":"b","deleted":false,"trigram":"MWS","secondary_code":null},' +
        '{"id":"c","deleted":false,"track":"TH1","offset":4386000}],"schedule":[],' +
        '"margins":{"boundaries":[],"values":["0%"]},"initial_speed":0,"comfort":"STANDARD",' +
        '"constraint_distribution":"MARECO","speed_limit_tag":null,"power_restrictions":[],' +
        '"options":{"use_electrical_profiles":true},"category":null}',
    );
  });

  it("may go on with another's vehicles, which is echoed and kept, and dropped by an import", async () => {
    const [one] = await api.create("train_schedule", [validTrain()]);
    const follows = { kind: "train_schedule", id: one?.id };
    const [other] = await api.create("train_schedule", [validTrain({ follows })]);
    const path = `/train_schedule/${other?.id}`;
    expect((await api.call("GET", path)).json.follows).toEqual(follows);
    expect((await api.call("PUT", path, validTrain({ follows }))).json.follows).toEqual(follows);
    for (const wrong of [null, 1, {}, { kind: "train", id: 1 }, { kind: "paced_train", id: "1" }]) {
      const { status } = await api.call("PUT", path, validTrain({ follows: wrong }));
      expect(status).toBe(422);
    }
    const before = await api.call("GET", path);
    await api.make("DELETE", "/train_schedule", { ids: [one?.id] });
    const after = await api.call("GET", path);
    expect([after.status, after.text, after.headers["etag"]]).toEqual([
      200,
      before.text,
      before.headers["etag"],
    ]);
    expect((await api.call("PUT", path, after.json)).json.follows).toEqual(follows);
    const target = await api.newTimetable();
    const document = { version: 1, train_schedules: [validTrain({ follows })] };
    const { json } = await api.call("POST", `/timetable/${target}/import`, document);
    const [id] = json.train_schedule_ids;
    expect((await api.call("GET", `/train_schedule/${id}`)).json).not.toHaveProperty("follows");
  });

  it("takes text in any script, quotes and line breaks", async () => {
    const name = 'Zürich → 東京 "8601"\n\\é 🚂';
    const [train] = await api.create("train_schedule", [
      validTrain({ train_name: name, labels: [name] }),
    ]);
    const { json } = await api.call("GET", `/train_schedule/${train?.id}`);
    expect(json).toMatchObject({ train_name: name, labels: [name] });
  });

  it("may name a rolling stock that does not exist, one waypoint, and its own timetable again", async () => {
    const path = [{ id: "a", trigram: "MWS" }];
    const [train] = await api.create("train_schedule", [validTrain({ path, schedule: [] })]);
    const { timetable_id } = api;
    const body = validTrain({ path, schedule: [], timetable_id });
    expect((await api.call("PUT", `/train_schedule/${train?.id}`, body)).status).toBe(200);
  });
});

describe("a timetable", () => {
  it("is created with or without a body, listed with its trains' number, and kept by PUT", async () => {
    for (const body of [undefined, {}, { electrical_profile_set_id: 3 }]) {
      const made = await api.call("POST", "/timetable", body);
      expect(made.status).toBe(201);
      expect(Object.keys(made.json)).toEqual(["timetable_id"]);
    }
    const id = await api.newTimetable();
    await api.create("train_schedule", [validTrain(), validTrain()], id);
    const record = {
      timetable_id: id,
      name: null,
      train_count: 2,
      modified_by: null,
      modified_at: expect.any(String),
    };
    const list = (await api.call("GET", "/timetable?page_size=1000")).json;
    expect(list.results).toContainEqual(record);
    expect(list.count).toBe(list.results.length);
    const put = await api.call("PUT", `/timetable/${id}`, { electrical_profile_set_id: 3 });
    expect([put.status, put.json]).toEqual([200, record]);
  });
});
