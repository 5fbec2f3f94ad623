/** The form of an object, made from its schema: a field for each value, lists that grow, parts that may be absent. */

import forms from "virtual:object_forms";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { CheckField } from "../parts/fields.tsx";
import { TOOL_TEXTS } from "../tool_texts.ts";
import type { ObjectType, RailObject } from "./edits/edits.ts";
import { isObject, type Json } from "./edits/patch.ts";
import {
  firstValue,
  isNullable,
  kindOf,
  printNumber,
  readNumber,
  type Schema,
  scaleOf,
  withName,
  withValue,
} from "./form_values.ts";

interface FieldProps<Value extends Json = Json> {
  readonly label: string;
  readonly schema: Schema;
  readonly value: Value;
  /** Of numbers: how many of the form's units one stored unit is. */
  readonly scale?: number;
  readonly onChange: (value: Json) => void;
}

export function ObjectForm({
  type,
  object,
  onChange,
}: {
  readonly type: ObjectType;
  readonly object: RailObject;
  readonly onChange: (object: RailObject) => void;
}): JSX.Element {
  const { properties = {}, required = [] } = forms[type] as Schema;
  const rest = Object.fromEntries(Object.entries(properties).filter(([name]) => name !== "id"));
  return (
    <div class="object-form">
      <Entries
        schema={{ properties: rest, required }}
        value={object}
        onChange={(next) => onChange(next as unknown as RailObject)}
      />
    </div>
  );
}

/** What the reader calls a field. */
export function nameField(name: string): string {
  return TOOL_TEXTS.fields[name as keyof typeof TOOL_TEXTS.fields] ?? name;
}

function Entries({
  schema: { properties = {}, required = [] },
  value,
  onChange,
}: Pick<FieldProps, "schema" | "value" | "onChange">): JSX.Element {
  const object = isObject(value) ? value : {};
  return (
    <>
      {Object.entries(properties).map(([name, schema]) => {
        const own = object[name];
        const set = (next: Json | undefined): void => onChange(withValue(object, name, next));
        const label = nameField(name);
        if (name === "extensions") {
          const inner = own ?? {};
          return <Entries key={name} schema={schema} value={inner} onChange={set} />;
        }
        const props = { label, schema, scale: scaleOf(name), onChange: set };
        const is_always = required.includes(name) && !isNullable(schema);
        return is_always && own !== undefined && own !== null ? (
          <Field key={name} {...props} value={own} />
        ) : (
          <Optional key={name} {...props} value={own} />
        );
      })}
    </>
  );
}

/** A tick says whether it is there. */
function Optional({
  label,
  schema,
  value,
  scale = 1,
  onChange,
}: Omit<FieldProps, "value" | "onChange"> & {
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
}): JSX.Element {
  const is_there = value !== undefined && value !== null;
  const set = (is_wanted: boolean): void =>
    onChange(is_wanted ? firstValue(schema) : isNullable(schema) ? null : undefined);
  const tick = <CheckField label={label} is_on={is_there} onChange={set} />;
  if (is_there && kindOf(schema) === "object") {
    return (
      <fieldset>
        <legend>{tick}</legend>
        <Entries schema={schema} value={value} onChange={onChange} />
      </fieldset>
    );
  }
  return (
    <div>
      {tick}
      {is_there && (
        <Field label={label} schema={schema} value={value} scale={scale} onChange={onChange} />
      )}
    </div>
  );
}

function Field(props: FieldProps): JSX.Element | null {
  const { schema, value } = props;
  if (schema.const !== undefined) return null;
  if (schema.enum !== undefined) return <EnumField {...props} />;
  switch (kindOf(schema)) {
    case "array":
      return <ListField {...props} value={Array.isArray(value) ? value : []} />;
    case "object":
      return <GroupField {...props} />;
    case "boolean":
      return <CheckField label={props.label} is_on={value === true} onChange={props.onChange} />;
    case "number":
    case "integer":
      return <NumberField {...props} />;
    default:
      return (
        <label class="field">
          <span>{props.label}</span>
          <input
            value={print(value)}
            onInput={(event) => props.onChange(event.currentTarget.value)}
          />
        </label>
      );
  }
}

function print(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function EnumField({ label, schema, value, onChange }: FieldProps): JSX.Element {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={print(value)} onChange={(event) => onChange(event.currentTarget.value)}>
        {(schema.enum ?? []).map(String).map((one) => (
          <option key={one} value={one}>
            {TOOL_TEXTS.field_values[one as keyof typeof TOOL_TEXTS.field_values] ?? one}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What is no number stays in the field, marked, and is not taken. */
function NumberField({ label, schema, value, scale = 1, onChange }: FieldProps): JSX.Element {
  const [typed, setTyped] = useState<string | null>(null);
  const is_wrong = typed !== null && readNumber(schema, typed, scale) === null;
  return (
    <label class="field">
      <span>{label}</span>
      <input
        inputMode="decimal"
        value={typed ?? (typeof value === "number" ? printNumber(value, scale) : print(value))}
        aria-invalid={is_wrong}
        onInput={(event) => {
          const text = event.currentTarget.value;
          const read = readNumber(schema, text, scale);
          setTyped(text);
          if (read !== null) onChange(read);
        }}
        onBlur={() => {
          if (!is_wrong) setTyped(null);
        }}
      />
      {is_wrong && <small class="unkept">{TOOL_TEXTS.editor.no_number}</small>}
    </label>
  );
}

function GroupField({ label, schema, value, scale = 1, onChange }: FieldProps): JSX.Element {
  const has_names = typeof schema.additionalProperties === "object";
  return (
    <fieldset>
      <legend>{label}</legend>
      {has_names ? (
        <NamedEntries
          label={label}
          schema={schema}
          value={value}
          scale={scale}
          onChange={onChange}
        />
      ) : (
        <Entries schema={schema} value={value} onChange={onChange} />
      )}
    </fieldset>
  );
}

/** Entries whose names are the reader's own: limits by tag, ports, positions of switches. */
function NamedEntries({ label, schema, value, scale = 1, onChange }: FieldProps): JSX.Element {
  const object = isObject(value) ? value : {};
  const inner = typeof schema.additionalProperties === "object" ? schema.additionalProperties : {};
  return (
    <>
      {Object.entries(object).map(([name, one], i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name changes while it is typed
        <div key={i} class="row entry">
          <label class="field">
            <span>{TOOL_TEXTS.editor.entry_name}</span>
            <input
              value={name}
              onInput={(event) => onChange(withName(object, name, event.currentTarget.value))}
            />
          </label>
          <Field
            label={TOOL_TEXTS.editor.entry_value}
            schema={inner}
            value={one ?? null}
            scale={scale}
            onChange={(next) => onChange(withValue(object, name, next))}
          />
          <RemoveButton of={name} onClick={() => onChange(withValue(object, name, undefined))} />
        </div>
      ))}
      <AddButton
        to={label}
        onClick={() => onChange({ ...object, [nextName(object)]: firstValue(inner) })}
      />
    </>
  );
}

function nextName(object: object): string {
  let number = 1;
  while (String(number) in object) number++;
  return String(number);
}

function ListField({ label, schema, value, onChange }: FieldProps<readonly Json[]>): JSX.Element {
  const inner = schema.items ?? {};
  const replace = (at: number, next: Json): void =>
    onChange(value.map((one, i) => (i === at ? next : one)));
  return (
    <details class="list-field">
      <summary>
        {label} ({value.length})
      </summary>
      {value.map((one, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have nothing of their own
        <div key={i} class="row entry">
          <Field
            label={String(i + 1)}
            schema={inner}
            value={one}
            onChange={(next) => replace(i, next)}
          />
          <RemoveButton
            of={`${label} ${i + 1}`}
            onClick={() => onChange(value.filter((_one, at) => at !== i))}
          />
        </div>
      ))}
      <AddButton to={label} onClick={() => onChange([...value, firstValue(inner)])} />
    </details>
  );
}

function AddButton({
  to,
  onClick,
}: {
  readonly to: string;
  readonly onClick: () => void;
}): JSX.Element {
  return (
    <button type="button" aria-label={TOOL_TEXTS.editor.add_to(to)} onClick={onClick}>
      {TOOL_TEXTS.editor.add}
    </button>
  );
}

function RemoveButton({
  of,
  onClick,
}: {
  readonly of: string;
  readonly onClick: () => void;
}): JSX.Element {
  return (
    <button type="button" aria-label={TOOL_TEXTS.editor.remove_of(of)} onClick={onClick}>
      {TOOL_TEXTS.editor.remove}
    </button>
  );
}
