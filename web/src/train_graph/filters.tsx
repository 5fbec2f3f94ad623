/** Which trains the graph and the lists show. */
import { signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { Choice } from "../parts/choice.tsx";
import { Field } from "../parts/fields.tsx";
import { parameters, setParameters } from "../state/address.ts";
import { runs } from "../state/graph.ts";
import { clearFilters, has_filter } from "../state/view.ts";
import { nameCategory, TEXTS } from "../texts.ts";

/** Typing takes effect after a pause: with thousands of trains, drawing takes longer than typing a key. */
const REST_MS = 120;
const typed = signal<string | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;

function takeTyped(): void {
  clearTimeout(timer);
  const text = typed.peek();
  typed.value = null;
  if (text !== null) setParameters({ search: text });
}

/** With `children` beside what opens more of them. */
export function Filters({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const { search } = parameters;
  return (
    <div class="filters">
      <Field
        label={TEXTS.graph.search}
        type="search"
        placeholder={TEXTS.graph.search}
        value={typed.value ?? search.value}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
          clearTimeout(timer);
          timer = setTimeout(takeTyped, REST_MS);
        }}
        onBlur={takeTyped}
      />
      <div class="row">
        <Others />
        {children}
      </div>
      {has_filter.value && (
        <button
          type="button"
          onClick={(event) => {
            // The button disappears and would take the focus with it.
            event.currentTarget.closest(".filters")?.querySelector("input")?.focus();
            clearFilters();
          }}
        >
          {TEXTS.graph.clear}
        </button>
      )}
    </div>
  );
}

/** What is rarely asked for: the legend hides categories by a click. */
function Others(): JSX.Element {
  const { category, stock, label, direction } = parameters;
  const [is_open, setOpen] = useState(false);
  const all = { value: "", text: TEXTS.graph.all };
  const listed = runs.value;
  const distinct = (texts: readonly string[]) => [...new Set(texts)].filter(Boolean).sort();
  const same = (text: string) => ({ value: text, text });
  const directions = [
    all,
    { value: "along", text: TEXTS.graph.along },
    { value: "against", text: TEXTS.graph.against },
  ];
  const categories = distinct(listed.map((run) => run.category));
  return (
    <details open={is_open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{TEXTS.graph.filters}</summary>
      {is_open && (
        <div class="pair">
          <Choice
            label={TEXTS.graph.category}
            value={category.value}
            options={[all, ...categories.map((one) => ({ value: one, text: nameCategory(one) }))]}
            onChange={(value) => setParameters({ category: value })}
          />
          <Choice
            label={TEXTS.graph.stock}
            value={stock.value}
            options={[all, ...distinct(listed.map((run) => run.stock)).map(same)]}
            onChange={(value) => setParameters({ stock: value })}
          />
          <Choice
            label={TEXTS.graph.label_filter}
            value={label.value}
            options={[all, ...distinct(listed.flatMap((run) => run.labels)).map(same)]}
            onChange={(value) => setParameters({ label: value })}
          />
          <Choice
            label={TEXTS.graph.direction}
            value={direction.value}
            options={directions}
            onChange={(value) => setParameters({ direction: value })}
          />
        </div>
      )}
    </details>
  );
}
