/** The page's state without a browser: its modules, freshly loaded, on a server that is made for the test. */
import { expect, vi } from "vitest";
import { scaled } from "../../helpers/pace.ts";
import type { FakeServer } from "./fake_server.ts";

const PAGE = "https://marey.test/planner/";

/** What the state asks of a browser. */
function stubBrowser(server: FakeServer, hash: string) {
  const kept = new Map<string, string>();
  const events = new EventTarget();
  const document = Object.assign(new EventTarget(), { baseURI: PAGE, visibilityState: "visible" });
  const location = { hash };
  const globals = {
    document,
    location,
    history: {
      replaceState: (_state: unknown, _title: string, text: string) => {
        location.hash = text;
      },
    },
    sessionStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => kept.set(key, text),
      removeItem: (key: string) => kept.delete(key),
    },
    matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
    addEventListener: events.addEventListener.bind(events),
    isSecureContext: false,
    fetch: server.fetch,
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  return { document, location, kept };
}

async function loadModules() {
  const [address, change, graph, live, loading, merge, move, request] = await Promise.all([
    import("../../../web/src/state/address.ts"),
    import("../../../web/src/state/change.ts"),
    import("../../../web/src/state/graph.ts"),
    import("../../../web/src/state/live.ts"),
    import("../../../web/src/state/loading.ts"),
    import("../../../web/src/state/merge.ts"),
    import("../../../web/src/state/move.ts"),
    import("../../../web/src/state/request.ts"),
  ]);
  const [rights, selection, session, stations, statuses, timetable, undo, undo_steps, view] =
    await Promise.all([
      import("../../../web/src/state/rights.ts"),
      import("../../../web/src/state/selection.ts"),
      import("../../../web/src/state/session.ts"),
      import("../../../web/src/state/stations.ts"),
      import("../../../web/src/state/statuses.ts"),
      import("../../../web/src/state/timetable.ts"),
      import("../../../web/src/state/undo.ts"),
      import("../../../web/src/state/undo_steps.ts"),
      import("../../../web/src/state/view.ts"),
    ]);
  const first = { address, change, graph, live, loading, merge, move, request };
  const more = {
    rights,
    selection,
    session,
    stations,
    statuses,
    timetable,
    undo,
    undo_steps,
    view,
  };
  return { ...first, ...more };
}

type Modules = Awaited<ReturnType<typeof loadModules>>;
export type PageState = Modules & ReturnType<typeof stubBrowser> & { readonly server: FakeServer };

let opened: (() => void) | null = null;

/** The page at an address, with what it has shown at first. */
export async function openPage(
  server: FakeServer,
  hash = "#/timetable/8/graph?infra=2",
  isReady = (state: Modules): boolean =>
    state.graph.graph_data.peek() !== null && state.loading.step.peek() === "idle",
): Promise<PageState> {
  vi.resetModules();
  const stubs = stubBrowser(server, hash);
  const { startState } = await import("../../../web/src/state/start.ts");
  const state = await loadModules();
  startState();
  opened = () => state.address.open({ timetable_id: null, tab: "graph", parameters: {} });
  await soon(() => isReady(state));
  return { ...state, ...stubs, server };
}

/** Ends what the page follows. */
export function closePage(): void {
  opened?.();
  opened = null;
  vi.unstubAllGlobals();
}

export async function soon(isSo: () => boolean): Promise<void> {
  await expect.poll(isSo, { timeout: scaled(5_000), interval: 5 }).toBe(true);
}
