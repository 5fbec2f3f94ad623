/** A train's whole record as a form; changes are a trial until they are stored. */
import type { JSX } from "preact";
import { openTab } from "../state/address.ts";
import { edited, made } from "../state/edits/open_form.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { DaysFields } from "./days_fields.tsx";
import { AddPlace, EndFields, PlaceList } from "./places.tsx";
import { Restrictions } from "./restrictions.tsx";
import { TimesTable } from "./times_table.tsx";
import { KindFields, MainFields, RunFields } from "./train_fields.tsx";
import "./train_form.css";

export function TrainForm(): JSX.Element | null {
  const edit = edited.value;
  const form = edit?.after ?? null;
  if (edit === null || form === null) return null;
  return (
    <section class="train-form" aria-label={TOOL_TEXTS.form.edit}>
      <div class="row fields">
        <MainFields form={form} />
        <KindFields form={form} />
        <RunFields form={form} />
      </div>
      <DaysFields form={form} />
      {form.path.length < 2 && (
        <div class="row">
          <EndFields form={form} />
        </div>
      )}
      <TimesTable edit={edit} />
      <div class="row">
        <AddPlace is_stop={true} />
        <AddPlace is_stop={false} />
      </div>
      <Restrictions form={form} />
    </section>
  );
}

/** The form of a new train, beside the graph: its required fields, and the places on its way. */
export function NewTrain(): JSX.Element | null {
  const form = made.value?.after ?? null;
  if (form === null) return null;
  return (
    <section class="move" aria-label={TOOL_TEXTS.form.heading}>
      <EndFields form={form} />
      <MainFields form={form} />
      <PlaceList form={form} />
      {form.path.length > 1 && <AddPlace is_stop={true} />}
      <details>
        <summary>{TOOL_TEXTS.form.more}</summary>
        <KindFields form={form} />
        <DaysFields form={form} />
        <button type="button" onClick={() => openTab("train")}>
          {TOOL_TEXTS.form.all_fields}
        </button>
      </details>
    </section>
  );
}
