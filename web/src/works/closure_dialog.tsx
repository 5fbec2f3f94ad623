/** A work or a limit in a form: made, changed or removed, each time in a new group. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Choice } from "../parts/choice.tsx";
import { Dialog } from "../parts/dialog/dialog.tsx";
import { Field } from "../parts/fields.tsx";
import { MomentField } from "../parts/moment_field.tsx";
import { nextName } from "../state/acts.ts";
import { attempt, tell } from "../state/session.ts";
import { choices } from "../state/setting.ts";
import { work_group } from "../state/works/chosen_works.ts";
import {
  type ClosureWish,
  closure_wish,
  drawn_for,
  is_drawing_area,
} from "../state/works/closure_form.ts";
import type { Closure, ClosureGroup } from "../state/works/closure_groups.ts";
import { limit_group, placed_ways } from "../state/works/limits.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { type ClosureForm, openForm, readForm, repeatClosure } from "./closure_form_fields.ts";
import { type FormProps, NumberField, PlaceFields, RepeatFields } from "./closure_places.tsx";
import { storeGroup } from "./store_closures.ts";

const KINDS = ["TRACK", "CATENARY", "LIMIT"] as const;

/** The group that it is in, or will be in. */
function groupOf(kind: Closure["kind"]): {
  readonly kind: "works" | "limits";
  readonly group: ClosureGroup | null;
} {
  return kind === "LIMIT"
    ? { kind: "limits", group: limit_group.value }
    : { kind: "works", group: work_group.value };
}

function nextGroup(kind: Closure["kind"]): string {
  const { kind: which, group } = groupOf(kind);
  const used = new Set(choices.value?.[which].map(({ name }) => name));
  const first = TOOL_TEXTS.works.group[which];
  if (group === null) return used.has(first) ? nextName(first, used) : first;
  return nextName(group.name, used);
}

function close(): void {
  closure_wish.value = null;
}

export function ClosureDialog({ wish }: { readonly wish: ClosureWish }): JSX.Element {
  const { before } = wish;
  const [form, setForm] = useState(() => {
    const used = new Set([...namesOf(work_group.value), ...namesOf(limit_group.value)]);
    return openForm(wish, placed_ways.value, nextName(TOOL_TEXTS.works.name, used));
  });
  const [named, setNamed] = useState<string | null>(null);
  const group_name = named ?? nextGroup(form.kind);
  const closure = readForm(form, placed_ways.value);
  const change = (changes: Partial<ClosureForm>): void => setForm({ ...form, ...changes });
  const is_whole =
    closure !== null && repeatClosure(closure, form.repeat).length > 0 && group_name.trim() !== "";
  const store = (after: Closure | null): void => {
    close();
    const all = after === null ? [] : repeatClosure(after, form.repeat);
    attempt(
      async () => await storeInGroup(before, all, { kind: form.kind, name: group_name.trim() }),
    );
  };
  return (
    <Dialog
      heading={before === null ? TOOL_TEXTS.works.make : TOOL_TEXTS.works.change}
      onClose={close}
    >
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (is_whole) store(closure);
        }}
      >
        <TextField label={TOOL_TEXTS.works.group_name} value={group_name} onChange={setNamed} />
        <Fields form={form} before={before} onChange={change} />
        <p class={is_whole ? "quiet" : "unkept"} role="status">
          {is_whole ? TOOL_TEXTS.works.new_group : TOOL_TEXTS.works.incomplete}
        </p>
        <p class="row below">
          <button type="submit" class="main" disabled={!is_whole}>
            {TOOL_TEXTS.move.store}
          </button>
          {before !== null && (
            <>
              <button
                type="button"
                onClick={() => {
                  close();
                  drawn_for.value = before;
                  is_drawing_area.value = true;
                }}
              >
                {TOOL_TEXTS.works.draw_again}
              </button>
              <button type="button" onClick={() => store(null)}>
                {TOOL_TEXTS.works.remove}
              </button>
            </>
          )}
          <button type="button" onClick={close}>
            {TOOL_TEXTS.move.cancel}
          </button>
        </p>
      </form>
    </Dialog>
  );
}

function Fields({
  form,
  before,
  onChange,
}: {
  readonly form: ClosureForm;
  readonly before: Closure | null;
  readonly onChange: (changes: Partial<ClosureForm>) => void;
}): JSX.Element {
  const kinds = KINDS.filter((kind) => before === null || isSameGroup(kind, before.kind));
  return (
    <>
      <TextField
        label={TOOL_TEXTS.train_fields.train_name}
        value={form.name}
        onChange={(name) => onChange({ name })}
      />
      <Choice
        label={TOOL_TEXTS.conflicts.type}
        value={form.kind}
        options={kinds.map((kind) => ({ value: kind, text: TOOL_TEXTS.works.kinds[kind] }))}
        onChange={(kind) => onChange({ kind: kind as Closure["kind"] })}
      />
      <TimeField name="from_ms" form={form} onChange={onChange} />
      <TimeField name="to_ms" form={form} onChange={onChange} />
      <RepeatFields form={form} onChange={onChange} />
      <PlaceFields form={form} onChange={onChange} />
      {form.kind === "LIMIT" && <NumberField name="speed_km_h" form={form} onChange={onChange} />}
    </>
  );
}

function namesOf(group: ClosureGroup | null): readonly string[] {
  return group?.closures.map(({ name }) => name) ?? [];
}

function isSameGroup(a: Closure["kind"], b: Closure["kind"]): boolean {
  return (a === "LIMIT") === (b === "LIMIT");
}

/** Throws ApiFault. */
async function storeInGroup(
  before: Closure | null,
  after: readonly Closure[],
  { kind: own, name }: Pick<Closure, "kind" | "name">,
): Promise<void> {
  const { kind, group } = groupOf(own);
  const others = (group?.closures ?? []).filter((one) => one !== before);
  await storeGroup(kind, name, [...others, ...after]);
  tell("done", TOOL_TEXTS.works.stored(name));
}

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function TextField({ label, value, onChange }: FieldProps): JSX.Element {
  return (
    <Field
      label={label}
      value={value}
      maxLength={255}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function TimeField({
  name,
  form,
  onChange,
}: FormProps & { readonly name: "from_ms" | "to_ms" }): JSX.Element {
  return (
    <MomentField
      label={TOOL_TEXTS.print[name]}
      time_ms={form[name]}
      step={60}
      onChange={(time_ms) => onChange({ [name]: time_ms })}
      onEmpty={() => onChange({ [name]: Number.NaN })}
    />
  );
}
