// Method: the page's state on a server that is made for the test, where somebody else stores, deletes and refuses; what
// the server has at the end is compared with what each has changed.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FakeServer, makeTrain, refusal, type Train } from "./fake_server.ts";
import { closePage, openPage, type PageState, soon } from "./page.ts";

const TOOL_TEXTS = "2026-03-02T05:04:00Z";
const SHIFT_MS = 240_000;

let server: FakeServer;
let page: PageState;

beforeEach(async () => {
  server = new FakeServer();
  for (const id of [1, 2]) server.put(makeTrain(id));
  page = await openPage(server, "#/timetable/8/graph?infra=2&train=train_schedule+1");
  await soon(() => page.rights.may_write.peek());
});
afterEach(closePage);

const theirChange = (change: Partial<Train>): void => {
  server.put({ ...(server.get(1) as Train), ...change });
};
const record = (id: number): Train => page.timetable.timetable.peek()?.trains.get(id) as Train;
const tryShift = (shift_ms: number): void => page.move.tryShift(record(1), shift_ms);
const tryStopOfB = (stop_for: string): void => page.move.tryEntry(record(1), "b", { stop_for });
const store = async (): Promise<void> => void (await page.store_trial.storeTrial());
const shiftAndStore = async (): Promise<void> => {
  tryShift(SHIFT_MS);
  await store();
};
const told = (): string => page.session.notice.peek()?.text ?? "";
const CHANGES = "POST /timetable/8/changes";
const sent = (): number => server.asked.filter((one) => one === CHANGES).length;

const stopOfB = (stop_for: string): Pick<Train, "schedule"> => ({
  schedule: makeTrain(1).schedule.map((one) => (one.at === "b" ? { ...one, stop_for } : one)),
});

describe("storing a trial", () => {
  it("keeps what somebody else has changed of other fields, unasked", async () => {
    tryShift(SHIFT_MS);
    await soon(() => page.trial.trial.peek()?.follows !== null);
    const theirs = { train_name: "theirs", margins: { boundaries: [], values: ["9%"] } };
    theirChange({ ...theirs, ...stopOfB("PT90S") });
    await store();
    expect(server.get(1)).toEqual(
      makeTrain(1, { ...theirs, ...stopOfB("PT90S"), start_time: TOOL_TEXTS }),
    );
    expect([page.store_trial.overtaken.peek(), told()]).toEqual([
      null,
      "theirs: stored, together with what somebody else has changed meanwhile",
    ]);
  });

  it("keeps what is told of somebody else while the trial goes on", async () => {
    tryShift(SHIFT_MS);
    theirChange({ train_name: "theirs" });
    server.tellTrains([1]);
    await soon(() => page.timetable.timetable.peek()?.trains.get(1)?.train_name === "theirs");
    expect(told()).toContain("which you are editing");
    tryShift(2 * SHIFT_MS);
    await store();
    const start_time = "2026-03-02T05:08:00Z";
    expect(server.get(1)).toEqual(makeTrain(1, { train_name: "theirs", start_time }));
  });

  it("asks about a field that both have changed, with both values, and about no other", async () => {
    for (const side of ["mine", "theirs"] as const) {
      server.put(makeTrain(1));
      page.timetable.keepRecords([makeTrain(1)]);
      tryShift(SHIFT_MS);
      const { schedule } = stopOfB("PT120S");
      tryStopOfB("PT120S");
      theirChange({ start_time: "2026-03-02T07:00:00Z", train_name: "theirs" });
      const before = sent();
      await store();
      const clashes = page.store_trial.overtaken.peek()?.overlaps[0]?.clashes;
      const [mine, theirs] = [TOOL_TEXTS, "2026-03-02T07:00:00Z"];
      expect(clashes).toEqual([{ group: "form", key: "", name: "start_time", mine, theirs }]);
      expect([page.trial.trial.peek()?.state, server.get(1)?.schedule]).toEqual([
        "failed",
        makeTrain(1).schedule,
      ]);
      await page.settle_overtaken.settleOvertaken(side);
      expect(server.get(1)).toEqual(
        makeTrain(1, {
          train_name: "theirs",
          start_time: side === "mine" ? TOOL_TEXTS : "2026-03-02T07:00:00Z",
          schedule,
        }),
      );
      expect(sent() - before).toBeGreaterThan(0);
    }
  });

  it("tells a train that somebody has deleted by its name, and shows it no more", async () => {
    tryShift(SHIFT_MS);
    server.delete(1);
    await store();
    expect([told(), page.trial.trial.peek()]).toEqual(["train 1 was deleted by somebody.", null]);
    expect([...(page.timetable.timetable.peek()?.trains.keys() ?? [])]).toEqual([2]);
    expect(page.graph.runs.peek().map(({ train_id }) => train_id)).toEqual([2]);
  });

  it("gives up the trial of a train whose deletion is told", async () => {
    tryShift(SHIFT_MS);
    server.delete(1);
    server.tellTrains([], [1]);
    await soon(() => page.trial.trial.peek() === null);
    expect(told()).toBe("train 1 was deleted by somebody.");
  });

  it("takes no field back where two planners race", async () => {
    let tries = 0;
    server.answer(CHANGES, () => {
      if (++tries < 4) theirChange({ labels: [`try ${tries}`] });
      if (tries === 4) server.answer(CHANGES, null);
      return refusal(412);
    });
    await shiftAndStore();
    expect(server.get(1)).toEqual(makeTrain(1, { labels: ["try 3"], start_time: TOOL_TEXTS }));
  });
});

describe("a trial", () => {
  it("belongs to its train, in times too, whichever is chosen meanwhile", async () => {
    await soon(() => page.selection.selected_data.peek() !== null);
    tryStopOfB("PT180S");
    const retiming = () => {
      const now = page.trial.trial.peek();
      return now === null ? null : page.foreseen.retimingOf(now, "train_schedule 1");
    };
    await soon(() => retiming() !== null);
    const before = retiming();
    page.selection.select("train_schedule 2");
    await soon(() => page.selection.selected_data.peek() !== null);
    expect(retiming()).toEqual(before);
    expect(page.tried_runs.tried_runs.peek().map(({ train_id }) => train_id)).toEqual([1]);
  });
});

describe("undo", () => {
  it("leaves what somebody else has changed since", async () => {
    await shiftAndStore();
    theirChange({ train_name: "theirs" });
    await page.undo.undo();
    expect(server.get(1)).toEqual(makeTrain(1, { train_name: "theirs" }));
    expect(page.undo_steps.undoable.peek()).toEqual([]);
  });

  it("keeps its step until the server has agreed", async () => {
    await shiftAndStore();
    server.answer(CHANGES, () => refusal(503));
    await page.undo.undo();
    expect([page.undo_steps.undoable.peek().length, server.get(1)?.start_time]).toEqual([
      1,
      TOOL_TEXTS,
    ]);
    server.answer(CHANGES, null);
    await page.undo.undo();
    expect([page.undo_steps.undoable.peek().length, server.get(1)]).toEqual([0, makeTrain(1)]);
  });

  it("takes nothing back that somebody else has changed too", async () => {
    await shiftAndStore();
    theirChange({ start_time: "2026-03-02T09:00:00Z" });
    await page.undo.undo();
    expect(server.get(1)?.start_time).toBe("2026-03-02T09:00:00Z");
    expect(told()).toBe(
      "train 1: +4 min: somebody has changed the same fields since; they stay as they are.",
    );
  });

  it("of several steps takes one after the other back", async () => {
    await shiftAndStore();
    tryStopOfB("PT90S");
    await store();
    theirChange({ train_name: "theirs" });
    await Promise.all([page.undo.undo(), page.undo.undo()]);
    expect(server.get(1)).toEqual(makeTrain(1, { train_name: "theirs" }));
  });

  it("tells by its name a train that is not there any more", async () => {
    await shiftAndStore();
    server.delete(1);
    await page.undo.undo();
    expect([told(), page.undo_steps.undoable.peek()]).toEqual([
      "train 1 was deleted by somebody.",
      [],
    ]);
  });
});

describe("rights", () => {
  it("that are gone take the forms away when a change is refused", async () => {
    const context = { resource_type: "timetable", resource_id: 8, required: "Writer" };
    server.answer(CHANGES, () => refusal(403, { ...context, effective: "Reader" }));
    server.answer("POST /authz/me/privileges", () => ({
      timetable: [{ resource_id: 8, privlvl: "Reader" }],
    }));
    tryShift(SHIFT_MS);
    await store();
    expect(page.trial.trial.peek()?.fault).toBe(
      'You may not do this: it requires the right "Writer" on this timetable, and you have "Reader". Its owners can give it to you.',
    );
    await soon(() => !page.rights.may_write.peek());
    expect(told()).toBe("You may not change this timetable any more.");
  });
});
