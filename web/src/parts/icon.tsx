/** Icons of buttons, drawn here because not every font has them: 16 × 16, strokes of 1.5. */
import type { JSX } from "preact";

const PATHS = {
  plus: "M8 3v10M3 8h10",
  minus: "M3 8h10",
  left: "M9.5 4.5 6 8l3.5 3.5",
  right: "M6.5 4.5 10 8l-3.5 3.5",
  more: "M3.5 8h.01M8 8h.01M12.5 8h.01",
  up: "M4.5 9.5 8 6l3.5 3.5",
  down: "M4.5 6.5 8 10l3.5-3.5",
  close: "M4 4l8 8m0-8-8 8",
  graph: "M2 13.5h12M2 2.5h12M3 13 7 3m2 10 4-10",
  train:
    "M4.5 2.5h7A1.5 1.5 0 0 1 13 4v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V4a1.5 1.5 0 0 1 1.5-1.5ZM3 7.5h10M5 12l-1.5 2m7.5-2 1.5 2",
  map: "M2 4l4-1.5 4 1.5 4-1.5V12l-4 1.5L6 12l-4 1.5ZM6 2.5V12m4-8v9.5",
  today: "M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11ZM8 5v3.2l2.2 1.4",
  request: "M9 2 3.5 9H8l-1 5 5.5-7H8Z",
  search: "M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9Zm3.3 7.8 3.2 3.2",
  undo: "M6 3 2.5 6.5 6 10M3 6.5h6.5a3.5 3.5 0 0 1 0 7H7",
  redo: "M10 3l3.5 3.5L10 10m3-3.5H6.5a3.5 3.5 0 0 0 0 7H9",
  user: "M8 2.5a2.7 2.7 0 1 1 0 5.4 2.7 2.7 0 0 1 0-5.4ZM2.8 13.5a5.2 5.2 0 0 1 10.4 0",
  fit: "M2.5 6V2.5H6m4 0h3.5V6m0 4v3.5H10m-4 0H2.5V10",
  fit_train: "M2.5 5V2.5H5m6 0h2.5V5m0 6v2.5H11m-6 0H2.5V11M6 11l4-6",
  now: "M8 2v12M4 8h.01M12 8h.01",
  play: "M5.5 3.5v9l7-4.5Z",
  pause: "M5.5 3.5v9M10.5 3.5v9",
  pencil: "M10.5 3 13 5.5 6 12.5l-3.2.7.7-3.2Z",
  panel: "M2.5 3h11v10h-11ZM9.5 3v10",
} as const;
export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return <Strokes path={PATHS[name]} />;
}

/** Also of icons that one view alone needs. */
export function Strokes({ path }: { readonly path: string }): JSX.Element {
  return (
    <svg class="icon" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

/** A button that shows an icon; its name is read out and shown under the pointer. */
export function IconButton({
  icon,
  text,
  ...button
}: {
  readonly icon: IconName;
  readonly text: string;
} & JSX.IntrinsicElements["button"]): JSX.Element {
  return (
    <button type="button" class="square" aria-label={text} title={text} {...button}>
      <Icon name={icon} />
    </button>
  );
}
