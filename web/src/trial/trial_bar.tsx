/** Floats on the graph while something is tried. */
import type { JSX } from "preact";
import { Tried } from "./tried.tsx";

export function TrialBar(): JSX.Element {
  return (
    <div class="float trial">
      <Tried onEnd={leaveFocus} />
    </div>
  );
}

/** The bar disappears: who works with keys goes on at what is chosen, or at the graph. */
function leaveFocus(): void {
  const find = (place: string) => document.querySelector<HTMLElement>(place);
  (find(".move > summary") ?? find(".stage > .graph"))?.focus();
}
