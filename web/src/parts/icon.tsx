/** Icons of buttons, drawn here because not every font has them. */
import type { JSX } from "preact";

const PATHS = {
  plus: "M8 3v10M3 8h10",
  minus: "M3 8h10",
  left: "M10 3 5 8l5 5",
  right: "m6 3 5 5-5 5",
  more: "M2 8h2M7 8h2M12 8h2",
  up: "m3 10 5-5 5 5",
  down: "m3 6 5 5 5-5",
  close: "m4 4 8 8m0-8-8 8",
} as const;
export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg class="icon" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
