/** The chosen object with its form. */
import type { JSX } from "preact";
import { LATER } from "../later_texts.ts";
import { attempt } from "../state/session.ts";
import { can_store } from "./commit.ts";
import { can_edit } from "./infra_state.ts";
import { ObjectForm } from "./object_form.tsx";
import { chosen, deleteChosen, draft, is_changed, setDraft, storeDraft } from "./selected.ts";

export function ChosenPanel(): JSX.Element {
  const [one, own] = [chosen.value, draft.value];
  return (
    <details open>
      <summary>{LATER.editor.chosen}</summary>
      {one === null || own === null ? (
        <p class="quiet">{LATER.editor.nothing}</p>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            attempt(storeDraft);
          }}
        >
          <h2>
            {LATER.map.types[one.obj_type]} {one.obj_id}
          </h2>
          <div class="row">
            <button type="submit" class="main" disabled={!is_changed.value || !can_store.value}>
              {LATER.records.store}
            </button>
            <button type="button" disabled={!is_changed.value} onClick={() => setDraft(one.stored)}>
              {LATER.editor.revert}
            </button>
            <button type="button" disabled={!can_edit.value} onClick={() => attempt(deleteChosen)}>
              {LATER.records.delete}
            </button>
          </div>
          <ObjectForm key={one.obj_id} type={one.obj_type} object={own} onChange={setDraft} />
        </form>
      )}
    </details>
  );
}
