// Method: records of several megabytes, made by PostgreSQL itself; pages that hold more and fewer of them than one answer may. An import with a train that no other request could have made.
import { describe, expect, it } from "vitest";
import { startTestApi } from "../helpers/api.ts";
import { opened } from "../helpers/opened.ts";
import { validPacedTrain } from "../platform/http/rules/valid_forms.ts";

const RECORD_BYTES = 12_000_000;
const RECORDS = 4;
const BATCH_BODY_KB = 64;

const api = opened(() => startTestApi({ batch_body_bytes: BATCH_BODY_KB * 1024 }));

describe("a page of trains", () => {
  it("has at most so many bytes that the server can print it; then fewer trains are to be asked for", async () => {
    const { timetable_id } = (await api.make("POST", "/timetable")).json;
    const path = `/timetable/${timetable_id}/paced_trains`;
    await api.make(
      "POST",
      path,
      Array.from({ length: RECORDS }, () => validPacedTrain()),
    );
    // Blanks: what is made of them is as small as before.
    await api.services.db.run(`
      update paced_train
      set record = replace(record, '"labels":[]', '"labels":[' || repeat(' ', ${RECORD_BYTES}) || ']')
      where timetable_id = ${timetable_id}`);
    const refused = await api.call("GET", path);
    expect({ status: refused.status, ...refused.json }).toMatchObject({
      status: 422,
      type: "editoast:request:TooManyItems",
      context: { count: 25, count_max: 1 },
    });
    const page = await api.call("GET", `${path}?page_size=1`);
    expect(page.text.length).toBeGreaterThan(RECORD_BYTES);
    expect(page.json.count).toBe(RECORDS);
    expect(page.json.results).toHaveLength(1);
    const last = (await api.call("GET", `${path}?page_size=1&page=4`)).json;
    expect(last.results).toHaveLength(1);
    expect((await api.call("GET", `${path}?page_size=1&page=5`)).json.results).toEqual([]);
  });
});

describe("an import", () => {
  it("takes no train that is larger than one that is created", async () => {
    const { timetable_id } = (await api.make("POST", "/timetable")).json;
    const labels = Array.from({ length: BATCH_BODY_KB }, () => "x".repeat(1024));
    const path = `/timetable/${timetable_id}/import`;
    const train = validPacedTrain();
    const send = async (paced_trains: readonly unknown[]) =>
      await api.call("POST", path, { version: 1, train_schedules: [], paced_trains });
    const { status, json } = await send([train, { ...train, labels }]);
    expect({ status, ...json }).toMatchObject({
      status: 413,
      type: "editoast:request:BodyTooComplex",
      context: { what: "bytes of one train", count_max: BATCH_BODY_KB * 1024 },
    });
    const { paced_trains_count = 0 } = (await api.call("GET", `/timetable/${timetable_id}`)).json;
    expect(paced_trains_count).toBe(0);
    const half = { ...train, labels: labels.slice(0, BATCH_BODY_KB / 2) };
    expect((await send([half, half, half])).status).toBe(200);
  });
});
