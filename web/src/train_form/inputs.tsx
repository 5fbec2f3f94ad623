/** Fields of train forms. Input takes effect on leaving the field or pressing Enter. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { printInput, readInput } from "../graph/clock.ts";
import { withZone } from "../graph/zone.ts";
import { Field } from "../parts/fields.tsx";

interface On {
  readonly currentTarget: HTMLInputElement;
}

/** Unfinished input survives a redraw of the form; refused input does not. */
function useTyped(shown: string, onDone: (text: string) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  return {
    value: typed ?? shown,
    onInput: (event: On) => setTyped(event.currentTarget.value),
    onChange: (event: On) => {
      const text = event.currentTarget.value;
      setTyped(null);
      if (text !== shown) onDone(text);
    },
    onBlur: () => setTyped(null),
  };
}

export function TextField({
  label,
  value,
  onChange,
  length_max = 4096,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly length_max?: number;
}): JSX.Element {
  return <Field label={label} maxLength={length_max} {...useTyped(value, onChange)} />;
}

export function NumberField({
  label,
  value,
  min = 0,
  max = 1e9,
  step = 1,
  onChange,
}: {
  readonly label: string;
  readonly value: number;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number | "any";
  readonly onChange: (value: number) => void;
}): JSX.Element {
  const typed = useTyped(String(value), (text) => {
    const wanted = Number(text);
    if (text !== "" && wanted >= min && wanted <= max) onChange(wanted);
  });
  return <Field label={label} type="number" min={min} max={max} step={step} {...typed} />;
}

export function MomentField({
  label,
  time_ms,
  onChange,
}: {
  readonly label: string;
  readonly time_ms: number;
  readonly onChange: (time_ms: number) => void;
}): JSX.Element {
  const typed = useTyped(printInput(time_ms), (text) => {
    const wanted_ms = readInput(text, time_ms);
    if (!Number.isNaN(wanted_ms)) onChange(wanted_ms);
  });
  return <Field label={withZone(label)} type="datetime-local" step={1} {...typed} />;
}
