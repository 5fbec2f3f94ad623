/** The first line of every view: where the reader is, the views, undo and redo, the search, who is signed in. */
import LANGUAGES from "virtual:languages";
import { computed } from "@preact/signals";
import type { JSX } from "preact";
import { nameZone } from "../graph/zone.ts";
import { Icon, IconButton } from "../parts/icon.tsx";
import { whenLoaded } from "../parts/loaded.tsx";
import { Menu } from "../parts/menu.tsx";
import { openTab, printAddress, TABS, tab, timetable_id } from "../state/address.ts";
import { language } from "../state/asked/reader.ts";
import { watchers } from "../state/connection.ts";
import { nameOfTimetable, open_place } from "../state/open_place.ts";
import { session } from "../state/session.ts";
import { TEXTS } from "../texts.ts";
import { Connection } from "./connection.tsx";
import { opened_dialog } from "./opened_dialog.ts";

const UndoButtons = whenLoaded(() => import("../trial/undo_buttons.tsx"), "UndoButtons");
const ReaderDialog = whenLoaded(() => import("./reader_dialog.tsx"), "ReaderDialog");
const Shortcuts = whenLoaded(() => import("./shortcuts.tsx"), "Shortcuts");
const Palette = whenLoaded(() => import("./palette.tsx"), "Palette");
const PlaceMenu = whenLoaded(() => import("./place_menu.tsx"), "PlaceMenu");
const Pages = whenLoaded(() => import("./pages.tsx"), "Pages");
const Others = whenLoaded(() => import("./others.tsx"), "Others");
const OpenServer = whenLoaded(() => import("./open_server.tsx"), "OpenServer");

/** The path to what is open: project, study, scenario or timetable. */
export const title = computed(() => {
  const place = open_place.value;
  return nameOfTimetable(timetable_id.value ?? 0, place?.name ?? place?.scenario?.name ?? null);
});

export function AppBar(): JSX.Element {
  const id = timetable_id.value;
  return (
    <div class="top">
      <a class="brand" href="#/">
        <svg class="icon" width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M5 18 10 6l4 9 5-9" />
        </svg>
        <span>{TEXTS.title}</span>
      </a>
      {id === null ? <Pages /> : <Views />}
      <span class="grow" />
      {id === null ? <Connection /> : <UndoButtons />}
      <button
        type="button"
        class="find"
        aria-keyshortcuts="Control+K"
        onClick={() => {
          opened_dialog.value = "palette";
        }}
      >
        <Icon name="search" />
        <span>{TEXTS.frame.find}</span>
        <kbd>Ctrl K</kbd>
      </button>
      {session.value?.is_open === true && (
        <Menu label={TEXTS.frame.open_server} kind="warning">
          <OpenServer />
        </Menu>
      )}
      {watchers.value.count > 1 && <Others />}
      <Reader />
      {id !== null && (
        <IconButton
          icon="more"
          class="square more"
          text={TEXTS.frame.more}
          popovertarget="context"
        />
      )}
      {opened_dialog.value === "palette" && <Palette />}
      {opened_dialog.value === "shortcuts" && <Shortcuts />}
    </div>
  );
}

function Views(): JSX.Element {
  return (
    <nav aria-label={title.value}>
      <Way />
      <span class="views">
        {TABS.map((one) => (
          <button
            type="button"
            key={one}
            class="tab"
            title={TEXTS.tabs[one]}
            aria-current={one === tab.value ? "page" : undefined}
            onClick={() => openTab(one)}
          >
            <Icon name={one} />
            <span>{TEXTS.tabs[one]}</span>
          </button>
        ))}
      </span>
    </nav>
  );
}

function Way(): JSX.Element {
  const scenario = open_place.value?.scenario ?? null;
  return (
    <div class="way">
      {scenario !== null && (
        <>
          <a href={wayTo(scenario.project.id, scenario.study.id)}>
            <bdi>{scenario.project.name}</bdi> / <bdi>{scenario.study.name}</bdi>
          </a>
          <span aria-hidden="true">/</span>
        </>
      )}
      <Menu label={title.value} is_heading>
        <PlaceMenu />
      </Menu>
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

/** Who is signed in; a click opens language and time zone. */
function Reader(): JSX.Element {
  const user = session.value?.user ?? null;
  const who =
    user === null
      ? TEXTS.session.nobody
      : `${TEXTS.session.signed_in(user.name)}, ${TEXTS.session.roles(user.app_roles.join(", ") || TEXTS.session.no_roles)}`;
  const name = `${who}, ${LANGUAGES[language.value].name}, ${nameZone()}: ${TEXTS.reader}`;
  return (
    <>
      <button
        type="button"
        class="face"
        aria-label={name}
        title={name}
        onClick={() => {
          opened_dialog.value = "reader";
        }}
      >
        <Icon name="user" />
      </button>
      {opened_dialog.value === "reader" && (
        <ReaderDialog
          onClose={() => {
            opened_dialog.value = null;
          }}
        />
      )}
    </>
  );
}
