/** Fields of train forms. Input takes effect on leaving the field or pressing Enter. */

import type { JSX } from "preact";
import { Field } from "../parts/fields.tsx";
import { useTyped } from "../parts/moment_field.tsx";

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
