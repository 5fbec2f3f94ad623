// Method: edits of several records of both kinds on a server that is made for the test, stored, taken back and done
// again; what the server has is compared with what it had.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Edit, TrainForm } from "../../../web/src/state/edits/edit.ts";
import { FakeServer, makeService, makeTrain, refusal, type Train } from "./fake_server.ts";
import { closePage, openPage, type PageState, soon } from "./page.ts";

const CHANGES = "POST /timetable/8/changes";
const MINUTE_MS = 60_000;

let server: FakeServer;
let page: PageState;

beforeEach(async () => {
  server = new FakeServer();
  for (const id of [1, 2, 3]) server.put(makeTrain(id));
  server.put(makeService(4));
  page = await openPage(server);
});
afterEach(closePage);

const told = (): string => page.session.notice.peek()?.text ?? "";
const stepNames = (): string[] =>
  page.undo_steps.undoable.peek().map((step) => page.undo.nameOf(step, "undo"));
const known = () => page.timetable.timetable.peek();
const editOf = (id: number): Edit => {
  const record = known()?.trains.get(id) ?? known()?.paced_trains.get(id);
  if (record === undefined) throw new Error(`no train ${id}`);
  return page.trial.editOf(record);
};
const shifted = (id: number): Edit => {
  const edit = editOf(id);
  return { ...edit, after: edit.after && page.edit.shiftForm(edit.after, MINUTE_MS) };
};
const form = (train_name: string): TrainForm => page.edit.formOf(makeTrain(0, { train_name }));
const namesOfAll = (): string[] =>
  server
    .all()
    .map(({ train_name }) => train_name)
    .sort();

describe("several trains", () => {
  it("are tried, stored, taken back and done again as one", async () => {
    const before = server.all();
    page.trial.tryEdits([1, 2, 4].map(shifted));
    await soon(() => page.trial.trial.peek()?.follows !== null);
    expect(page.trial.trial.peek()?.follows?.trains).toHaveLength(3);
    await page.store_trial.storeTrial();
    const after = before.map((train) =>
      train.id === 3 ? train : { ...train, start_time: "2026-03-02T05:01:00Z" },
    );
    const sorted = () => server.all().toSorted((a, b) => a.id - b.id);
    expect([sorted(), told()]).toEqual([after, "3 trains: stored"]);
    expect(server.asked.filter((one) => one === CHANGES)).toHaveLength(1);
    expect(stepNames()).toEqual(["3 trains: +1 min"]);
    await page.undo.undo();
    expect([sorted(), told()]).toEqual([before, "Undone: 3 trains: +1 min"]);
    await page.undo.redo();
    expect([sorted(), told()]).toEqual([after, "Redone: 3 trains: +1 min"]);
    expect([...(known()?.trains.values() ?? [])].map((one) => one.start_time)).toEqual(
      after.slice(0, 3).map((one) => one.start_time),
    );
  });

  it("are on the graph as they are, as they would be, or both", async () => {
    const drawn = (): number[] => page.view.scene.peek().runs.map(({ train_id }) => train_id);
    const all = drawn();
    const removed = { ...editOf(3), after: null };
    page.trial.tryEdits([shifted(1), shifted(4), removed]);
    await soon(() => page.trial.trial.peek()?.follows !== null);
    for (const side of ["both", "before"] as const) {
      page.tried_runs.shown_side.value = side;
      expect(drawn()).toEqual(all);
    }
    page.tried_runs.shown_side.value = "after";
    expect(drawn()).toEqual([2]);
    const tried = page.tried_runs.tried_runs.peek().map(({ train_id }) => train_id);
    expect([...new Set(tried)].toSorted((a, b) => a - b)).toEqual([1, 4]);
    page.trial.cancelTrial();
    expect([drawn(), page.tried_runs.shown_side.peek()]).toEqual([all, "both"]);
  });

  it("are stored without the one that somebody has deleted, which is told", async () => {
    page.trial.tryEdits([1, 2].map(shifted));
    server.delete(1);
    await page.store_trial.storeTrial();
    expect(server.get(2)?.start_time).toBe("2026-03-02T05:01:00Z");
    expect(told()).toBe("train 1 was deleted by somebody.");
    expect([...(known()?.trains.keys() ?? [])]).toEqual([2, 3]);
  });

  it("are each asked about where somebody has changed the same, and none is stored", async () => {
    page.trial.tryEdits([1, 2, 3].map(shifted));
    for (const id of [1, 3]) server.put(makeTrain(id, { start_time: "2026-03-02T09:00:00Z" }));
    await page.store_trial.storeTrial();
    const overlaps = page.store_trial.overtaken.peek()?.overlaps ?? [];
    expect(overlaps.map(({ edit }) => edit.id)).toEqual([1, 3]);
    expect(server.get(2)).toEqual(makeTrain(2));
    await page.settle_overtaken.settleOvertaken("mine");
    const starts = [1, 2, 3].map((id) => server.get(id)?.start_time);
    expect(new Set(starts)).toEqual(new Set(["2026-03-02T05:01:00Z"]));
  });

  it("can be left out one by one", () => {
    page.trial.tryEdits([1, 2].map(shifted));
    page.trial.cancelTrial("train_schedule 1");
    expect(page.trial.trial.peek()?.edits.map(({ id }) => id)).toEqual([2]);
    page.trial.cancelTrial("train_schedule 2");
    expect(page.trial.trial.peek()).toBe(null);
  });
});

describe("a new train", () => {
  it("is tried without a place in the timetable, then stored, removed and made again", async () => {
    page.trial.tryEdits([page.edit.makeRecord(form("new"))]);
    await soon(() => page.tried_runs.tried_runs.peek().length === 1);
    expect(page.tried_runs.tried_runs.peek()[0]?.curves[0]?.shares).toEqual(
      Float64Array.of(0, 0, 0.5, 0.5, 1, 1),
    );
    expect(known()?.trains.size).toBe(3);
    await page.store_trial.storeTrial();
    expect(namesOfAll()).toContain("new");
    const id = server.all().find(({ train_name }) => train_name === "new")?.id ?? 0;
    expect(known()?.trains.get(id)).toEqual(server.get(id));
    page.trial.tryEdits([shifted(id)]);
    await page.store_trial.storeTrial();
    expect(stepNames()).toEqual(["new: new", "new: +1 min"]);
    await page.undo.undo();
    await page.undo.undo();
    expect([namesOfAll().includes("new"), known()?.trains.has(id)]).toEqual([false, false]);
    // It comes back as another record, and what was done to it is done to that one.
    await page.undo.redo();
    await page.undo.redo();
    const again = server.all().find(({ train_name }) => train_name === "new");
    expect(again?.id).not.toBe(id);
    expect(again?.start_time).toBe("2026-03-02T05:01:00Z");
    await page.undo.undo();
    expect(server.get(again?.id ?? 0)?.start_time).toBe("2026-03-02T05:00:00Z");
  });

  it("that others go on as is so again when it comes back, also for those that come back with it", async () => {
    const follow = (id: number): Edit => {
      const edit = editOf(2);
      return {
        ...edit,
        after: edit.after && { ...edit.after, follows: { kind: "train_schedule", id } },
      };
    };
    const remove = (name: string): Edit => ({ ...editOf(named(name)?.id ?? 0), after: null });
    const named = (name: string) => server.all().find(({ train_name }) => train_name === name);
    await page.store_trial.storeNow([follow(1)]);
    expect(named("train 2")).toMatchObject({ follows: { id: 1 } });
    for (const removed of [["train 1"], ["train 1", "train 2"]]) {
      const before = named("train 1")?.id;
      await page.store_trial.storeNow(removed.map(remove));
      await page.undo.undo();
      await page.undo.redo();
      await page.undo.undo();
      const again = named("train 1")?.id;
      expect(again).not.toBe(before);
      expect(named("train 2")).toMatchObject({ follows: { kind: "train_schedule", id: again } });
    }
  });

  it("is made once, however often it is sent until an answer comes", async () => {
    page.trial.tryEdits([page.edit.makeRecord(form("new"))]);
    const { fetch } = globalThis;
    let is_lost = true;
    globalThis.fetch = async (...asked: Parameters<typeof fetch>) => {
      const answer = await fetch(...asked);
      if ((asked[0] as Request).url.endsWith("/changes") && is_lost) throw new TypeError("cut");
      return answer;
    };
    await page.store_trial.storeTrial();
    expect(page.trial.trial.peek()?.state).toBe("failed");
    is_lost = false;
    await page.store_trial.storeTrial();
    expect(namesOfAll().filter((name) => name === "new")).toEqual(["new"]);
    expect([stepNames(), page.trial.trial.peek()]).toEqual([["new: new"], null]);
  });
});

describe("a service in place of a train", () => {
  it("is told as one act, and so are trains in place of a service", async () => {
    const train = known()?.trains.get(1);
    if (train === undefined) throw new Error("no train");
    const { makeService: toService, splitService } = await import(
      "../../../web/src/state/trains/services.ts"
    );
    page.trial.tryEdits(toService(train, { interval_ms: 3_600_000, window_ms: 7_200_000 }));
    await page.store_trial.storeTrial();
    expect([told(), ...stepNames()]).toEqual([
      "train 1: the train is a service now",
      "train 1: the train is a service now",
    ]);
    const [service] = [...(known()?.paced_trains.values() ?? [])].filter(
      ({ train_name }) => train_name === "train 1",
    );
    if (service === undefined) throw new Error("no service");
    page.trial.tryEdits(splitService(service));
    await page.store_trial.storeTrial();
    expect(told()).toBe("train 1: the service is 2 trains now");
    await page.undo.undo();
    await page.undo.undo();
    expect(namesOfAll().filter((name) => name === "train 1")).toHaveLength(1);
  });
});

describe("another user's change of what is being tried", () => {
  it.each([
    ["comfort", { comfort: "HEATING" }, "your change goes on top of theirs"],
    ["start_time", { start_time: "2026-03-02T05:07:00Z" }, "you are asked when you store it"],
  ] as const)("of %s is told by what will follow", async (_name, change, words) => {
    page.trial.tryEdits([shifted(1)]);
    server.put(makeTrain(1, { ...change }));
    await page.timetable.refreshTrains(new Map([[1, "train_schedule"]]), new Set());
    page.trial.rebaseTrial([1]);
    expect(told()).toContain(words);
    await page.store_trial.storeTrial();
    expect(page.store_trial.overtaken.peek() !== null).toBe(words.startsWith("you are asked"));
  });
});

describe("deleting", () => {
  const remove = async (id: number): Promise<unknown> =>
    await page.store_trial.storeNow([{ ...editOf(id), after: null }]);

  it("takes a train away, and brings it back with all that it was", async () => {
    await remove(4);
    expect([server.get(4), known()?.paced_trains.size, told()]).toEqual([
      null,
      0,
      "service 4: deleted",
    ]);
    await page.undo.undo();
    const again = server.all().find(({ train_name }) => train_name === "service 4");
    expect({ ...again, id: 4 }).toEqual(makeService(4));
    await page.undo.redo();
    expect(namesOfAll()).toEqual(["train 1", "train 2", "train 3"]);
  });

  it("asks first where somebody has changed the train meanwhile", async () => {
    server.put(makeTrain(1, { labels: ["theirs"] }));
    await remove(1);
    const [overlap] = page.store_trial.overtaken.peek()?.overlaps ?? [];
    expect(overlap?.clashes.map(({ name, theirs }) => [name, theirs])).toEqual([
      ["labels", ["theirs"]],
    ]);
    await page.settle_overtaken.settleOvertaken("theirs");
    expect(server.get(1)?.labels).toEqual(["theirs"]);
    await remove(2);
    expect(server.get(2)).toBe(null);
  });

  it("says nothing of a train that somebody else has deleted too", async () => {
    server.delete(1);
    await remove(1);
    expect([known()?.trains.has(1), stepNames(), told()]).toEqual([false, [], ""]);
  });
});

describe("one act", () => {
  const chosen = (): string | null => page.selection.selected_key.peek();
  const record = (id: number) => known()?.trains.get(id) ?? known()?.paced_trains.get(id);

  it("duplicates a train under the next free name, and chooses the copy", async () => {
    server.put(makeTrain(5, { train_name: "train 6" }));
    await page.acts.duplicateTrain(makeTrain(5, { train_name: "train 6" }));
    const copy = server.all().find(({ train_name }) => train_name === "train 7");
    expect({ ...copy, id: 5 }).toEqual(makeTrain(5, { train_name: "train 7" }));
    expect(chosen()).toBe(`train_schedule ${copy?.id}`);
    await page.acts.duplicateTrain(makeService(4));
    expect(namesOfAll()).toContain("service 5");
    expect(chosen()).toMatch(/^paced_train \d+ 0 -$/);
    expect(stepNames()).toEqual(["train 7: new", "service 5: new service"]);
  });

  it("names copies so that no two are the same", () => {
    const names = ["train 1", "52117", "009", "local"].map((name) => page.acts.nextName(name));
    expect(names).toEqual(["train 4", "52118", "010", "local 2"]);
  });

  it("renames what is being tried, which goes on top, and deletes it", async () => {
    page.trial.tryEdits([1, 2].map(shifted));
    const train = record(1);
    if (train !== undefined) await page.acts.renameTrain(train, "other");
    expect([server.get(1)?.train_name, server.get(1)?.start_time]).toEqual([
      "other",
      "2026-03-02T05:00:00Z",
    ]);
    const names = page.trial.trial.peek()?.edits.map(({ after }) => after?.train_name);
    expect(names).toEqual(["other", "train 2"]);
    const second = record(2);
    if (second !== undefined) await page.acts.deleteTrain(second);
    expect([server.get(2), chosen(), told()]).toEqual([null, null, "train 2: deleted"]);
    expect(page.trial.trial.peek()?.edits.map(({ id }) => id)).toEqual([1]);
    page.trial.cancelTrial();
    await page.undo.undo();
    await page.undo.undo();
    expect(namesOfAll()).toEqual(["service 4", "train 1", "train 2", "train 3"]);
  });
});

describe("the list of steps", () => {
  it("forgets what could be done again as soon as something else is stored", async () => {
    const rename = async (train_name: string): Promise<void> => {
      page.move.tryForm(known()?.trains.get(1) as Train, (one) => ({ ...one, train_name }));
      await page.store_trial.storeTrial();
    };
    await rename("a");
    await page.undo.undo();
    expect(page.undo_steps.redoable.peek()).toHaveLength(1);
    await rename("b");
    expect(page.undo_steps.redoable.peek()).toEqual([]);
    await page.undo.redo();
    expect(server.get(1)?.train_name).toBe("b");
  });

  it("keeps a step that the server has not agreed to do again", async () => {
    page.trial.tryEdits([shifted(1)]);
    await page.store_trial.storeTrial();
    await page.undo.undo();
    server.answer(CHANGES, () => refusal(503));
    await page.undo.redo();
    expect([
      page.undo_steps.undoable.peek().length,
      page.undo_steps.redoable.peek().length,
    ]).toEqual([0, 1]);
    server.answer(CHANGES, null);
    await page.undo.redo();
    expect(server.get(1)?.start_time).toBe("2026-03-02T05:01:00Z");
  });
});

describe("a service", () => {
  const days = { weekdays: [1, 2, 3, 4, 5] };
  const own = { key: "late", occurrence_index: 1, start_time: { value: "2026-03-02T23:20:00Z" } };
  const before = () =>
    page.edit.formOf(
      makeService(4, { start_time: "2026-03-02T22:30:00Z", days, exceptions: [own] as never }),
    );
  const send = (after: ReturnType<typeof before>) =>
    page.edit.changeOf({ key: "4", id: 4, before: before(), after });

  it("that is dragged over midnight is shifted, so that it stays on its operating days", () => {
    const over_ms = 50 * MINUTE_MS;
    const which = { kind: "paced_train", id: 4 };
    expect(send(page.edit.shiftForm(before(), over_ms))).toEqual({ ...which, shift: "PT3000S" });
    expect(send(page.edit.shiftForm(before(), -over_ms))).toEqual({ ...which, shift: "-PT3000S" });
  });

  it("is replaced where more than its start changes, or not all of its starts", () => {
    const renamed = { ...before(), train_name: "other" };
    const after = page.edit.shiftForm(renamed, MINUTE_MS);
    expect(send(after)).toEqual({ kind: "paced_train", id: 4, train: after });
    const base = { ...before(), start_time: "2026-03-02T22:31:00Z" };
    expect(send(base)).toEqual({ kind: "paced_train", id: 4, train: base });
  });
});
