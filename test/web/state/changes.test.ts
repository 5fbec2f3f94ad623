// Method: the page's state on a server that is made for the test, where somebody else stores, deletes and refuses; what
// the server has at the end is compared with what each has changed.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FakeServer, makeTrain, refusal, type Train } from "./fake_server.ts";
import { closePage, openPage, type PageState, soon } from "./page.ts";

const LATER = "2026-03-02T05:04:00Z";
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
const shiftAndStore = async (): Promise<void> => {
  page.move.tryShift(1, SHIFT_MS);
  await page.move.storeMove();
};
const told = (): string => page.session.notice.peek()?.text ?? "";
const puts = (): number => server.asked.filter((one) => one.startsWith("PUT")).length;

const stopOfB = (stop_for: string): Pick<Train, "schedule"> => ({
  schedule: makeTrain(1).schedule.map((one) => (one.at === "b" ? { ...one, stop_for } : one)),
});

describe("storing a trial", () => {
  it("keeps what somebody else has changed of other fields, unasked", async () => {
    page.move.tryShift(1, SHIFT_MS);
    await soon(() => page.move.move.peek()?.follows !== null);
    const theirs = { train_name: "theirs", margins: { boundaries: [], values: ["9%"] } };
    theirChange({ ...theirs, ...stopOfB("PT90S") });
    await page.move.storeMove();
    expect(server.get(1)).toEqual(
      makeTrain(1, { ...theirs, ...stopOfB("PT90S"), start_time: LATER }),
    );
    expect([page.move.overtaken.peek(), told()]).toEqual([
      null,
      "theirs: stored, with what somebody else has changed meanwhile",
    ]);
  });

  it("keeps what is told of somebody else while the trial goes on", async () => {
    page.move.tryShift(1, SHIFT_MS);
    theirChange({ train_name: "theirs" });
    server.tellTrains([1]);
    await soon(() => page.timetable.timetable.peek()?.trains.get(1)?.train_name === "theirs");
    expect(told()).toContain("which you are moving");
    page.move.tryShift(1, 2 * SHIFT_MS);
    await page.move.storeMove();
    const start_time = "2026-03-02T05:08:00Z";
    expect(server.get(1)).toEqual(makeTrain(1, { train_name: "theirs", start_time }));
  });

  it("asks about a field that both have changed, with both values, and about no other", async () => {
    for (const side of ["mine", "theirs"] as const) {
      server.put(makeTrain(1));
      page.timetable.keepTrain(makeTrain(1));
      page.move.tryShift(1, SHIFT_MS);
      const { schedule } = stopOfB("PT120S");
      page.move.trySchedule(1, schedule);
      theirChange({ start_time: "2026-03-02T07:00:00Z", train_name: "theirs" });
      const before = puts();
      await page.move.storeMove();
      const { clashes } = page.move.overtaken.peek() ?? {};
      expect(clashes).toEqual([
        { name: "start_time", at: null, mine: LATER, theirs: "2026-03-02T07:00:00Z" },
      ]);
      expect([page.move.move.peek()?.state, server.get(1)?.schedule]).toEqual([
        "failed",
        makeTrain(1).schedule,
      ]);
      await page.move.settleOvertaken(side);
      expect(server.get(1)).toEqual(
        makeTrain(1, {
          train_name: "theirs",
          start_time: side === "mine" ? LATER : "2026-03-02T07:00:00Z",
          schedule,
        }),
      );
      expect(puts() - before).toBeGreaterThan(0);
    }
  });

  it("tells a train that somebody has deleted by its name, and shows it no more", async () => {
    page.move.tryShift(1, SHIFT_MS);
    server.delete(1);
    await page.move.storeMove();
    expect([told(), page.move.move.peek()]).toEqual(["train 1 was deleted by somebody.", null]);
    expect([...(page.timetable.timetable.peek()?.trains.keys() ?? [])]).toEqual([2]);
    expect(page.graph.runs.peek().map(({ train_id }) => train_id)).toEqual([2]);
  });

  it("gives up the trial of a train whose deletion is told", async () => {
    page.move.tryShift(1, SHIFT_MS);
    server.delete(1);
    server.tellTrains([], [1]);
    await soon(() => page.move.move.peek() === null);
    expect(told()).toBe("train 1 was deleted by somebody.");
  });

  it("takes no field back where two planners race", async () => {
    let tries = 0;
    server.answer("PUT /train_schedule/1", (asked) => {
      if (++tries < 4) theirChange({ labels: [`try ${tries}`] });
      if (tries === 4) server.answer("PUT /train_schedule/1", null);
      void asked;
      return refusal(412);
    });
    await shiftAndStore();
    expect(server.get(1)).toEqual(makeTrain(1, { labels: ["try 3"], start_time: LATER }));
  });
});

describe("a trial", () => {
  it("belongs to its train, in times too, whichever is chosen meanwhile", async () => {
    await soon(() => page.selection.selected_data.peek() !== null);
    page.move.trySchedule(1, stopOfB("PT180S").schedule);
    await soon(() => page.move.tried_retiming.peek() !== null);
    const retiming = page.move.tried_retiming.peek();
    page.selection.select("train_schedule 2");
    await soon(() => page.selection.selected_data.peek() !== null);
    expect(page.move.tried_retiming.peek()).toEqual(retiming);
    expect(page.move.tried_run.peek()?.train_id).toBe(1);
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
    server.answer("PUT /train_schedule/1", () => refusal(503));
    await page.undo.undo();
    expect([page.undo_steps.undoable.peek().length, server.get(1)?.start_time]).toEqual([1, LATER]);
    server.answer("PUT /train_schedule/1", null);
    await page.undo.undo();
    expect([page.undo_steps.undoable.peek().length, server.get(1)]).toEqual([0, makeTrain(1)]);
  });

  it("takes nothing back that somebody else has changed too", async () => {
    await shiftAndStore();
    theirChange({ start_time: "2026-03-02T09:00:00Z" });
    await page.undo.undo();
    expect(server.get(1)?.start_time).toBe("2026-03-02T09:00:00Z");
    expect(told()).toContain("train 1: somebody has changed the same");
  });

  it("of several steps takes one after the other back", async () => {
    await shiftAndStore();
    page.move.trySchedule(1, stopOfB("PT90S").schedule);
    await page.move.storeMove();
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
    server.answer("PUT /train_schedule/1", () => refusal(403, { ...context, effective: "Reader" }));
    server.answer("POST /authz/me/privileges", () => ({
      timetable: [{ resource_id: 8, privlvl: "Reader" }],
    }));
    page.move.tryShift(1, SHIFT_MS);
    await page.move.storeMove();
    expect(page.move.move.peek()?.fault).toBe(
      'You may not do this: it takes the right "Writer" on this timetable, and you have "Reader". Its owners can give it to you.',
    );
    await soon(() => !page.rights.may_write.peek());
    expect(told()).toBe("You may not change this timetable any more.");
  });
});
