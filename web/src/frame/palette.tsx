/** One field for everything: trains, stations, acts and views, by a part of their names. Ctrl or the command key with K. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { printClock } from "../graph/clock.ts";
import { Icon } from "../parts/icon.tsx";
import "../parts/dialog/dialog.css";
import { openTab, TABS, timetable_id } from "../state/address.ts";
import { runs } from "../state/graph.ts";
import { select } from "../state/selection.ts";
import { openStation } from "../state/stations/placed_station.ts";
import { isRunNamed, placed_stations, showRun } from "../state/view.ts";
import { TEXTS } from "../texts.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { type Command, listActs } from "./acts.ts";
import { opened_dialog } from "./opened_dialog.ts";

interface Group {
  readonly heading: string;
  readonly commands: readonly Command[];
}

/** Of each kind. */
const FOUND_MAX = 8;

function find(words: string): readonly Group[] {
  const isNamed = ({ name }: { readonly name: string }): boolean =>
    name.toLowerCase().includes(words);
  const is_open = timetable_id.value !== null;
  const trains = words === "" || !is_open ? [] : runs.value.filter((run) => isRunNamed(run, words));
  const stations = words === "" || !is_open ? [] : placed_stations.value.filter(isNamed);
  const views = is_open ? TABS : [];
  const groups: readonly Group[] = [
    {
      heading: TOOL_TEXTS.frame.trains,
      commands: trains.slice(0, FOUND_MAX).map((run) => ({
        name: run.name,
        icon: "train",
        hint: `${printClock(run.start_ms)} · ${run.stock}`,
        run: () => {
          select(run.key);
          showRun(run);
        },
      })),
    },
    {
      heading: TOOL_TEXTS.frame.stations,
      commands: stations.slice(0, FOUND_MAX).map(({ id, name }) => ({
        name,
        icon: "graph",
        hint: TEXTS.graph.occupancy,
        run: () => {
          openTab("graph");
          openStation(id);
        },
      })),
    },
    { heading: TOOL_TEXTS.frame.acts, commands: listActs().filter(isNamed) },
    {
      heading: TOOL_TEXTS.frame.views,
      commands: views
        .map((tab) => ({ name: TEXTS.tabs[tab], icon: tab, run: () => openTab(tab) }))
        .filter(isNamed),
    },
  ];
  return groups.filter(({ commands }) => commands.length > 0);
}

export function Palette(): JSX.Element {
  const element = useRef<HTMLDialogElement>(null);
  const [words, setWords] = useState("");
  const [active, setActive] = useState(0);
  useEffect(() => element.current?.showModal(), []);
  const groups = find(words.trim().toLowerCase());
  const all = groups.flatMap(({ commands }) => commands);
  const chosen = all[Math.min(active, all.length - 1)];
  const choose = (command: Command | undefined): void => {
    element.current?.close();
    command?.run();
  };
  const press = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0;
    if (event.key === "Enter") choose(chosen);
    else if (by !== 0 && all.length > 0) setActive((active + by + all.length) % all.length);
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    element.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  });
  return (
    <dialog
      ref={element}
      class="palette"
      aria-label={TEXTS.frame.find}
      onClose={() => {
        if (opened_dialog.peek() === "palette") opened_dialog.value = null;
      }}
      onClick={({ target }) => {
        if (target === element.current) element.current?.close();
      }}
    >
      <label class="find">
        <Icon name="search" />
        <span class="unseen">{TEXTS.frame.find}</span>
        <input
          role="combobox"
          autocomplete="off"
          aria-autocomplete="list"
          aria-expanded={all.length > 0}
          aria-controls={all.length > 0 ? "commands" : undefined}
          aria-activedescendant={
            chosen === undefined ? undefined : `command-${all.indexOf(chosen)}`
          }
          placeholder={TEXTS.frame.find}
          value={words}
          maxLength={200}
          onInput={(event) => {
            setWords(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={press}
        />
        <kbd>Esc</kbd>
      </label>
      {all.length === 0 && <p class="quiet">{TOOL_TEXTS.picker.found(0)}</p>}
      {all.length > 0 && <Found groups={groups} all={all} chosen={chosen} onChoose={choose} />}
    </dialog>
  );
}

function Found({
  groups,
  all,
  chosen,
  onChoose,
}: {
  readonly groups: readonly Group[];
  readonly all: readonly Command[];
  readonly chosen: Command | undefined;
  readonly onChoose: (command: Command) => void;
}): JSX.Element {
  return (
    <div id="commands" role="listbox" aria-label={TEXTS.frame.find}>
      {groups.map(({ heading, commands }) => (
        <ul key={heading} role="group" aria-label={heading}>
          <li role="presentation" class="quiet">
            {heading}
          </li>
          {commands.map((command) => (
            <li
              key={`${command.name} ${command.hint}`}
              id={`command-${all.indexOf(command)}`}
              role="option"
              aria-selected={command === chosen}
              // Keeps the focus in the field.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onChoose(command)}
            >
              <Icon name={command.icon} />
              <span>{command.name}</span>
              <small class="quiet">{command.hint}</small>
            </li>
          ))}
        </ul>
      ))}
    </div>
  );
}
