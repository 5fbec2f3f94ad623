/** The panel at the side of a drawing: its width, and whether it is there, are remembered in this browser. */
import { type Signal, signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { addressOf } from "../api/client.ts";
import { clamp } from "../graph/viewport.ts";
import { TEXTS } from "../texts.ts";
import { IconButton } from "./icon.tsx";

const STEP_PX = 16;
const WIDTH_MAX_PX = 1600;
/** The sheet stays up where it is let go above this. */
const DRAWN_SHARE = 0.7;

/** Width in pixels; negative: hidden. */
class Width {
  readonly #key: string;
  readonly least_px: number;
  readonly first_px: number;
  readonly #px: Signal<number>;

  constructor(name: string, least_px: number, first_px: number) {
    this.#key = `${addressOf("/")} ${name}`;
    this.least_px = least_px;
    this.first_px = first_px;
    const kept = Number(localStorage.getItem(this.#key));
    this.#px = signal(Number.isFinite(kept) && kept !== 0 ? kept : first_px);
  }

  get px(): number {
    return Math.abs(this.#px.value);
  }

  get is_hidden(): boolean {
    return this.#px.value < 0;
  }

  #keep(px: number): void {
    this.#px.value = px;
    localStorage.setItem(this.#key, String(px));
  }

  toggle(): void {
    this.#keep(-this.#px.peek());
  }

  set(px: number): void {
    this.#keep(Math.round(clamp(px, this.least_px, Math.min(WIDTH_MAX_PX, innerWidth / 2))));
  }
}

const panel = new Width("panel", 260, 336);
const beside = new Width("beside", 260, 480);

/** On a phone the panel is a sheet below, which is drawn up. */
const narrow = matchMedia("(max-width: 640px) and (min-height: 421px)");
const is_drawn_up = signal(false);

export function toggleInspector(): void {
  if (narrow.matches) is_drawn_up.value = !is_drawn_up.peek();
  else panel.toggle();
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
  const { is_hidden } = panel;
  useEffect(() => {
    if (is_wanted) is_drawn_up.value = true;
  }, [is_wanted]);
  return (
    <aside
      class={`panel ${is_hidden ? "hidden" : ""} ${is_drawn_up.value ? "drawn" : ""}`}
      style={{ "--panel": `${panel.px}px` }}
      aria-label={label}
    >
      <Handle width={panel} text={TEXTS.frame.inspector} />
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

/** A second drawing at the side of the first. */
export function Beside({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return (
    <div class="beside" style={{ "--panel": `${beside.px}px` }}>
      <Handle width={beside} text={TEXTS.graph.map_beside} />
      {children}
    </div>
  );
}

/** Its edge is dragged, or moved by arrow keys; on a phone up and down. */
function Handle({ width, text }: { readonly width: Width; readonly text: string }): JSX.Element {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule can't be moved
    <div
      class="handle"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={text}
      aria-valuenow={width.px}
      aria-valuemin={width.least_px}
      aria-valuemax={WIDTH_MAX_PX}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={({ currentTarget, pointerId, clientX, clientY, movementY }) => {
        if (!currentTarget.hasPointerCapture(pointerId)) return;
        const right_px = currentTarget.parentElement?.getBoundingClientRect().right ?? innerWidth;
        if (!narrow.matches) width.set(right_px - clientX);
        else if (movementY !== 0) is_drawn_up.value = clientY < innerHeight * DRAWN_SHARE;
      }}
      onDblClick={() => width.set(width.first_px)}
      onKeyDown={(event) => {
        const by = { ArrowLeft: STEP_PX, ArrowRight: -STEP_PX }[event.key];
        if (by === undefined) return;
        width.set(width.px + by);
        event.preventDefault();
      }}
    />
  );
}
