/** The numbers of a service's trains: a rule, and what it makes of its first and last train. */
import type { JSX } from "preact";
import { CheckField } from "../parts/fields.tsx";
import type { ServiceForm } from "../state/edits/edit.ts";
import { firstNumbering, tellNumbering, withNumbering } from "../state/edits/numbering.ts";
import { countTrains, paceOf } from "../state/trains/services.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { NumberField, TextField } from "./inputs.tsx";

const NUMBER_MAX = 999_999_999;
const SUFFIX_LENGTH_MAX = 32;

export function NumberingFields({
  form,
  onChange,
}: {
  readonly form: ServiceForm;
  readonly onChange: (made: (one: ServiceForm) => ServiceForm) => void;
}): JSX.Element {
  const { numbering } = form;
  return (
    <>
      <CheckField
        label={TOOL_TEXTS.numbers.on}
        is_on={numbering !== undefined}
        onChange={(is_on) =>
          onChange((one) => withNumbering(one, is_on ? firstNumbering(one) : null))
        }
      />
      {numbering !== undefined && (
        <fieldset>
          <legend>{TOOL_TEXTS.numbers.heading}</legend>
          <NumberField
            label={TOOL_TEXTS.numbers.first}
            value={numbering.first}
            max={NUMBER_MAX}
            onChange={(first) => onChange((one) => withNumbering(one, { ...numbering, first }))}
          />
          <NumberField
            label={TOOL_TEXTS.numbers.step}
            value={numbering.step}
            min={1}
            max={NUMBER_MAX}
            onChange={(step) => onChange((one) => withNumbering(one, { ...numbering, step }))}
          />
          <TextField
            label={TOOL_TEXTS.numbers.suffix}
            value={numbering.suffix}
            length_max={SUFFIX_LENGTH_MAX}
            onChange={(suffix) => onChange((one) => withNumbering(one, { ...numbering, suffix }))}
          />
          <p class="quiet">
            {tellNumbering(numbering, countTrains(paceOf(form)))}. {TOOL_TEXTS.numbers.hint}
          </p>
        </fieldset>
      )}
    </>
  );
}
