/** A field filled by choosing: typing finds options, arrow keys go through them, Enter or a click chooses. */
import type { JSX } from "preact";
import { useId, useRef, useState } from "preact/hooks";
import { tellFailure } from "../state/session.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";

export interface Pick {
  readonly id: string;
  readonly name: string;
  /** Tells the option from others of the same name. */
  readonly hint?: string;
  readonly picture?: JSX.Element;
}

type Find = (words: string) => readonly Pick[] | Promise<readonly Pick[]>;

/** Longer names are found by their first words: the server accepts no longer query. */
const WORDS_MAX = 100;

/** What is typed, what was found for it, and which option is active. */
interface Finding {
  /** Null: closed. */
  readonly words: string | null;
  /** Null: not answered yet. */
  readonly found: readonly Pick[] | null;
  readonly active: number;
  readonly look: (words: string) => void;
  readonly step: (by: 1 | -1) => void;
  readonly close: () => void;
}

function useFinding(find: Find): Finding {
  const [words, setWords] = useState<string | null>(null);
  const [found, setFound] = useState<readonly Pick[] | null>(null);
  const [active, setActive] = useState(0);
  const latest = useRef(0);
  const take = (picks: readonly Pick[] | null): void => {
    setFound(picks);
    setActive(0);
  };
  return {
    words,
    found,
    active,
    look: (text) => {
      const own = ++latest.current;
      setWords(text);
      const picks = find(text.slice(0, WORDS_MAX));
      if (!(picks instanceof Promise)) take(picks);
      else {
        picks.then((answered) => {
          // The answer to an earlier question is ignored.
          if (own === latest.current) take(answered);
        }, tellFailure);
      }
    },
    step: (by) => {
      const count = found?.length ?? 0;
      if (count > 0) setActive((active + by + count) % count);
    },
    close: () => {
      latest.current++;
      setWords(null);
      take(null);
    },
  };
}

export function Picker({
  label,
  chosen,
  find,
  onChange,
}: {
  readonly label: string;
  readonly chosen: Pick | null;
  /** The best match first; for an empty text, likely options. */
  readonly find: Find;
  readonly onChange: (pick: Pick) => void;
}): JSX.Element {
  const id = useId();
  const { words, found, active, look, step, close } = useFinding(find);
  const choose = (pick: Pick | undefined): void => {
    if (pick !== undefined) onChange(pick);
    close();
  };
  const press = (event: KeyboardEvent): void => {
    const { key } = event;
    if (key === "ArrowDown" || key === "ArrowUp") {
      if (words === null) look("");
      else step(key === "ArrowDown" ? 1 : -1);
    } else if (key === "Enter" && words !== null) choose(found?.[active]);
    else if (key === "Escape" && words !== null) close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="field picker">
      <label for={id}>{label}</label>
      <input
        id={id}
        role="combobox"
        autocomplete="off"
        aria-autocomplete="list"
        aria-expanded={found !== null}
        aria-controls={found === null ? undefined : `${id}-list`}
        aria-activedescendant={found?.[active] === undefined ? undefined : `${id}-${active}`}
        placeholder={TOOL_TEXTS.picker.placeholder}
        value={words ?? chosen?.name ?? ""}
        onFocus={(event) => event.currentTarget.select()}
        onClick={() => {
          if (words === null) look("");
        }}
        onInput={(event) => look(event.currentTarget.value)}
        onKeyDown={press}
        onBlur={close}
      />
      {found !== null && (
        <Picks id={id} label={label} found={found} active={active} onChoose={choose} />
      )}
      <span class="unseen" role="status">
        {found !== null && TOOL_TEXTS.picker.found(found.length)}
      </span>
    </div>
  );
}

function Picks({
  id,
  label,
  found,
  active,
  onChoose,
}: {
  readonly id: string;
  readonly label: string;
  readonly found: readonly Pick[];
  readonly active: number;
  readonly onChoose: (pick: Pick) => void;
}): JSX.Element {
  if (found.length === 0) return <p class="picks quiet">{TOOL_TEXTS.picker.found(0)}</p>;
  return (
    <ul id={`${id}-list`} role="listbox" aria-label={label} class="picks">
      {found.map((pick, i) => (
        <li
          key={pick.id}
          id={`${id}-${i}`}
          role="option"
          aria-selected={i === active}
          // Keeps the focus in the field.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(pick)}
        >
          {pick.picture} {pick.name} <small class="quiet">{pick.hint}</small>
        </li>
      ))}
    </ul>
  );
}
