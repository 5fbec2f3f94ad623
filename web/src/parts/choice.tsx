/** A labelled list from which one option is chosen. */
import type { JSX } from "preact";
import { useId } from "preact/hooks";

export interface Option {
  readonly value: string;
  readonly text: string;
}

export function Choice({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly Option[];
  readonly onChange: (value: string) => void;
}): JSX.Element {
  const id = useId();
  // The label beside the list, not around it: its name would be that of all its choices.
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </div>
  );
}
