/** Tabs above a list: one is open; arrow keys go through them. */
import type { ComponentChildren, JSX } from "preact";

export interface OneTab<Name extends string> {
  readonly name: Name;
  /** With its count at the end: `Trains (74)`. */
  readonly text: string;
}

export function Tabs<Name extends string>({
  label,
  tabs,
  opened,
  onOpen,
  children,
}: {
  readonly label: string;
  readonly tabs: readonly OneTab<Name>[];
  readonly opened: Name;
  readonly onOpen: (name: Name) => void;
  /** What is below the opened one. */
  readonly children: ComponentChildren;
}): JSX.Element {
  const at = tabs.findIndex(({ name }) => name === opened);
  return (
    <>
      <div
        class="tabs"
        role="tablist"
        aria-label={label}
        onKeyDown={(event) => {
          const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
          const next = by === undefined ? undefined : tabs.at((at + by) % tabs.length);
          if (next === undefined) return;
          onOpen(next.name);
          event.currentTarget.querySelectorAll("button")[tabs.indexOf(next)]?.focus();
        }}
      >
        {tabs.map(({ name, text }) => (
          <button
            type="button"
            key={name}
            role="tab"
            id={`tab-${name}`}
            aria-selected={name === opened}
            aria-controls={name === opened ? "tab-panel" : undefined}
            tabIndex={name === opened ? 0 : -1}
            onClick={() => onOpen(name)}
          >
            <Counted text={text} />
          </button>
        ))}
      </div>
      {/* Scrolled by keys too, when nothing in it can be focused. */}
      <div
        id="tab-panel"
        class="lists"
        role="tabpanel"
        aria-labelledby={`tab-${opened}`}
        tabIndex={0}
      >
        {children}
      </div>
    </>
  );
}

/** The number stands in a badge in place of its brackets. */
function Counted({ text }: { readonly text: string }): JSX.Element {
  const [words, count] = text.split(/\((\d+)\)$/);
  return (
    <>
      {words}
      {count !== undefined && (
        <span class="count">
          <span class="unseen">(</span>
          {count}
          <span class="unseen">)</span>
        </span>
      )}
    </>
  );
}
