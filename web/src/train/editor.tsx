/** The form of the shown train, with its trial. */
import type { JSX } from "preact";
import type { Edit } from "../state/edits/edit.ts";
import { nameOfEdited, shows_form } from "../state/edits/open_form.ts";
import { may_write } from "../state/rights.ts";
import { TEXTS } from "../texts.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { TrainForm } from "../train_form/lazy_forms.ts";
import { Tried } from "../trial/tried.tsx";

/** A train that is not stored yet has no run of its own. */
export function Made({ edit }: { readonly edit: Edit }): JSX.Element {
  return (
    <div class="page">
      <h2 class="head">{nameOfEdited(edit)}</h2>
      <Editor edit={edit} />
    </div>
  );
}

/** If the caller may not change the train, the form is not offered. */
export function Editor({ edit }: { readonly edit: Edit }): JSX.Element {
  if (!may_write.value) return <p class="quiet">{TEXTS.move.not_allowed}</p>;
  return (
    <>
      <details
        open={shows_form.value || edit.before === null}
        onToggle={(event) => {
          shows_form.value = event.currentTarget.open;
        }}
      >
        <summary>{TOOL_TEXTS.form.show}</summary>
        <TrainForm />
      </details>
      <Tried onEnd={focusForm} />
    </>
  );
}

/** For a button that disappears when its work is done. */
function focusForm(button: HTMLElement): void {
  button.closest(".page")?.querySelector("summary")?.focus();
}
