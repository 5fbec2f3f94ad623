// Method: the page's steps in a tab that is made for the test: reloads, other timetables, other users, and storage that holds anything, is full, or forbidden.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Done } from "../../../web/src/state/edits/edit.ts";
import { makeTrain } from "./fake_server.ts";

/** The tab's own; outlives reloads. */
let stored: Map<string, string>;
let stop_storing: Error | null;

const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => {
    if (stop_storing !== null) throw stop_storing;
    stored.set(key, value);
  },
  removeItem: (key: string) => {
    stored.delete(key);
  },
};

beforeEach(() => {
  stored = new Map();
  stop_storing = null;
  vi.stubGlobal("sessionStorage", storage);
  vi.stubGlobal("document", { baseURI: "https://planner.example/" });
  vi.stubGlobal("addEventListener", () => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Loads the page with this timetable open; nobody is known yet. */
async function load(timetable_id: number) {
  vi.resetModules();
  vi.stubGlobal("location", { hash: `#/timetable/${timetable_id}/graph` });
  const steps = await import("../../../web/src/state/edits/undo_steps.ts");
  const { session } = await import("../../../web/src/state/session.ts");
  const { followHash, open, ...address } = await import("../../../web/src/state/address.ts");
  followHash();
  steps.followUndoSteps();
  return {
    signIn: (id: number | null) => {
      const user = id === null ? null : { id, identity_id: "x", name: "x", app_roles: [] };
      session.value = { user: user as never, is_open: id === null };
    },
    look: (id: number) => open({ timetable_id: id, tab: "graph", parameters: {} }),
    ...steps,
    remember: (edits: readonly Done[]) =>
      steps.rememberStep(address.timetable_id.peek() ?? 0, edits),
    names: () => steps.undoable.value.map(({ edits }) => edits[0]?.after?.train_name),
  };
}

function step(train_name: string): readonly Done[] {
  const { id, timetable_id: _timetable_id, ...before } = makeTrain(7);
  return [{ key: `train_schedule ${id}`, id, before, after: { ...before, train_name } }];
}

describe("steps that can be undone", () => {
  it.each([1, null])("outlive a reload, by timetable, for the same user: %s", async (user) => {
    const page = await load(8);
    page.signIn(user);
    page.remember(step("a"));
    page.remember(step("b"));
    page.look(9);
    expect(page.names()).toEqual([]);
    page.remember(step("c"));
    const again = await load(8);
    expect(again.names()).toEqual([]);
    again.signIn(user);
    expect(again.names()).toEqual(["a", "b"]);
    again.look(9);
    expect(again.names()).toEqual(["c"]);
  });

  it("are neither shown to the next user of the tab nor left in it", async () => {
    const page = await load(8);
    page.signIn(1);
    page.remember(step("secret"));
    expect([...stored.values()].join()).toContain("secret");
    const next = await load(8);
    next.signIn(2);
    expect(next.names()).toEqual([]);
    expect([...stored.values()].join()).not.toContain("secret");
  });

  it("are kept of nobody while nobody is signed in", async () => {
    const page = await load(8);
    page.remember(step("a"));
    expect(stored.size).toBe(0);
  });

  it.each([
    "{",
    "7",
    "null",
    '{"owner":"1"}',
    '{"owner":"1","steps":{"8":{"undo":[{"name":"x","edits":[{"id":"7"}]}],"redo":[]}}}',
    '{"owner":"1","steps":{"8":{"undo":[]}}}',
    '{"owner":"1","steps":{"8":null}}',
    '{"owner":"1","steps":{"8":7}}',
  ])("are none where the tab holds something else: %s", async (text) => {
    const first = await load(8);
    first.signIn(1);
    const [key = ""] = stored.keys();
    stored.set(key, text);
    const page = await load(8);
    page.signIn(1);
    expect(page.names()).toEqual([]);
    page.remember(step("a"));
    expect(page.names()).toEqual(["a"]);
  });

  it("are there until a reload where nothing can be kept", async () => {
    stop_storing = new DOMException("full", "QuotaExceededError");
    const page = await load(8);
    page.signIn(1);
    page.remember(step("a"));
    expect(page.names()).toEqual(["a"]);
  });
});
