// Method: pointers on an element that is made for the test; what they are told as is compared with where they were.
import { afterEach, describe, expect, it } from "vitest";
import { type Dragged, followGestures, type Gestures } from "../../../web/src/parts/gestures.ts";

class Field extends EventTarget {
  getBoundingClientRect(): { readonly left: number; readonly top: number } {
    return { left: 100, top: 50 };
  }
  setPointerCapture(): void {}
}

let told: string[] = [];
let stop = (): void => undefined;
afterEach(() => {
  stop();
  told = [];
});

function follow(thing: Dragged | null = null): Field {
  const field = new Field();
  const gestures: Gestures = {
    grab: () => thing,
    onPan: (dx, dy) => told.push(`pan ${dx} ${dy}`),
    onZoom: (factor, { x_px, y_px }, is_vertical) =>
      told.push(`zoom ${factor.toFixed(2)} at ${x_px} ${y_px}${is_vertical ? " vertical" : ""}`),
    onRectangle: (from, to, { is_done }) =>
      told.push(`rectangle ${from.x_px} ${to.x_px}${is_done ? " done" : ""}`),
    onClick: ({ x_px, y_px }) => told.push(`click ${x_px} ${y_px}`),
    onHover: () => undefined,
  };
  stop = followGestures(field as unknown as HTMLElement, { x_px: 10, y_px: 5 }, gestures);
  return field;
}

/** At a place of the drawing itself. */
function point(field: Field, type: string, [x, y]: readonly [number, number], more = {}): void {
  const event = new Event(type, { cancelable: true });
  const place = { clientX: x + 110, clientY: y + 55, pointerId: 1, button: 0, shiftKey: false };
  field.dispatchEvent(Object.assign(event, { ...place, ...more }));
}

const SECOND = { pointerId: 2 };

describe("gestures on a drawing", () => {
  it("of two fingers zoom by how far apart they are, around the one that stays", () => {
    const field = follow();
    point(field, "pointerdown", [100, 100]);
    point(field, "pointerdown", [200, 100], SECOND);
    point(field, "pointermove", [300, 100], SECOND);
    point(field, "pointermove", [200, 100], SECOND);
    point(field, "pointerup", [200, 100], SECOND);
    point(field, "pointerup", [100, 100]);
    expect(told).toEqual(["zoom 2.00 at 100 100", "zoom 0.50 at 100 100"]);
  });

  it("let go of a thing when a second finger comes", () => {
    const seen: string[] = [];
    const field = follow({
      onMove: (dx_px) => seen.push(`move ${dx_px}`),
      onDrop: () => seen.push("drop"),
      onCancel: () => seen.push("cancel"),
    });
    point(field, "pointerdown", [100, 100]);
    point(field, "pointermove", [120, 100]);
    point(field, "pointerdown", [200, 100], SECOND);
    point(field, "pointermove", [220, 100], SECOND);
    point(field, "pointerup", [220, 100], SECOND);
    point(field, "pointerup", [100, 100]);
    expect(seen).toEqual(["move 20", "cancel"]);
  });

  it("of the wheel zoom at the pointer, sideways they pan, with Shift they zoom places", () => {
    const field = follow();
    const wheel = { deltaX: 0, deltaY: 0, deltaMode: 0, altKey: false };
    globalThis.WheelEvent ??= class {
      static readonly DOM_DELTA_LINE = 1;
    } as unknown as typeof WheelEvent;
    point(field, "wheel", [30, 40], { ...wheel, deltaY: -Math.log(2) / 0.0016 });
    point(field, "wheel", [30, 40], { ...wheel, deltaX: 25 });
    point(field, "wheel", [30, 40], { ...wheel, deltaY: 1, deltaMode: 1, shiftKey: true });
    expect(told).toEqual(["zoom 2.00 at 30 40", "pan -25 0", "zoom 0.95 at 30 40 vertical"]);
  });

  it("are a click, a pan or a rectangle by how far they go and with which key", () => {
    const field = follow();
    point(field, "pointerdown", [10, 10]);
    point(field, "pointermove", [12, 11]);
    point(field, "pointerup", [12, 11]);
    point(field, "pointerdown", [10, 10]);
    point(field, "pointermove", [40, 30]);
    point(field, "pointerup", [40, 30]);
    point(field, "pointerdown", [10, 10], { shiftKey: true });
    point(field, "pointermove", [50, 60]);
    point(field, "pointerup", [50, 60]);
    expect(told).toEqual(["click 12 11", "pan 30 20", "rectangle 10 50", "rectangle 10 50 done"]);
  });
});
