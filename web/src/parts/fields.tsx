import type { JSX } from "preact";

export function Field({
  label,
  ...input
}: { readonly label: string } & JSX.IntrinsicElements["input"]): JSX.Element {
  return (
    <label class="field">
      <span>{label}</span>
      <input {...input} />
    </label>
  );
}

export function CheckField({
  label,
  is_on,
  onChange,
}: {
  readonly label: string;
  readonly is_on: boolean;
  readonly onChange: (is_on: boolean) => void;
}): JSX.Element {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={is_on}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}
