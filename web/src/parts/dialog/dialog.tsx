/** A modal dialog; the browser keeps the focus in it and closes it on Escape. */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import "./dialog.css";

export function Dialog({
  heading,
  onClose,
  is_wide = false,
  children,
}: {
  readonly heading: string;
  readonly onClose: () => void;
  /** As wide as the window allows. */
  readonly is_wide?: boolean;
  readonly children: ComponentChildren;
}): JSX.Element {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => element.current?.showModal(), []);
  return (
    <dialog
      ref={element}
      class={is_wide ? "wide_dialog" : undefined}
      onClose={onClose}
      aria-labelledby="dialog-heading"
    >
      <h2 id="dialog-heading">{heading}</h2>
      {children}
    </dialog>
  );
}
