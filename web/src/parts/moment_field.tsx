/** What is typed takes effect on leaving the field. A time with its day, in the reader's zone. In an hour that the clocks repeat a list beside it says which one. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { printInput, readInput } from "../graph/read_clock.ts";
import { momentsOfWall, wallOf, withZone } from "../graph/zone.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { Choice } from "./choice.tsx";
import { Field } from "./fields.tsx";

interface On {
  readonly currentTarget: HTMLInputElement;
}

interface Typed {
  readonly value: string;
  readonly onInput: (event: On) => void;
  readonly onChange: (event: On) => void;
  readonly onBlur: () => void;
}

/** Unfinished input survives a redraw of the form; refused input does not. */
export function useTyped(shown: string, onDone: (text: string) => void): Typed {
  const [typed, setTyped] = useState<string | null>(null);
  return {
    value: typed ?? shown,
    onInput: (event: On) => setTyped(event.currentTarget.value),
    onChange: (event: On) => {
      const text = event.currentTarget.value;
      setTyped(null);
      // A refused value does not stay in the field, nor one that is typed and left at once.
      event.currentTarget.value = shown;
      if (text !== shown) onDone(text);
    },
    onBlur: () => setTyped(null),
  };
}

export function MomentField({
  label,
  time_ms,
  step = 1,
  onChange,
  onEmpty,
}: {
  readonly label: string;
  /** NaN: empty. */
  readonly time_ms: number;
  /** Seconds. */
  readonly step?: 1 | 60;
  readonly onChange: (time_ms: number) => void;
  /** Absent: an emptied field keeps its time. */
  readonly onEmpty?: () => void;
}): JSX.Element {
  const is_empty = Number.isNaN(time_ms);
  const shown = is_empty ? "" : printInput(time_ms).slice(0, step === 60 ? 16 : 19);
  const typed = useTyped(shown, (text) => {
    const wanted_ms = readInput(text, time_ms);
    if (Number.isNaN(wanted_ms)) onEmpty?.();
    else onChange(wanted_ms);
  });
  const [first_ms, last_ms] = is_empty ? [0, 0] : momentsOfWall(wallOf(time_ms));
  return (
    <>
      <Field label={withZone(label)} type="datetime-local" step={step} {...typed} />
      {first_ms !== last_ms && (
        <Choice
          label={TOOL_TEXTS.twice.label(label)}
          value={String(time_ms)}
          options={[
            { value: String(first_ms), text: TOOL_TEXTS.twice.first },
            { value: String(last_ms), text: TOOL_TEXTS.twice.last },
          ]}
          onChange={(value) => onChange(Number(value))}
        />
      )}
    </>
  );
}
