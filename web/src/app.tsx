/** The frame of all views: the session, what is open, the last notice. */
import type { FunctionComponent, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { addressOf } from "./api/client.ts";
import { AppBar, title } from "./frame/app_bar.tsx";
import { followKeys } from "./frame/keys.ts";
import { printClock } from "./graph/clock.ts";
import { whenLoaded } from "./parts/loaded.tsx";
import { is_graph, type Page, page, type Tab, tab, timetable_id } from "./state/address.ts";
import { overtaken } from "./state/edits/store_trial.ts";
import { runs } from "./state/graph.ts";
import { fault } from "./state/loading.ts";
import { selected_name, selected_start_ms, selected_train } from "./state/selection.ts";
import { is_signed_out, notice, session } from "./state/session.ts";
import { open_timetable_id } from "./state/timetable.ts";
import { TEXTS } from "./texts.ts";
import { TrainGraphView } from "./train_graph/train_graph_view.tsx";

const VIEWS: Readonly<Record<Tab, FunctionComponent>> = {
  graph: TrainGraphView,
  train: whenLoaded(() => import("./train/train_view.tsx"), "TrainView"),
  today: TrainGraphView,
  map: whenLoaded(() => import("./map/map_view.tsx"), "MapView"),
  request: whenLoaded(() => import("./short_term/request_view.tsx"), "RequestView"),
};

const PAGE_VIEWS: Readonly<Record<Page, FunctionComponent>> = {
  start: whenLoaded(() => import("./start/start_view.tsx"), "StartView"),
  projects: whenLoaded(() => import("./projects/projects_view.tsx"), "ProjectsView"),
  stocks: whenLoaded(() => import("./stocks/stocks_view.tsx"), "StocksView"),
  network: whenLoaded(() => import("./editor/editor_view.tsx"), "EditorView"),
};

function Page(): JSX.Element {
  const View = PAGE_VIEWS[page.value];
  return <View />;
}

const ContextLine = whenLoaded(() => import("./frame/context_line.tsx"), "ContextLine");
const OutDialogs = whenLoaded(() => import("./frame/context_line.tsx"), "OutDialogs");
/** Rarely needed. */
const OvertakenDialog = whenLoaded(() => import("./trial/overtaken.tsx"), "OvertakenDialog");

export function App(): JSX.Element {
  useEffect(followKeys, []);
  return (
    <>
      <a class="skip" href="#content" onClick={skip}>
        {TEXTS.skip}
      </a>
      <header>
        <SignedOut />
        <AppBar />
        {timetable_id.value !== null && (
          <div class="context" id="context" popover>
            <ContextLine />
          </div>
        )}
      </header>
      <main id="content" tabIndex={-1}>
        {timetable_id.value === null ? <Page /> : <OpenView />}
      </main>
      {timetable_id.value !== null && <OutDialogs />}
      {overtaken.value !== null && <OvertakenDialog />}
      <Told />
      <Chosen />
    </>
  );
}

/** The hash is the view's address, so the link must not change it. */
function skip(event: Event): void {
  event.preventDefault();
  document.getElementById("content")?.focus();
}

function OpenView(): JSX.Element {
  const View = VIEWS[tab.value];
  useEffect(() => {
    // The focused element of the other view is gone.
    if (document.activeElement === document.body) document.getElementById("content")?.focus();
  }, [View]);
  if (open_timetable_id.value === null && fault.value !== null) {
    return (
      <div class="page">
        <p class="notice failed" role="alert">
          {fault.value}
        </p>
        <a class="target" href="#/">
          {TEXTS.faults.to_start}
        </a>
      </div>
    );
  }
  return <View />;
}

/** Signing in happens in another tab; the page asks again when it becomes visible. */
function SignedOut(): JSX.Element | null {
  if (!is_signed_out.value || (session.value?.user ?? null) === null) return null;
  return (
    <p class="banner" role="alert">
      {TEXTS.faults.signed_out}{" "}
      <a href={addressOf("/")} target="_blank" rel="noreferrer">
        {TEXTS.faults.sign_in}
      </a>
    </p>
  );
}

/** Announces which train is chosen, however it was chosen, and names the browser's tab. */
function Chosen(): JSX.Element {
  const [id, train] = [timetable_id.value, selected_train.value];
  const name = selected_name.value;
  const start = printClock(selected_start_ms.value || 0);
  const open = id === null ? [] : [TEXTS.tabs[tab.value], title.value];
  const words = [...(id === null || name === null ? [] : [name]), ...open, TEXTS.title].join(" · ");
  useEffect(() => {
    document.title = words;
  }, [words]);
  return (
    <div class="unseen" role="status">
      {name === null ? "" : TEXTS.chosen(name, start, train?.rolling_stock_name ?? "")}
    </div>
  );
}

const DONE_SHOWN_MS = 6_000;

/** Failures stay until they are closed or replaced; successes go away by themselves. */
function Told(): JSX.Element {
  const told = notice.value;
  useEffect(() => {
    if (told?.kind !== "done") return undefined;
    let timer = 0;
    // The time counts from when it is drawn: not while another tab is shown or the page is busy.
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() => {
        if (notice.peek() === told) notice.value = null;
      }, DONE_SHOWN_MS);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [told]);
  // Where there is nothing else to show, the notice takes the place of what is missing.
  const is_below = open_timetable_id.value !== null && !(is_graph.value && runs.value.length === 0);
  return (
    <div class="told" role="status">
      {is_below && fault.value !== null && <p class="notice failed">{fault.value}</p>}
      {told !== null && told.text !== fault.value && (
        <p class={`notice ${told.kind}`}>
          {told.text}
          <button
            type="button"
            onClick={() => {
              notice.value = null;
            }}
          >
            {TEXTS.close}
          </button>
        </p>
      )}
    </div>
  );
}
