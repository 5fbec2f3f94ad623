/** The page's state without a browser: its modules, freshly loaded, on a server that is made for the test. */
import { expect, vi } from "vitest";
import { scaled } from "../../helpers/pace.ts";

const PAGE = "https://marey.test/planner/";

/** What answers the page: the one of a test, or a real one. */
interface Server {
  readonly fetch: (request: Request) => Promise<Response>;
}

/** What the state asks of a browser. */
function stubBrowser(server: Server, hash: string, base: string) {
  const kept = new Map<string, string>();
  const events = new EventTarget();
  const document = Object.assign(new EventTarget(), { baseURI: base, visibilityState: "visible" });
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
  return {
    acts: await import("../../../web/src/state/acts.ts"),
    closures_beside: await import("../../../web/src/state/stations/closures_beside.ts"),
    limits: await import("../../../web/src/state/works/limits.ts"),
    address: await import("../../../web/src/state/address.ts"),
    edit: await import("../../../web/src/state/edits/edit.ts"),
    editor: await import("../../../web/src/state/edits/open_form.ts"),
    foreseen: await import("../../../web/src/state/edits/foreseen.ts"),
    keys: await import("../../../web/src/train_graph/keys.ts"),
    graph: await import("../../../web/src/state/graph.ts"),
    live: await import("../../../web/src/state/live.ts"),
    loading: await import("../../../web/src/state/loading.ts"),
    merge: await import("../../../web/src/state/edits/merge.ts"),
    move: await import("../../../web/src/state/edits/move.ts"),
    new_train: await import("../../../web/src/state/edits/new_train.ts"),
    off_axis: await import("../../../web/src/state/trains/off_axis.ts"),
    path_edits: await import("../../../web/src/state/edits/path_edits.ts"),
    places: await import("../../../web/src/state/stations/waypoints.ts"),
    proposal: await import("../../../web/src/state/asked/proposal.ts"),
    resolving: await import("../../../web/src/state/asked/resolving.ts"),
    ask_request: await import("../../../web/src/state/asked/ask_request.ts"),
    request: await import("../../../web/src/state/asked/request.ts"),
    rights: await import("../../../web/src/state/rights.ts"),
    selection: await import("../../../web/src/state/selection.ts"),
    session: await import("../../../web/src/state/session.ts"),
    setting: await import("../../../web/src/state/setting.ts"),
    stations: await import("../../../web/src/state/stations/stations.ts"),
    statuses: await import("../../../web/src/state/statuses.ts"),
    store_edits: await import("../../../web/src/state/edits/store_edits.ts"),
    settle_overtaken: await import("../../../web/src/state/edits/settle_overtaken.ts"),
    store_trial: await import("../../../web/src/state/edits/store_trial.ts"),
    timetable: await import("../../../web/src/state/timetable.ts"),
    trial: await import("../../../web/src/state/edits/trial.ts"),
    tried_runs: await import("../../../web/src/state/edits/tried_runs.ts"),
    undo: await import("../../../web/src/state/edits/undo.ts"),
    undo_steps: await import("../../../web/src/state/edits/undo_steps.ts"),
    view: await import("../../../web/src/state/view.ts"),
  };
}

type Modules = Awaited<ReturnType<typeof loadModules>>;
export type PageState = Modules & ReturnType<typeof stubBrowser>;

let opened: (() => void)[] = [];

/** The page at an address, with what it has shown at first. */
export async function openPage(
  server: Server,
  hash = "#/timetable/8/graph?infra=2",
  isReady = (state: Modules): boolean =>
    state.graph.graph_data.peek() !== null && state.loading.step.peek() === "idle",
  base = PAGE,
): Promise<PageState> {
  vi.resetModules();
  const stubs = stubBrowser(server, hash, base);
  const { startState } = await import("../../../web/src/state/records/start.ts");
  const state = await loadModules();
  startState();
  opened.push(() => state.address.open({ timetable_id: null, tab: "graph", parameters: {} }));
  await soon(() => isReady(state));
  return { ...state, ...stubs };
}

/** Ends what the page follows. */
export function closePage(): void {
  for (const close of opened) close();
  opened = [];
  vi.unstubAllGlobals();
}

export async function soon(isSo: () => boolean): Promise<void> {
  await expect.poll(isSo, { timeout: scaled(5_000), interval: 5 }).toBe(true);
}
