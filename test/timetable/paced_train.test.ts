// Method: single requests. What holds for both kinds of trains is in `train.test.ts`.
import { describe, expect, it } from "vitest";
import { startTestApi } from "../helpers/api.ts";
import { opened } from "../helpers/opened.ts";
import { startTimetableApi } from "../helpers/timetable_api.ts";
import { validPacedTrain, validStock, validTrain } from "../platform/http/rules/valid_forms.ts";

const api = opened(startTimetableApi);

describe("a paced train", () => {
  it("is printed with its keys in one order, so equal paced trains are equal bytes", async () => {
    const exceptions = [{ disabled: true, labels: {}, occurrence_index: 0, key: "k" }];
    const [one] = await api.create("paced_train", [validPacedTrain({ schedule: [], exceptions })]);
    const { text } = await api.call("GET", `/paced_train/${one?.id}`);
    expect(text.slice(text.indexOf('"category"'))).toBe(
      '"category":null,"paced":{"time_window":"PT3600S","interval":"PT900S"},' +
        '"exceptions":[{"key":"k","occurrence_index":0,"disabled":true,"labels":{"value":[]}}]}',
    );
  });

  it("has no exceptions when none are given, and no occurrence in a short window", async () => {
    const paced = { time_window: "PT1M", interval: "PT1H" };
    const [one] = await api.create("paced_train", [
      validPacedTrain({ exceptions: undefined, paced }),
    ]);
    const { json } = await api.call("GET", `/paced_train/${one?.id}`);
    expect(json).toMatchObject({
      exceptions: [],
      paced: { time_window: "PT60S", interval: "PT3600S" },
    });
  });

  it("tells exceptions that keep their start while their occurrence moves", async () => {
    const start_time = "2026-05-22T08:00:00Z";
    const own = (minute: number) => ({ start_time: { value: `2026-05-22T08:${minute}:00Z` } });
    const form = (interval: string, minute: number, index = 1) =>
      validPacedTrain({
        start_time,
        paced: { time_window: "PT2H", interval },
        exceptions: [
          { key: "moved", occurrence_index: index, ...own(minute) },
          { key: "renamed", occurrence_index: 2, train_name: { value: "x" } },
          { key: "added", ...own(50) },
        ],
      });
    const [one] = await api.create("paced_train", [form("PT15M", 20)]);
    const [other] = await api.create("paced_train", [form("PT15M", 20)]);
    const put = async (body: object) => {
      const changes = [{ kind: "paced_train", id: other?.id, train: body }];
      const path = `/timetable/${api.timetable_id}/changes`;
      const stored = await api.make("POST", path, { changes });
      const told = await putAlone(body);
      expect(JSON.parse(stored.headers["x-warnings"] ?? "[]")).toEqual(told);
      return told;
    };
    const putAlone = async (body: object) => {
      const { status, headers } = await api.call("PUT", `/paced_train/${one?.id}`, body);
      expect(status).toBe(200);
      return JSON.parse(headers["x-warnings"] ?? "[]");
    };
    expect(await put(form("PT15M", 20))).toEqual([]);
    expect(await put(form("PT20M", 20))).toMatchObject([
      { code: "exception_start_kept", where: { id: "moved" }, count: 1 },
    ]);
    // At its own start again, at another one, and of another occurrence.
    expect(await put(form("PT20M", 20))).toEqual([]);
    expect(await put(form("PT15M", 25))).toEqual([]);
    expect(await put(form("PT20M", 25, 0))).toEqual([]);
  });

  it("may be as large on replacement as it was in its batch", async () => {
    const labels = Array.from({ length: 1000 }, () => "x".repeat(2000));
    const [one] = await api.create("paced_train", [validPacedTrain({ labels })]);
    const path = `/paced_train/${one?.id}`;
    expect((await api.call("PUT", path, validPacedTrain({ labels }))).status).toBe(200);
  });
});

describe("a batch of paced trains", () => {
  it("with one that is too often is refused by number", async () => {
    const small = await startTestApi({ paced_train_occurrences: 7 });
    const made = await small.make("POST", "/timetable");
    const path = `/timetable/${made.json.timetable_id}/paced_trains`;
    const often = validPacedTrain({ paced: { time_window: "PT75M", interval: "PT15M" } });
    expect((await small.call("POST", path, [validPacedTrain(), often])).json).toMatchObject({
      status: 422,
      type: "editoast:request:TooManyItems",
      context: { count: 8, count_max: 7, index: 1 },
    });
    expect((await small.call("POST", path, [validPacedTrain()])).status).toBe(200);
    await small.close();
  });
});

describe("a timetable with paced trains", () => {
  it("counts each once, lists them in pages, and takes them along when it is deleted", async () => {
    const id = await api.newTimetable();
    const created = await api.create(
      "paced_train",
      Array.from({ length: 7 }, () => validPacedTrain()),
      id,
    );
    await api.make("POST", `/timetable/${id}/train_schedules`, [validTrain(), validTrain()]);
    const timetables = (await api.call("GET", "/timetable?page_size=1000")).json.results;
    expect(timetables).toContainEqual(
      expect.objectContaining({ timetable_id: id, train_count: 9 }),
    );
    expect((await api.call("PUT", `/timetable/${id}`, {})).json.train_count).toBe(9);
    const path = `/timetable/${id}/paced_trains`;
    const { json } = await api.call("GET", `${path}?page=3&page_size=3`);
    expect(json).toMatchObject({ count: 7, results: created.slice(6) });
    expect((await api.call("DELETE", `/timetable/${id}`)).status).toBe(204);
    expect((await api.call("GET", `/paced_train/${created[0]?.id}`)).status).toBe(404);
  });
});

describe("a rolling stock that only an exception names", () => {
  it("is used by the scenario of its timetable, counted in it, and deleted by force only", async () => {
    const make = async (path: string, body: unknown): Promise<{ id: number }> =>
      (await api.make("POST", path, body)).json;
    const stock = await make("/rolling_stock", validStock({ name: "of an exception" }));
    const project = await make("/projects", { name: "project" });
    const studies = `/projects/${project.id}/studies`;
    const study = await make(studies, { name: "study", state: "started" });
    const infra = await make("/infra", { name: "bare" });
    const id = await api.newTimetable();
    const scenarios = `${studies}/${study.id}/scenarios`;
    const scenario = await make(scenarios, { name: "s", infra_id: infra.id, timetable_id: id });
    const rolling_stock = { rolling_stock_name: "of an exception" };
    await api.create(
      "paced_train",
      [validPacedTrain({ exceptions: [{ key: "k", rolling_stock }] })],
      id,
    );
    const usage = (await api.call("GET", `/rolling_stock/${stock.id}/usage`)).json;
    expect(usage).toMatchObject([{ scenario_id: scenario.id }]);
    const shown = (await api.call("GET", `${scenarios}/${scenario.id}`)).json;
    expect(shown.trains_count).toBe(1);
    const path = `/rolling_stock/${stock.id}`;
    expect((await api.call("DELETE", path)).json).toMatchObject({
      status: 409,
      type: "editoast:rollingstocks:IsUsed",
    });
    expect((await api.call("DELETE", `${path}?force=true`)).status).toBe(204);
  });
});
