// Method: a server that is made for the test holds an answer back until the planner has gone on to something else.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Edit } from "../../../web/src/state/edits/edit.ts";
import { makeGate } from "../../helpers/gate.ts";
import { FakeServer, makeTrain, refusal } from "./fake_server.ts";
import { closePage, openPage, type PageState, soon } from "./page.ts";

const CHANGES = "POST /timetable/8/changes";
const REQUEST = "POST /timetable/8/stdcm";
const MINUTE_MS = 60_000;

let server: FakeServer;
let page: PageState;

beforeEach(async () => {
  server = new FakeServer();
  for (const id of [1, 2, 3]) server.put(makeTrain(id));
  const none = { count: 0, page_count: 1, current: 1, previous: null, next: null, results: [] };
  for (const kind of ["train_schedules", "paced_trains"]) {
    server.answer(`GET /timetable/9/${kind}`, () => none);
  }
  page = await openPage(server);
});
afterEach(closePage);

/** Answers with what `answering` returns once the returned function is called. */
function hold(question: string, answering: (infra: string | null) => unknown): () => void {
  const { opened, open } = makeGate();
  server.answer(question, async (asked_for) => {
    await opened;
    return answering(asked_for.query.get("infra"));
  });
  return open;
}

const goTo = (timetable_id: number): void =>
  page.address.open({ timetable_id, tab: "graph", parameters: { infra: "2" } });

async function openOther(): Promise<void> {
  goTo(9);
  await soon(() => page.timetable.open_timetable_id.peek() === 9);
}

const stepNames = (way: "undo" | "redo"): string[] =>
  page.undo_steps.steps.peek()[way].map((step) => page.undo.nameOf(step, way));

const asked = (question: string): number => server.asked.filter((one) => one === question).length;
const shifted = (id: number): Edit => {
  const edit = page.trial.editOf(page.timetable.findTrain(id)!);
  return { ...edit, after: edit.after && page.edit.shiftForm(edit.after, MINUTE_MS) };
};

describe("another timetable is opened while a trial is being stored", () => {
  const OWN = "a train of the other timetable";

  async function storeAndLeave(answering: () => unknown): Promise<unknown> {
    page.trial.tryEdits([shifted(1)]);
    const release = hold(CHANGES, answering);
    const storing = page.store_trial.storeTrial().catch((error: unknown) => error);
    await soon(() => asked(CHANGES) === 1);
    await openOther();
    const { start_time: _start_time, ...form } = page.edit.formOf(makeTrain(0));
    const start_time = "2026-03-02T06:00:00Z";
    page.trial.tryEdits([page.edit.makeRecord({ ...form, start_time, train_name: OWN })]);
    release();
    return await storing;
  }
  const tried = () => page.trial.trial.peek()?.edits.map(({ after }) => after?.train_name);

  it("its trial stays, and the step is in the list of the one that it has changed", async () => {
    const train = makeTrain(1, { start_time: "2026-03-02T05:01:00Z" });
    await storeAndLeave(() => ({ trains: [{ id: 1, train }], undo: [] }));
    expect(tried()).toEqual([OWN]);
    expect(stepNames("undo")).toEqual([]);
    expect(page.session.notice.peek()).toEqual({ kind: "done", text: "train 1: stored" });
    goTo(8);
    expect(stepNames("undo")).toEqual(["train 1: +1 min"]);
  });

  it("the step is there too when the other one is still being read", async () => {
    page.trial.tryEdits([shifted(1)]);
    const train = makeTrain(1, { start_time: "2026-03-02T05:01:00Z" });
    const release = hold(CHANGES, () => ({ trains: [{ id: 1, train }], undo: [] }));
    const readRest = hold("GET /timetable/9/train_schedules", () => refusal(404));
    const storing = page.store_trial.storeTrial();
    await soon(() => asked(CHANGES) === 1);
    goTo(9);
    release();
    await storing;
    expect([stepNames("undo"), page.selection.selected_key.peek()]).toEqual([[], null]);
    goTo(8);
    expect([stepNames("undo"), page.trial.trial.peek()]).toEqual([["train 1: +1 min"], null]);
    readRest();
  });

  it("its trial stays when nothing was stored, which is told by the caller", async () => {
    expect(await storeAndLeave(() => refusal(400))).toBeInstanceOf(Error);
    expect(tried()).toEqual([OWN]);
  });

  it("nothing is stored there of what was still to be read here", async () => {
    const release = hold("GET /train_schedule/1", () => refusal(500));
    page.trial.tryEdits([shifted(1)]);
    const storing = page.store_trial.storeTrial().catch(() => null);
    await openOther();
    server.answer("GET /train_schedule/1", null);
    release();
    await storing;
    expect(asked("POST /timetable/9/changes")).toBe(0);
  });

  it("a step that is being taken back can be done again in its own, and leaves the list as it is", async () => {
    await page.acts.renameTrain(page.timetable.findTrain(1)!, "new name");
    const train = makeTrain(1);
    const release = hold(CHANGES, () => ({ trains: [{ id: 1, train }], undo: [] }));
    const undoing = page.undo.undo();
    await soon(() => asked(CHANGES) === 2);
    await openOther();
    release();
    await undoing;
    expect([stepNames("undo"), stepNames("redo")]).toEqual([[], []]);
    goTo(8);
    expect([stepNames("undo"), stepNames("redo")]).toEqual([[], ["new name: Name"]]);
  });

  it("and left before it is read: the former one is there again, with its graph", async () => {
    const readRest = hold("GET /timetable/9/train_schedules", () => refusal(404));
    const axis = page.address.parameters.axis.peek();
    goTo(9);
    await soon(() => asked("GET /timetable/9/train_schedules") === 1);
    page.address.open({ timetable_id: 8, tab: "graph", parameters: { infra: "2", axis } });
    await soon(() => page.graph.runs.peek().length === 3 && page.loading.step.peek() === "idle");
    readRest();
    await soon(() => page.loading.fault.peek() === null);
    expect(page.timetable.open_timetable_id.peek()).toBe(8);
  });
});

describe("what is being stored", () => {
  it("can't be given up any more", async () => {
    page.trial.tryEdits([shifted(1)]);
    const release = hold(CHANGES, () => refusal(400));
    const storing = page.store_trial.storeTrial();
    await soon(() => asked(CHANGES) === 1);
    page.trial.cancelTrial();
    expect(page.trial.trial.peek()?.state).toBe("storing");
    release();
    await storing;
    page.trial.cancelTrial();
    expect(page.trial.trial.peek()).toBe(null);
  });

  it("is not duplicated or deleted by a second key", async () => {
    page.selection.select("train_schedule 1");
    const release = hold(CHANGES, () => ({ trains: [{ id: 7, train: makeTrain(7) }], undo: [] }));
    for (const key of ["d", "d", "Delete"]) page.keys.pressKey({ key } as KeyboardEvent);
    await soon(() => asked(CHANGES) === 1);
    release();
    await soon(() => page.selection.selected_key.peek() === "train_schedule 7");
    expect(asked(CHANGES)).toBe(1);
  });
});

describe("the network is changed", () => {
  it("a trial's consequences are asked for again, and the former network's are not shown", async () => {
    const whatIf = (infra: string | null) => ({
      trains: [],
      conflicts: { new: [], gone: [], unchanged: Number(infra) },
    });
    const release = hold("POST /timetable/8/what_if", whatIf);
    page.trial.tryEdits([shifted(1)]);
    await soon(() => asked("POST /timetable/8/what_if") === 1);
    page.address.setParameters({ infra: "3" });
    release();
    await soon(() => asked("POST /timetable/8/what_if") === 2);
    await soon(() => page.trial.trial.peek()?.follows !== null);
    expect(page.trial.trial.peek()?.follows).toEqual(whatIf("3"));
  });
});

describe("a short term request", () => {
  const FOUND = { status: "path_not_found" };

  it("that is answered when another timetable is open is not offered to be kept there", async () => {
    const release = hold(REQUEST, () => FOUND);
    const finding = page.ask_request.find({} as never).catch(() => undefined);
    await soon(() => asked(REQUEST) === 1);
    await openOther();
    release();
    await finding;
    expect([page.request.answer.peek(), page.ask_request.is_finding.peek()]).toEqual([null, false]);
  });

  it("whose answer is shown is no longer shown for another network", async () => {
    server.answer(REQUEST, () => FOUND);
    await page.ask_request.find({} as never);
    expect(page.request.answer.peek()).toEqual(FOUND);
    page.address.setParameters({ infra: "3" });
    expect(page.request.answer.peek()).toBe(null);
  });
});

describe("a link is followed, whose event comes later", () => {
  it("and a detail of the view that is left does not bring that back", async () => {
    page.address.setParameters({ axis: "1" });
    expect(page.location.hash).toContain("axis=1");
    page.location.hash = "#/";
    page.address.setParameters({ axis: "2" });
    expect(page.location.hash).toBe("#/");
  });
});

describe("another train is chosen", () => {
  it.each([
    ["the former one is deleted", "deleteTrain", { trains: [null], undo: [] }],
    [
      "a copy of the former one is stored",
      "duplicateTrain",
      { trains: [{ id: 7, train: makeTrain(7) }], undo: [] },
    ],
  ] as const)("and stays so when %s at last", async (_, act, stored) => {
    page.selection.select("train_schedule 1");
    const release = hold(CHANGES, () => stored);
    const acting = page.acts[act](page.timetable.findTrain(1)!);
    await soon(() => asked(CHANGES) === 1);
    page.selection.select("train_schedule 2");
    release();
    await acting;
    expect(page.selection.selected_key.peek()).toBe("train_schedule 2");
  });

  it("and what is told of the former one, which has no run, is not told of it", async () => {
    let told = 0;
    // the other one is chosen at the moment at which the words are there
    const tellNoRun = (): string => {
      told += 1;
      page.selection.select("train_schedule 2");
      return "no run";
    };
    vi.doMock("../../../web/src/api/fault_words.ts", () => ({ tellNoRun }));
    page = await openPage(server);
    server.answer("GET /train_schedule/1/simulation", () => ({ status: "pathfinding_not_found" }));
    const faults: (string | null)[] = [];
    page.selection.selected_data.subscribe((data) => faults.push(data?.fault ?? null));
    page.selection.select("train_schedule 1");
    await soon(() => told === 1 && page.selection.selected_data.peek() !== null);
    vi.doUnmock("../../../web/src/api/fault_words.ts");
    expect(new Set(faults)).toEqual(new Set([null]));
  });
});
