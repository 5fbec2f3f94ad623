/** The frame of all views: the session, what is open, the last notice. */

import LANGUAGES from "virtual:languages";
import { computed } from "@preact/signals";
import type { FunctionComponent, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { addressOf, late_count } from "./api/client.ts";
import { printClock } from "./graph/clock.ts";
import { nameZone } from "./graph/zone.ts";
import { whenLoaded } from "./parts/loaded.tsx";
import { Menu } from "./parts/menu.tsx";
import {
  openTab,
  type Page,
  page,
  parameters,
  printAddress,
  TABS,
  type Tab,
  tab,
  timetable_id,
} from "./state/address.ts";
import { language } from "./state/asked/reader.ts";
import { connection } from "./state/connection.ts";
import { overtaken } from "./state/edits/store_trial.ts";
import { runs } from "./state/graph.ts";
import { fault, step } from "./state/loading.ts";
import { nameOfTimetable, open_place } from "./state/open_place.ts";
import { type Marked, marked_choices } from "./state/records/network.ts";
import { selected_name, selected_start_ms, selected_train } from "./state/selection.ts";
import { is_signed_out, notice, session } from "./state/session.ts";
import { choices, setting } from "./state/setting.ts";
import { open_timetable_id } from "./state/timetable.ts";
import { TEXTS } from "./texts.ts";
import { TrainGraphView } from "./train_graph/train_graph_view.tsx";

const VIEWS: Readonly<Record<Tab, FunctionComponent>> = {
  graph: TrainGraphView,
  train: whenLoaded(() => import("./train/train_view.tsx"), "TrainView"),
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

/** Rarely needed. */
const ReaderDialog = whenLoaded(() => import("./parts/reader_dialog.tsx"), "ReaderDialog");
const OvertakenDialog = whenLoaded(() => import("./trial/overtaken.tsx"), "OvertakenDialog");

export function App(): JSX.Element {
  const id = timetable_id.value;
  return (
    <>
      <a class="skip" href="#content" onClick={skip}>
        {TEXTS.skip}
      </a>
      <header>
        {session.value?.is_open === true && <p class="banner">{TEXTS.banner.open}</p>}
        <SignedOut />
        <div class="top">
          <a class="brand" href="#/">
            {TEXTS.title}
          </a>
          {id !== null && <Tabs />}
          <Connection />
          <Caller />
          <Reader />
        </div>
        {id !== null && <SettingBar />}
      </header>
      <main id="content" tabIndex={-1}>
        {id === null ? <Page /> : <OpenView />}
      </main>
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

/** The path to what is open: project, study, scenario or timetable. */
const title = computed(() => {
  const place = open_place.value;
  return nameOfTimetable(timetable_id.value ?? 0, place?.name ?? place?.scenario?.name ?? null);
});

function Way(): JSX.Element {
  const scenario = open_place.value?.scenario ?? null;
  return (
    <div class="way">
      {scenario !== null && (
        <>
          <a href={wayTo(scenario.project.id)}>{scenario.project.name}</a>
          <span aria-hidden="true">›</span>
          <a href={wayTo(scenario.project.id, scenario.study.id)}>{scenario.study.name}</a>
          <span aria-hidden="true">›</span>
        </>
      )}
      <h1>{title.value}</h1>
    </div>
  );
}

/** The address of the projects, with one of them and one of its studies open. */
function wayTo(...opened: readonly number[]): string {
  return printAddress({
    timetable_id: null,
    page: "projects",
    opened,
    tab: "graph",
    parameters: {},
  });
}

function Tabs(): JSX.Element {
  return (
    <nav aria-label={title.value}>
      <Way />
      {TABS.map((one) => (
        <button
          type="button"
          key={one}
          class="tab"
          aria-current={one === tab.value ? "page" : undefined}
          onClick={() => openTab(one)}
        >
          {TEXTS.tabs[one]}
        </button>
      ))}
    </nav>
  );
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

const SettingFields = whenLoaded(() => import("./parts/setting_fields.tsx"), "SettingFields");

/** What trains are computed with, in one line; it opens what it can be changed with. */
function SettingBar(): JSX.Element | null {
  const known = choices.value;
  if (known === null) return null;
  const chosen = (
    [
      ["infra", known.infras],
      ["profiles", known.profiles],
      ["works", known.works],
      ["limits", known.limits],
    ] as const
  ).flatMap(([name, listed]) => {
    const id = name === "infra" ? setting.value?.infra_id : Number(parameters[name].value);
    return listed.find((one) => one.id === id)?.name ?? [];
  });
  return (
    <div class="bar">
      <Menu label={chosen.join(" · ") || TEXTS.setting.infra}>
        <SettingFields />
      </Menu>
      {[...marked_choices.value].map((one) => (
        <Mark key={one} of={one} />
      ))}
      <span class="step" role="status">
        {TEXTS.loading[step.value]}
      </span>
    </div>
  );
}

/** Marks a choice that another user has just changed. */
function Mark({ of }: { readonly of: Marked }): JSX.Element | null {
  if (!marked_choices.value.has(of)) return null;
  return (
    <span class="mark" role="status">
      {TEXTS.setting.marked}
    </span>
  );
}

function Connection(): JSX.Element | null {
  const state = connection.value;
  if (late_count.value > 0) {
    return (
      <span class="connection offline" role="status">
        {TEXTS.faults.slow}
      </span>
    );
  }
  if (state === "none") return null;
  return (
    <span class={`connection ${state}`} role="status">
      {TEXTS.live[state]}
    </span>
  );
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

function Caller(): JSX.Element {
  const user = session.value?.user ?? null;
  if (user === null) return <span class="caller">{TEXTS.session.nobody}</span>;
  const roles = user.app_roles.join(", ") || TEXTS.session.no_roles;
  return (
    <span class="caller">
      {TEXTS.session.signed_in(user.name)} <small>{TEXTS.session.roles(roles)}</small>
    </span>
  );
}

/** Language and time zone. */
function Reader(): JSX.Element {
  const [is_open, setOpen] = useState(false);
  const shown = `${LANGUAGES[language.value].name}, ${nameZone()}`;
  return (
    <>
      <button
        type="button"
        title={TEXTS.reader}
        aria-label={`${shown}: ${TEXTS.reader}`}
        onClick={() => setOpen(true)}
      >
        {shown}
      </button>
      {is_open && <ReaderDialog onClose={() => setOpen(false)} />}
    </>
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
  const is_below =
    open_timetable_id.value !== null && !(tab.value === "graph" && runs.value.length === 0);
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
