/** A list of buttons with one tab stop: arrow keys, Home and End move through it. */
import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** Longer lists are searched, not scrolled. */
export const ROWS_MAX = 100;

export function Rows({
  label,
  is_beside = false,
  pressKey,
  children,
}: {
  readonly label: string;
  /** Side by side. */
  readonly is_beside?: boolean;
  /** Keys of what the list belongs to; returns whether the key has a meaning there. */
  readonly pressKey?: (event: KeyboardEvent) => boolean;
  readonly children: ComponentChildren;
}): JSX.Element {
  const list = useRef<HTMLUListElement>(null);
  const listButtons = (): HTMLButtonElement[] => [
    ...(list.current?.querySelectorAll<HTMLButtonElement>("button:enabled") ?? []),
  ];
  const stopAt = (chosen: HTMLButtonElement | undefined): void => {
    for (const button of listButtons()) button.tabIndex = button === chosen ? 0 : -1;
  };
  useLayoutEffect(() => {
    const buttons = listButtons();
    const focused = buttons.find((one) => one === document.activeElement);
    stopAt(focused ?? buttons.find((one) => one.ariaPressed === "true") ?? buttons[0]);
  });
  return (
    <ul
      ref={list}
      class={is_beside ? "visits" : "list"}
      aria-label={label}
      onKeyDown={(event) => {
        if (pressKey?.(event) === true) {
          event.preventDefault();
          return;
        }
        const buttons = listButtons();
        const at = buttons.findIndex((one) => one === document.activeElement);
        const steps: Readonly<Record<string, number>> = {
          [is_beside ? "ArrowRight" : "ArrowDown"]: at + 1,
          [is_beside ? "ArrowLeft" : "ArrowUp"]: at - 1,
          Home: 0,
          End: buttons.length - 1,
        };
        const next = steps[event.key];
        const button = next === undefined ? undefined : buttons[next];
        if (button === undefined) return;
        event.preventDefault();
        stopAt(button);
        button.focus();
      }}
    >
      {children}
    </ul>
  );
}
