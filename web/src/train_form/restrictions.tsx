/** Where a train runs with less power. */
import type { JSX } from "preact";
import { Choice } from "../parts/choice.tsx";
import type { Form } from "../state/edits/edit.ts";
import { changeEdited } from "../state/edits/open_form.ts";
import { choices } from "../state/setting.ts";
import { nameOfPlace } from "../state/stations/waypoints.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";

type Restriction = Form["power_restrictions"][number];

export function Restrictions({ form }: { readonly form: Form }): JSX.Element {
  const stock = choices.value?.stocks.find(({ name }) => name === form.rolling_stock_name);
  const codes = Object.keys(stock?.power_restrictions ?? {});
  const listed = form.power_restrictions;
  const setAll = (power_restrictions: Restriction[]): void =>
    changeEdited((one) => ({ ...one, power_restrictions }));
  const [first, last] = [form.path[0], form.path.at(-1)];
  const add = (): void => {
    const [value = ""] = codes;
    if (first !== undefined && last !== undefined) {
      setAll([...listed, { from: first.id, to: last.id, value }]);
    }
  };
  return (
    <fieldset>
      <legend>{TOOL_TEXTS.times.restrictions}</legend>
      {codes.length === 0 && <p class="quiet">{TOOL_TEXTS.times.no_restrictions}</p>}
      {listed.map((one, i) => (
        <Row
          key={`${i} of ${listed.length}`}
          form={form}
          one={one}
          index={i}
          codes={[...new Set([...codes, one.value])]}
          onChange={(change) => setAll(listed.with(i, { ...one, ...change }))}
          onRemove={() => setAll(listed.toSpliced(i, 1))}
        />
      ))}
      {codes.length > 0 && (
        <button type="button" onClick={add}>
          {TOOL_TEXTS.times.add_restriction}
        </button>
      )}
    </fieldset>
  );
}

function Row({
  form,
  one,
  index,
  codes,
  onChange,
  onRemove,
}: {
  readonly form: Form;
  readonly one: Restriction;
  readonly index: number;
  readonly codes: readonly string[];
  readonly onChange: (change: Partial<Restriction>) => void;
  readonly onRemove: () => void;
}): JSX.Element {
  const places = form.path.map((place) => ({ value: place.id, text: nameOfPlace(place) }));
  return (
    <div class="row">
      <Choice
        label={TOOL_TEXTS.times.restriction_from}
        value={one.from}
        options={places}
        onChange={(from) => onChange({ from })}
      />
      <Choice
        label={TOOL_TEXTS.times.restriction_to}
        value={one.to}
        options={places}
        onChange={(to) => onChange({ to })}
      />
      <Choice
        label={TOOL_TEXTS.times.restriction_code}
        value={one.value}
        options={codes.map((value) => ({ value, text: value }))}
        onChange={(value) => onChange({ value })}
      />
      <button type="button" onClick={onRemove}>
        {TOOL_TEXTS.times.remove_restriction(index + 1)}
      </button>
    </div>
  );
}
