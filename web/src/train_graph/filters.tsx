/** Which trains the graph and the lists show. */
import type { JSX } from "preact";
import { Choice } from "../parts/choice.tsx";
import { parameters, setParameters } from "../state/address.ts";
import { runs } from "../state/graph.ts";
import { nameCategory, TEXTS } from "../texts.ts";

const FILTERS = ["search", "category", "stock", "label", "direction"] as const;
const NO_FILTERS = Object.fromEntries(FILTERS.map((name) => [name, ""]));

export function Filters(): JSX.Element {
  const { search, category, stock, label, direction } = parameters;
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
    <div class="filters">
      <label class="field">
        <span>{TEXTS.graph.search}</span>
        <input
          type="search"
          value={search.value}
          onInput={(event) => setParameters({ search: event.currentTarget.value })}
        />
      </label>
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
      {FILTERS.some((name) => parameters[name].value !== "") && (
        <button type="button" onClick={() => setParameters(NO_FILTERS)}>
          {TEXTS.graph.clear}
        </button>
      )}
    </div>
  );
}
