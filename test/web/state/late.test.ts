// Method: a server that is made for the test holds an answer back until the planner has gone on to something else.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Edit } from "../../../web/src/state/edit.ts";
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

async function openOther(): Promise<void> {
  page.address.open({ timetable_id: 9, tab: "graph", parameters: { infra: "2" } });
  await soon(() => page.timetable.open_timetable_id.peek() === 9);
}

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

  it("its trial stays, and no step is added to its list", async () => {
    const train = makeTrain(1, { start_time: "2026-03-02T05:01:00Z" });
    await storeAndLeave(() => ({ trains: [{ id: 1, train }], undo: [] }));
    expect(tried()).toEqual([OWN]);
    expect(page.undo_steps.undoable.peek()).toEqual([]);
    expect(page.session.notice.peek()).toEqual({ kind: "done", text: "train 1: stored" });
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

  it("a step that is being taken back leaves its list as it is", async () => {
    await page.acts.renameTrain(page.timetable.findTrain(1)!, "new name");
    const train = makeTrain(1);
    const release = hold(CHANGES, () => ({ trains: [{ id: 1, train }], undo: [] }));
    const undoing = page.undo.undo();
    await soon(() => asked(CHANGES) === 2);
    await openOther();
    release();
    await undoing;
    expect(page.undo_steps.steps.peek()).toEqual({ undo: [], redo: [] });
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

describe("another train is chosen", () => {
  it("and stays so when the former one is deleted at last", async () => {
    page.selection.select("train_schedule 1");
    const release = hold(CHANGES, () => ({ trains: [null], undo: [] }));
    const deleting = page.acts.deleteTrain(page.timetable.findTrain(1)!);
    await soon(() => asked(CHANGES) === 1);
    page.selection.select("train_schedule 2");
    release();
    await deleting;
    expect(page.selection.selected_key.peek()).toBe("train_schedule 2");
  });

  it("and what is told of the former one, which has no run, is not told of it", async () => {
    const gate = makeGate();
    const done: string[] = [];
    vi.doMock("../../../web/src/api/fault_words.ts", async () => {
      done.push("loading");
      await gate.opened;
      return { tellNoRun: () => `no run ${done.push("told")}` };
    });
    page = await openPage(server);
    server.answer("GET /train_schedule/1/simulation", () => ({ status: "pathfinding_not_found" }));
    page.selection.select("train_schedule 1");
    await soon(() => done.includes("loading"));
    page.selection.select("train_schedule 2");
    await soon(() => page.selection.selected_data.peek() !== null);
    gate.open();
    await soon(() => done.includes("told"));
    await Promise.resolve();
    vi.doUnmock("../../../web/src/api/fault_words.ts");
    expect(page.selection.selected_data.peek()?.fault).toBe(null);
  });
});
