// Method: the page's state on a server that is made for the test and answers with proposals, while somebody else stores;
// what the server has at the end is compared with what was taken of the proposal.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Edit } from "../../../web/src/state/edits/edit.ts";
import { FakeServer, makeConflict, makeService, makeTrain, type Train } from "./fake_server.ts";
import { closePage, openPage, type PageState, soon } from "./page.ts";

const RESOLUTION = "POST /timetable/8/resolution";
const WHAT_IF = "POST /timetable/8/what_if";
const CHANGES = "POST /timetable/8/changes";
const FIRST = makeConflict([1, 2], "2026-03-02T05:02:00Z");
const SECOND = makeConflict([1, 3], "2026-03-02T06:02:00Z");

let server: FakeServer;
let page: PageState;
let stopFollowing: () => void;

beforeEach(async () => {
  server = new FakeServer();
  for (const id of [1, 2, 3]) server.put(makeTrain(id));
  server.put(makeService(4));
  server.conflicts = [FIRST, SECOND];
  page = await openPage(server);
  await soon(() => page.rights.may_write.peek());
  stopFollowing = page.proposal.followProposal();
});
afterEach(() => {
  stopFollowing();
  closePage();
});

const shift = (id: number, by: string) => ({ kind: "train_schedule", id, shift: by }) as const;
const late = (id: number, minutes: number) => ({
  train: { kind: "train_schedule", id },
  at: "c",
  before: "2026-03-02T05:10:00Z",
  after: `2026-03-02T05:1${minutes}:00Z`,
});

const propose = (changes: readonly object[], more: object = {}): object => ({
  changes,
  summaries: changes.map(() => null),
  solved: [FIRST, SECOND],
  left: [],
  delays: [],
  cost: 5,
  bound: 0,
  work: 1,
  ...more,
});
const lines = (all: readonly object[]): string =>
  all.map((one) => `${JSON.stringify(one)}\n`).join("");
const answerLines = (...all: readonly object[]): void =>
  server.answer(RESOLUTION, () => lines(all));

/** What would be no more, by the number of changes. */
const answerWhatIf = (gone: readonly (readonly object[])[]): void =>
  server.answer(WHAT_IF, ({ body }) => {
    const { changes } = body as { changes: readonly object[] };
    const run = { status: "success", length: 1, path_item_times_final: [0, 1, 2] };
    return {
      trains: changes.map(() => run),
      conflicts: { gone: gone[changes.length] ?? [], new: [], count_before: 2, count_after: 0 },
    };
  });

const find = async (): Promise<void> => await page.proposal.findProposal({ numbers: null });
const edits = (): readonly Edit[] => page.trial.trial.peek()?.edits ?? [];
const starts = (): unknown[] =>
  edits().map(({ id, after }) => [id, after?.start_time.slice(11, 16)]);
const stored = (id: number): Train => server.get(id) as Train;
const search = () => page.proposal.search.peek();
const sent = (): number => server.asked.filter((one) => one === CHANGES).length;

describe("a proposal", () => {
  it("is asked for with what is allowed, for the conflicts that are meant", async () => {
    const bodies: unknown[] = [];
    server.answer(RESOLUTION, ({ body, headers }) => {
      bodies.push(body);
      expect(headers.get("accept")).toBe("application/x-ndjson");
      return lines([propose([])]);
    });
    await find();
    page.proposal.allow({
      hold_min: 0,
      later_min: 2.5,
      tracks: true,
      routes: true,
      holds_anywhere: true,
      deadline_s: 3,
    });
    await page.proposal.findProposal({ numbers: [2] });
    const { start_time: begin, end_time: end } = SECOND;
    const trains = [1, 3].map((id) => ({ kind: "train_schedule", id }));
    expect(bodies).toEqual([
      {
        allow: {
          later: "PT900S",
          earlier: "PT0S",
          hold: "PT600S",
          hold_at: "stops",
          tracks: false,
          routes: false,
        },
        services: true,
        deadline: "PT10S",
      },
      {
        conflicts: [{ trains, zone: "zone", begin, end }],
        allow: {
          later: "PT150S",
          earlier: "PT0S",
          hold: null,
          hold_at: "operational_points",
          tracks: true,
          routes: true,
        },
        services: true,
        deadline: "PT3S",
      },
    ]);
  });

  it("shifts a whole service as one row, as late as its trains are", async () => {
    const delayed = [0, 1].map((occurrence_key) => ({
      ...late(4, 4),
      train: { kind: "paced_train", id: 4, occurrence_key },
    }));
    const shifted = { kind: "paced_train", id: 4, shift: "PT240S" };
    answerLines(propose([shifted], { delays: delayed }));
    await find();
    expect(page.proposal.rows.peek()).toMatchObject([{ late_ms: 240_000, is_plain: true }]);
    expect(edits().map(({ id }) => id)).toEqual([4]);
  });

  it("tells of a stop where a train passed, not of its track", async () => {
    const { id, timetable_id: _timetable, ...form } = makeTrain(1);
    const added = {
      id: "hold-1",
      deleted: false,
      operational_point: "OP",
      secondary_code: null,
      track_reference: { track_id: "T" },
    };
    const path = form.path.toSpliced(1, 0, added as never);
    const schedule = [
      { at: "hold-1", arrival: null, stop_for: "PT90S", reception_signal: "STOP", locked: false },
      ...form.schedule,
    ];
    answerLines(propose([{ kind: "train_schedule", id, train: { ...form, path, schedule } }]));
    await find();
    const [row] = page.proposal.rows.peek();
    expect(row?.texts).toEqual(["stops 1 min 30 s at OP"]);
  });

  it("is tried as it comes, and a better one takes its place; nothing is stored", async () => {
    const { readable, writable } = new TransformStream<Uint8Array>();
    const out = writable.getWriter();
    const write = async (line: object): Promise<void> =>
      await out.write(new TextEncoder().encode(lines([line])));
    server.answer(RESOLUTION, () => new Response(readable));
    const finding = find();
    void write({ progress: { seconds: 1, work: 0, left: null, cost: null } });
    await soon(() => search()?.progress?.seconds === 1);
    expect([search()?.state, page.trial.trial.peek()]).toEqual(["asking", null]);
    void write(propose([shift(1, "PT240S"), shift(2, "PT60S")]));
    await soon(() => edits().length === 2);
    expect(starts()).toEqual([
      [1, "05:04"],
      [2, "05:01"],
    ]);
    void write(propose([shift(1, "PT120S")]));
    await soon(() => edits().length === 1);
    void out.close();
    await finding;
    expect([search()?.state, starts(), sent()]).toEqual(["ended", [[1, "05:02"]], 0]);
  });

  it("is stored in one act, and taken back in one", async () => {
    answerLines(propose([shift(1, "PT240S"), shift(2, "-PT60S")]));
    await find();
    await page.store_trial.storeTrial();
    expect([stored(1), stored(2), stored(3)].map(({ start_time }) => start_time)).toEqual([
      "2026-03-02T05:04:00Z",
      "2026-03-02T04:59:00Z",
      "2026-03-02T05:00:00Z",
    ]);
    expect([search(), page.trial.trial.peek(), sent()]).toEqual([null, null, 1]);
    await page.undo.undo();
    expect([stored(1), stored(2)]).toEqual([makeTrain(1), makeTrain(2)]);
  });

  it("is taken in part: what follows is asked for again, and what stays is told with its reason", async () => {
    const left = [{ conflict: SECOND, reason: "not_allowed" }];
    answerWhatIf([[], [], [FIRST]]);
    const delays = [late(1, 4), late(2, 2)];
    const changes = [shift(1, "PT240S"), shift(2, "PT60S")];
    answerLines(propose(changes, { solved: [FIRST], left, delays }));
    await find();
    const { rows, staying, takeRow } = page.proposal;
    await soon(() => staying.peek() !== null);
    expect(
      rows.peek().map(({ name, texts, late_ms, is_plain }) => [name, texts, late_ms, is_plain]),
    ).toEqual([
      ["train 1", ["starts 4 min later"], 240_000, true],
      ["train 2", ["starts 1 min later"], 120_000, false],
    ]);
    expect(staying.peek()).toEqual(left);
    takeRow(rows.peek()[0]?.key ?? "", false);
    await soon(() => page.trial.trial.peek()?.asked.length === 1);
    expect(starts()).toEqual([[2, "05:01"]]);
    expect(staying.peek()).toEqual([{ conflict: FIRST, reason: null }, ...left]);
    takeRow(rows.peek()[1]?.key ?? "", false);
    expect([page.trial.trial.peek(), search()?.proposal === null]).toEqual([null, false]);
    expect(staying.peek()?.length).toBe(2);
    takeRow(rows.peek()[1]?.key ?? "", true);
    await page.store_trial.storeTrial();
    expect([stored(1).start_time.slice(14, 16), stored(2).start_time.slice(14, 16)]).toEqual([
      "00",
      "01",
    ]);
  });

  it("of a service's trains is an exception each, in one record", async () => {
    const { path, schedule, margins, power_restrictions } = makeTrain(4);
    const longer = schedule.map((one) => (one.at === "b" ? { ...one, stop_for: "PT180S" } : one));
    const train = { ...makeTrain(4), start_time: "2026-03-02T07:00:00Z", schedule: longer };
    const { id: _id, modified_by: _by, modified_at: _at, ...sent_train } = train;
    answerLines(
      propose([
        { kind: "paced_train", id: 4, occurrence_key: 1, shift: "PT90S" },
        { kind: "paced_train", id: 4, occurrence_key: 2, train: sent_train },
      ]),
    );
    await find();
    expect(page.proposal.rows.peek().map(({ name, texts }) => [name, texts])).toEqual([
      ["service 4 06:00", ["starts 1 min 30 s later"]],
      ["service 4 07:00", ["stops 2 min longer at b"]],
    ]);
    const [edit] = edits();
    expect([edits().length, edit?.before]).toEqual([1, page.edit.formOf(makeService(4))]);
    expect(edit?.after).toEqual({
      ...edit?.before,
      exceptions: [
        {
          key: "occurrence 1",
          occurrence_index: 1,
          disabled: false,
          start_time: { value: "2026-03-02T06:01:30Z" },
        },
        {
          key: "occurrence 2",
          occurrence_index: 2,
          disabled: false,
          start_time: { value: "2026-03-02T07:00:00Z" },
          path_and_schedule: { path, schedule: longer, margins, power_restrictions },
        },
      ],
    });
  });
});

describe("a proposal on another track of a station", () => {
  it("says which, and its train is drawn as it runs now, at the other times", async () => {
    const { modified_by: _by, modified_at: _at, id: _id, ...form } = makeTrain(1);
    const path = form.path.map((one) =>
      one.id === "b" ? { ...one, track_reference: { track_id: "T.2" } } : one,
    );
    answerLines(propose([{ kind: "train_schedule", id: 1, train: { ...form, path } }]));
    await find();
    expect(page.proposal.rows.peek().map(({ texts }) => texts)).toEqual([["track T.2 at b"]]);
    await soon(() => page.trial.trial.peek()?.follows !== null);
    const [now, tried] = [page.graph.runs.peek()[0], page.tried_runs.tried_runs.peek()[0]];
    expect(tried?.curves[0]?.shares).toEqual(now?.curves[0]?.shares);
  });
});

describe("a proposal by another way", () => {
  it("says over which track", async () => {
    const { modified_by: _by, modified_at: _at, id: _id, ...form } = makeTrain(1);
    const way = { id: "way-1", deleted: false, track: "T.3", offset: 500_000 };
    const path = form.path.toSpliced(1, 0, way);
    answerLines(propose([{ kind: "train_schedule", id: 1, train: { ...form, path } }]));
    await find();
    expect(page.proposal.rows.peek().map(({ texts }) => texts)).toEqual([
      ["another way, over track T.3"],
    ]);
  });
});

describe("a proposal that others overtake", () => {
  const theirs = { ...makeTrain(1), train_name: "theirs" };

  it("is not stored on top of a change that the server tells by its refusal, whatever was changed", async () => {
    answerLines(propose([shift(1, "PT240S"), shift(2, "PT60S")]));
    await find();
    await soon(() => server.asked.includes("GET /train_schedule/1"));
    server.put(theirs);
    expect(await page.store_trial.storeTrial()).toBeNull();
    expect([stored(1), stored(2)]).toEqual([theirs, makeTrain(2)]);
    expect(page.trial.trial.peek()).toMatchObject({ state: "failed", is_outdated: true });
    expect(page.trial.trial.peek()?.fault).toContain("train 1");
    expect(page.store_trial.overtaken.peek()).toBeNull();
    // Another one, of what is stored now.
    page.timetable.keepRecords([theirs]);
    await find();
    expect(page.trial.trial.peek()).toMatchObject({ state: "tried", is_outdated: false });
    await page.store_trial.storeTrial();
    expect(stored(1)).toEqual({ ...theirs, start_time: "2026-03-02T05:04:00Z" });
  });

  it("can't be stored any more when the change is told before", async () => {
    answerLines(propose([shift(1, "PT240S")]));
    await find();
    server.put(makeTrain(3, { train_name: "another" }));
    server.tellTrains([3]);
    await soon(() => page.timetable.findTrain(3)?.train_name === "another");
    expect(page.trial.trial.peek()?.is_outdated).toBe(false);
    server.put(theirs);
    server.tellTrains([1]);
    await soon(() => page.trial.trial.peek()?.is_outdated === true);
    expect(await page.store_trial.storeTrial()).toBeNull();
    expect(stored(1)).toEqual(theirs);
  });

  it("is not stored when one of its trains was deleted", async () => {
    answerLines(propose([shift(1, "PT240S"), shift(2, "PT60S")]));
    await find();
    server.delete(2);
    expect(await page.store_trial.storeTrial()).toBeNull();
    expect([stored(1), page.trial.trial.peek()?.is_outdated]).toEqual([makeTrain(1), true]);
  });
});

describe("the search for a proposal", () => {
  it("that is stopped keeps what it has found, and one that is given up leaves nothing", async () => {
    const open = ({ signal }: { readonly signal: AbortSignal }): Response => {
      const text = lines([propose([shift(1, "PT240S")])]);
      const body = new ReadableStream<Uint8Array>({
        start: (out) => {
          out.enqueue(new TextEncoder().encode(text));
          signal.addEventListener("abort", () => out.error(signal.reason));
        },
      });
      return new Response(body);
    };
    server.answer(RESOLUTION, open);
    const stopped = find();
    await soon(() => edits().length === 1);
    page.proposal.stopSearch();
    await stopped;
    expect([search()?.state, search()?.fault, edits().length]).toEqual(["ended", null, 1]);
    const given_up = find();
    await soon(() => edits().length === 1);
    page.trial.cancelTrial();
    await given_up;
    expect([search(), page.trial.trial.peek()]).toEqual([null, null]);
  });

  it("that is refused, or breaks off, says so, and keeps what it has found", async () => {
    server.answer(RESOLUTION, () =>
      Response.json({ status: 422, message: "too many" }, { status: 422 }),
    );
    await find();
    expect([search()?.state, search()?.fault]).toEqual(["failed", "too many"]);
    server.answer(RESOLUTION, () => {
      const text = new TextEncoder().encode(lines([propose([shift(1, "PT240S")])]));
      let count = 0;
      const body = new ReadableStream<Uint8Array>({
        pull: (out) => (count++ === 0 ? out.enqueue(text) : out.error(new TypeError("lost"))),
      });
      return new Response(body);
    });
    await find();
    expect([search()?.state, edits().length]).toEqual(["failed", 1]);
    expect(search()?.fault).toContain("can't be reached");
  });
});
