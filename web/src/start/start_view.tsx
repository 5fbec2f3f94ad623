/** The start page: the timetables that the caller may read, last changed first, and how to get more. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api, ask } from "../api/client.ts";
import { NameDialog } from "../parts/dialog/name_dialog.tsx";
import { whenLoaded } from "../parts/loaded.tsx";
import { open, printAddress } from "../state/address.ts";
import {
  fault,
  loadMore,
  loadOverview,
  type Overview,
  overview,
  searchOverview,
} from "../state/records/overview.ts";
import { hasRole } from "../state/records/roles.ts";
import { makeTimetable } from "../state/records/timetables.ts";
import { networkFor } from "../state/records/used_networks.ts";
import { attempt, session } from "../state/session.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { NetworkThumbnail } from "./network_thumbnail.tsx";
import { Drawing } from "./thumbnail.tsx";
import { TimetableCard } from "./timetable_card.tsx";
import "../parts/records.css";
import "./start.css";

const Guide = whenLoaded(() => import("./guide.tsx"), "Guide");
const ImportDialog = whenLoaded(() => import("./import_dialog.tsx"), "ImportDialog");

export function StartView(): JSX.Element {
  useEffect(() => {
    let is_open = true;
    void loadOverview("", () => is_open);
    return () => {
      is_open = false;
      // Until it is read again: the guide would be there for a moment.
      const known = overview.peek();
      if (known !== null && isEmpty(known)) overview.value = null;
    };
  }, []);
  const known = overview.value;
  const may_see = (session.value?.user ?? null) !== null || session.value?.is_open === true;
  return (
    <div class="start">
      <div class="start-head">
        <h1>{TOOL_TEXTS.start.heading}</h1>
        {may_see && <Tools has_guide={known !== null && isEmpty(known)} />}
      </div>
      {fault.value !== null && (
        <p class="notice failed" role="alert">
          {fault.value}
        </p>
      )}
      {may_see && known === null && fault.value === null && <Awaited />}
      {may_see && known !== null && <Listed known={known} />}
    </div>
  );
}

/** The places of the cards that come. */
function Awaited(): JSX.Element {
  return (
    <ul class="cards drawings" aria-hidden="true">
      {[-1, -2, -3, -4].map((id) => (
        <li key={id} class="card">
          <Drawing graph={null} />
        </li>
      ))}
    </ul>
  );
}

/** A server with neither a timetable nor a network. */
function isEmpty({ places, words, infras }: Overview): boolean {
  return places.length === 0 && words === "" && infras.length === 0;
}

/** Search, and what makes something new; the guide has the imports in it. */
function Tools({ has_guide }: { readonly has_guide: boolean }): JSX.Element {
  const [asked, setAsked] = useState<"timetable" | "network" | "import" | null>(null);
  const close = (): void => setAsked(null);
  const may_make = hasRole("timetable:write");
  return (
    <>
      <input
        type="search"
        class="search"
        aria-label={TOOL_TEXTS.start.search}
        placeholder={TOOL_TEXTS.start.search}
        onInput={(event) => searchOverview(event.currentTarget.value)}
      />
      <div class="row">
        <button
          type="button"
          class="main"
          disabled={!may_make}
          title={may_make ? undefined : TOOL_TEXTS.start.no_writing}
          onClick={() => setAsked("timetable")}
        >
          {TOOL_TEXTS.start.new_timetable}
        </button>
        <button
          type="button"
          disabled={!hasRole("infra:write")}
          onClick={() => setAsked("network")}
        >
          {TOOL_TEXTS.editor.new_network}
        </button>
        {!has_guide && (
          <button type="button" onClick={() => setAsked("import")}>
            {TOOL_TEXTS.start.import}
          </button>
        )}
      </div>
      {asked === "timetable" && <NewTimetable onClose={close} />}
      {asked === "network" && <NewNetwork onClose={close} />}
      {asked === "import" && <ImportDialog onClose={close} />}
    </>
  );
}

function NewTimetable({ onClose }: { readonly onClose: () => void }): JSX.Element {
  return (
    <NameDialog
      heading={TOOL_TEXTS.start.new_timetable}
      act={TOOL_TEXTS.records.make}
      name=""
      onClose={onClose}
      onDone={async (name) => {
        const timetable_id = await makeTimetable(name);
        const infra = networkFor(null);
        const parameters = infra === undefined ? {} : { infra: String(infra) };
        open({ timetable_id, tab: "graph", parameters });
      }}
    />
  );
}

function NewNetwork({ onClose }: { readonly onClose: () => void }): JSX.Element {
  return (
    <NameDialog
      heading={TOOL_TEXTS.editor.new_network}
      act={TOOL_TEXTS.records.make}
      name=""
      onClose={onClose}
      onDone={async (name) => {
        const { id } = await ask(api.POST("/infra", { body: { name } }));
        location.hash = addressOfNetwork(id);
      }}
    />
  );
}

function Listed({ known }: { readonly known: Overview }): JSX.Element {
  const { places, count, words } = known;
  if (isEmpty(known)) return <Guide />;
  return (
    <>
      <section aria-labelledby="timetables">
        <h2 id="timetables" class="unseen">
          {TOOL_TEXTS.start.heading}
        </h2>
        {places.length === 0 && (
          <p>{words === "" ? TOOL_TEXTS.start.none : TOOL_TEXTS.start.none_found(words)}</p>
        )}
        <ul class="cards drawings">
          {places.map((place) => (
            <TimetableCard key={place.timetable_id} place={place} />
          ))}
        </ul>
        {places.length < count && (
          <button type="button" onClick={() => attempt(loadMore)}>
            {TOOL_TEXTS.start.more(count - places.length)}
          </button>
        )}
      </section>
      <Networks known={known} />
    </>
  );
}

function addressOfNetwork(id: number): string {
  return printAddress({
    timetable_id: null,
    page: "network",
    opened: [id],
    tab: "graph",
    parameters: {},
  });
}

function Networks({ known: { infras, infra_count } }: { readonly known: Overview }): JSX.Element {
  return (
    <section aria-labelledby="networks">
      <h2 id="networks">{TOOL_TEXTS.start.networks}</h2>
      {infras.length === 0 && <p>{TOOL_TEXTS.start.no_networks}</p>}
      <ul class="cards drawings">
        {infras.map(({ id, name }) => (
          <li key={id} class="card">
            <NetworkThumbnail id={id} />
            <a
              class="card-network target"
              href={addressOfNetwork(id)}
              title={TOOL_TEXTS.editor.open}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
      {infras.length < infra_count && (
        <p class="quiet">{TOOL_TEXTS.start.more_networks(infra_count - infras.length)}</p>
      )}
    </section>
  );
}
