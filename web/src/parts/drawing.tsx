/** A drawing operated by pointer and keys: canvases in a frame that takes the focus. */
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";

export function Drawing({
  label,
  layers,
  has_cross = false,
  start,
  pressKey,
}: {
  readonly label: string;
  /** Number of canvases, one above the other. */
  readonly layers: number;
  /** Shows a cross in the middle while it has keyboard focus. */
  readonly has_cross?: boolean;
  /** Called with the canvases from bottom to top; returns the function that stops it. */
  readonly start: (frame: HTMLDivElement, canvases: readonly HTMLCanvasElement[]) => () => void;
  /** Returns whether the key has a meaning here. */
  readonly pressKey: (event: KeyboardEvent) => boolean;
}): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const frame = box.current;
    return frame === null ? undefined : start(frame, [...frame.querySelectorAll("canvas")]);
  }, []);
  return (
    <div
      ref={box}
      class={has_cross ? "graph cross" : "graph"}
      role="application"
      aria-label={label}
      // It is an application with its own keys.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes keys
      tabIndex={0}
      onKeyDown={(event) => {
        if (pressKey(event)) event.preventDefault();
      }}
    >
      {Array.from({ length: layers }, (_one, i) => (
        <canvas key={i} />
      ))}
    </div>
  );
}
