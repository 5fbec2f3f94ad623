/** The panel at the side of a drawing: its width, and whether it is there, are remembered in this browser. */
import { signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { addressOf } from "../api/client.ts";
import { TEXTS } from "../texts.ts";
import { IconButton } from "./icon.tsx";

const KEY = "panel";
const WIDTH_PX = { least: 260, first: 336, most: 720 } as const;
const STEP_PX = 16;
/** The sheet stays up where it is let go above this. */
const DRAWN_SHARE = 0.7;
const keyOf = (): string => `${addressOf("/")} ${KEY}`;

/** Width in pixels; negative: hidden. */
const size = signal(read());

function read(): number {
  const kept = Number(localStorage.getItem(keyOf()));
  return Number.isFinite(kept) && kept !== 0 ? kept : WIDTH_PX.first;
}

function keep(px: number): void {
  size.value = px;
  localStorage.setItem(keyOf(), String(px));
}

function keepWidth(px: number): void {
  keep(Math.round(Math.min(WIDTH_PX.most, Math.max(WIDTH_PX.least, px))));
}

/** On a phone the panel is a sheet below, which is drawn up. */
const narrow = matchMedia("(max-width: 640px) and (min-height: 421px)");
const is_drawn_up = signal(false);

export function toggleInspector(): void {
  if (narrow.matches) is_drawn_up.value = !is_drawn_up.peek();
  else keep(-size.peek());
}

export function Inspector({
  label,
  is_wanted = false,
  children,
}: {
  readonly label: string;
  /** It is drawn up when this becomes true. */
  readonly is_wanted?: boolean;
  readonly children: ComponentChildren;
}): JSX.Element {
  const width_px = size.value;
  const is_hidden = width_px < 0;
  useEffect(() => {
    if (is_wanted) is_drawn_up.value = true;
  }, [is_wanted]);
  return (
    <aside
      class={`panel ${is_hidden ? "hidden" : ""} ${is_drawn_up.value ? "drawn" : ""}`}
      style={{ "--panel": `${Math.abs(width_px)}px` }}
      aria-label={label}
    >
      <Handle width_px={Math.abs(width_px)} />
      <IconButton
        icon="panel"
        class="square fold"
        text={TEXTS.frame.inspector}
        aria-expanded={!is_hidden}
        onClick={toggleInspector}
      />
      {children}
    </aside>
  );
}

/** Its edge is dragged, or moved by arrow keys; on a phone up and down. */
function Handle({ width_px }: { readonly width_px: number }): JSX.Element {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule can't be moved
    <div
      class="handle"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={TEXTS.frame.inspector}
      aria-valuenow={width_px}
      aria-valuemin={WIDTH_PX.least}
      aria-valuemax={WIDTH_PX.most}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={({ currentTarget, pointerId, clientX, clientY, movementY }) => {
        if (!currentTarget.hasPointerCapture(pointerId)) return;
        if (!narrow.matches) keepWidth(innerWidth - clientX);
        else if (movementY !== 0) is_drawn_up.value = clientY < innerHeight * DRAWN_SHARE;
      }}
      onDblClick={() => keepWidth(WIDTH_PX.first)}
      onKeyDown={(event) => {
        const by = { ArrowLeft: STEP_PX, ArrowRight: -STEP_PX }[event.key];
        if (by === undefined) return;
        keepWidth(width_px + by);
        event.preventDefault();
      }}
    />
  );
}
