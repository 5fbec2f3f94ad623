// Method: a server that is made for the test keeps what was posted to each network, and holds answers back until the
// planner has gone on to something else.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { PROJECT_ROOT } from "../../../src/platform/root.ts";
import type { Operation, RailObject } from "../../../web/src/editor/edits/edits.ts";
import { TOOL_TEXTS } from "../../../web/src/tool_texts.ts";
import { makeGate } from "../../helpers/gate.ts";
import { FakeServer } from "../state/fake_server.ts";
import { closePage, openPage, type PageState, soon } from "../state/page.ts";

let server: FakeServer;
let page: PageState;
/** What was posted: `2: CREATE a`. */
let posted: string[];
let commit: typeof import("../../../web/src/editor/edits/commit.ts");
let completion: typeof import("../../../web/src/editor/edits/completion.ts");

beforeEach(async () => {
  server = new FakeServer();
  posted = [];
  for (const id of [2, 3]) {
    server.answer(`POST /infra/${id}`, ({ body }) => {
      const operations = body as Operation[];
      posted.push(...operations.map((one) => `${id}: ${one.operation_type} ${nameOf(one)}`));
      return operations.map(({ obj_type }) => ({ obj_type, railjson: {} }));
    });
    server.answer(`GET /infra/${id}`, () => ({ id, name: "Line", version: "1", locked: false }));
  }
  page = await openPage(server, "#/network/2", () => true);
  commit = await import("../../../web/src/editor/edits/commit.ts");
  completion = await import("../../../web/src/editor/edits/completion.ts");
});
afterEach(closePage);

function nameOf(one: Operation): string {
  return one.operation_type === "CREATE" ? String((one.railjson as RailObject).id) : one.obj_id;
}

function openOther(): void {
  const place = { timetable_id: null, page: "network", opened: [3] } as const;
  page.address.open({ ...place, tab: "graph", parameters: {} });
}

const make = async (id: string): Promise<boolean> =>
  await commit.commit(id, [{ operation_type: "CREATE", obj_type: "Detector", railjson: { id } }]);

it("two undos take two steps, the later one the step before", async () => {
  for (const id of ["a", "b", "c"]) await make(id);
  posted.splice(0);
  await Promise.all([commit.undo(), commit.undo()]);
  expect(posted).toEqual(["2: DELETE c", "2: DELETE b"]);
  expect(commit.steps.peek().undo.map(({ name }) => name)).toEqual(["a"]);
  expect(commit.steps.peek().redo.map(({ name }) => name)).toEqual(["c", "b"]);
});

it("what waits when its network is left is stored in that one, and is no step of the other", async () => {
  const making = [make("a"), make("b")];
  openOther();
  expect(await Promise.all(making)).toEqual([true, true]);
  expect(posted).toEqual(["2: CREATE a", "2: CREATE b"]);
  expect(commit.steps.peek().undo).toEqual([]);
});

it("what would complete a network is not offered to another one", async () => {
  const { opened, open } = makeGate();
  const asked = "GET /infra/2/completion";
  server.answer(asked, async () => {
    await opened;
    return { operations: [], report: [] };
  });
  const asking = completion.askCompletion();
  await soon(() => server.asked.includes(asked));
  expect(completion.is_asking.peek()).toBe(true);
  openOther();
  open();
  await asking;
  expect([completion.completion.peek(), completion.is_asking.peek()]).toEqual([null, false]);
});

it("each row of a completion's report has words in the reader's language", () => {
  const source = readFileSync(
    join(PROJECT_ROOT, "workers/exchange/completion/complete_network.ts"),
    "utf8",
  );
  const codes = [...source.matchAll(/(?:note\(|code: )"(\w+)"/g)].map(([, code = ""]) => code);
  expect(codes.sort()).toEqual(Object.keys(TOOL_TEXTS.editor.completion_rows).sort());
  const row = { severity: "info", message: "the server's words", count: 2 } as const;
  const where = { element: "Signal" };
  expect(completion.tellRow({ ...row, where, code: "signals_completed" })).toBe(
    "Signal: put before switches and along lines (2)",
  );
  expect(completion.tellRow({ ...row, where: {}, code: "new" })).toBe("the server's words (2)");
});
