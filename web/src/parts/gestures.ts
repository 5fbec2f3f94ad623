/** Turns pointer, wheel and pinch on a canvas into pans, zooms, drags, rectangles and clicks. */

export interface Spot {
  readonly x_px: number;
  readonly y_px: number;
}

/** A thing under the pointer that is dragged instead of the view. */
export interface Dragged {
  onMove(dx_px: number, spot: Spot): void;
  onDrop(): void;
  onCancel(): void;
}

interface Rectangle {
  readonly is_done: boolean;
  readonly is_choosing: boolean;
}

export interface Gestures {
  /** Null: the view is dragged. */
  grab(spot: Spot): Dragged | null;
  onPan(dx_px: number, dy_px: number): void;
  onZoom(factor: number, spot: Spot, is_vertical: boolean): void;
  /** `is_choosing`: with Ctrl or the command key, which choose several things. */
  onRectangle(from: Spot, to: Spot, is: Rectangle): void;
  onClick(spot: Spot, is_choosing: boolean): void;
  onHover(spot: Spot | null): void;
}

const CLICK_PX = 4;
const WHEEL_STEP = 0.0016;

interface Held {
  readonly start: Spot;
  last: Spot;
  is_moved: boolean;
  readonly kind: "pan" | "rectangle" | "thing";
  readonly is_choosing: boolean;
  readonly thing: Dragged | null;
}

/** Follows an element's pointers; returns the function that stops it. */
export function followGestures(element: HTMLElement, origin: Spot, gestures: Gestures): () => void {
  const follower = new Follower(element, origin, gestures);
  const ending = new AbortController();
  const { signal } = ending;
  element.addEventListener("pointerdown", (event) => follower.press(event), { signal });
  element.addEventListener("pointermove", (event) => follower.move(event), { signal });
  element.addEventListener("pointerup", (event) => follower.release(event), { signal });
  element.addEventListener("pointercancel", (event) => follower.release(event), { signal });
  element.addEventListener("pointerleave", () => gestures.onHover(null), { signal });
  element.addEventListener("wheel", (event) => follower.turn(event), { signal, passive: false });
  return () => {
    ending.abort();
    follower.letGo();
  };
}

class Follower {
  readonly #element: HTMLElement;
  readonly #origin: Spot;
  readonly #gestures: Gestures;
  readonly #pointers = new Map<number, Spot>();
  #held: Held | null = null;

  constructor(element: HTMLElement, origin: Spot, gestures: Gestures) {
    this.#element = element;
    this.#origin = origin;
    this.#gestures = gestures;
  }

  press(event: PointerEvent): void {
    if (event.button !== 0) return;
    const spot = this.#spotOf(event);
    this.#pointers.set(event.pointerId, spot);
    this.#element.setPointerCapture(event.pointerId);
    if (this.#pointers.size > 1) {
      this.letGo();
      return;
    }
    const is_choosing = event.ctrlKey || event.metaKey;
    const is_rectangle = event.shiftKey || is_choosing;
    const thing = is_rectangle ? null : this.#gestures.grab(spot);
    const kind = is_rectangle ? "rectangle" : thing === null ? "pan" : "thing";
    this.#held = { start: spot, last: spot, is_moved: false, kind, is_choosing, thing };
  }

  move(event: PointerEvent): void {
    const spot = this.#spotOf(event);
    if (!this.#pointers.has(event.pointerId)) {
      this.#gestures.onHover(spot);
      return;
    }
    if (this.#pointers.size === 2) pinch(this.#pointers, event.pointerId, spot, this.#gestures);
    this.#pointers.set(event.pointerId, spot);
    const held = this.#held;
    if (held === null) return;
    const far_px = Math.hypot(spot.x_px - held.start.x_px, spot.y_px - held.start.y_px);
    if (!held.is_moved && far_px < CLICK_PX) return;
    held.is_moved = true;
    moveHeld(held, spot, this.#gestures);
    held.last = spot;
  }

  release(event: PointerEvent): void {
    this.#pointers.delete(event.pointerId);
    if (event.type === "pointercancel") this.letGo();
    const [held, spot] = [this.#held, this.#spotOf(event)];
    this.#held = null;
    if (held === null) return;
    const { start, is_choosing } = held;
    if (!held.is_moved) this.#gestures.onClick(spot, is_choosing);
    else if (held.kind === "thing") held.thing?.onDrop();
    else if (held.kind === "rectangle") {
      this.#gestures.onRectangle(start, spot, { is_done: true, is_choosing });
    }
  }

  turn(event: WheelEvent): void {
    event.preventDefault();
    const { deltaX, deltaY } = event;
    if (deltaX !== 0 && Math.abs(deltaX) > Math.abs(deltaY)) {
      this.#gestures.onPan(-deltaX, 0);
      return;
    }
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
    const factor = Math.exp(-deltaY * lines * WHEEL_STEP);
    this.#gestures.onZoom(factor, this.#spotOf(event), event.shiftKey || event.altKey);
  }

  letGo(): void {
    if (this.#held?.is_moved === true) this.#held.thing?.onCancel();
    this.#held = null;
  }

  #spotOf(event: MouseEvent): Spot {
    const box = this.#element.getBoundingClientRect();
    return {
      x_px: event.clientX - box.left - this.#origin.x_px,
      y_px: event.clientY - box.top - this.#origin.y_px,
    };
  }
}

function moveHeld(held: Held, spot: Spot, gestures: Gestures): void {
  if (held.kind === "thing") held.thing?.onMove(spot.x_px - held.start.x_px, spot);
  else if (held.kind === "rectangle") {
    gestures.onRectangle(held.start, spot, { is_done: false, is_choosing: held.is_choosing });
  } else gestures.onPan(spot.x_px - held.last.x_px, spot.y_px - held.last.y_px);
}

function pinch(
  pointers: ReadonlyMap<number, Spot>,
  moved: number,
  spot: Spot,
  gestures: Gestures,
): void {
  const [before, other] = [pointers.get(moved), [...pointers].find(([id]) => id !== moved)?.[1]];
  if (before === undefined || other === undefined) return;
  const was_px = Math.hypot(before.x_px - other.x_px, before.y_px - other.y_px);
  const is_px = Math.hypot(spot.x_px - other.x_px, spot.y_px - other.y_px);
  if (was_px > 0) gestures.onZoom(is_px / was_px, other, false);
}
