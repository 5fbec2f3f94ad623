/** Rarely used tools behind a button; built when first opened, they overlay what is below. */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "./icon.tsx";

export function Menu({
  label,
  is_small = false,
  kind = "",
  stays = false,
  is_heading = false,
  children,
}: {
  readonly label: string;
  /** Three dots instead of the label. */
  readonly is_small?: boolean;
  /** It stays open when one of its buttons is pressed. */
  readonly stays?: boolean;
  readonly kind?: string;
  /** Of the whole page. */
  readonly is_heading?: boolean;
  readonly children: ComponentChildren;
}): JSX.Element {
  const element = useRef<HTMLDetailsElement>(null);
  const [was_opened, setOpened] = useState(false);
  const close = (): void => {
    if (element.current !== null) element.current.open = false;
  };
  const leave = (): void => {
    close();
    element.current?.querySelector("summary")?.focus();
  };
  useEffect(() => {
    const closeOutside = ({ target }: Event): void => {
      if (!(target instanceof Element) || target.closest("dialog") !== null) return;
      if (element.current?.contains(target) === false) close();
    };
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("focusin", closeOutside);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("focusin", closeOutside);
    };
  }, []);
  return (
    <details
      ref={element}
      class={`menu ${is_small ? "small" : kind}`}
      onToggle={() => setOpened(true)}
      onKeyDown={({ key }) => {
        if (key === "Escape") leave();
      }}
    >
      <summary class="button" title={label} aria-label={label}>
        {is_small ? <Icon name="more" /> : is_heading ? <h1>{label}</h1> : <span>{label}</span>}
      </summary>
      {/* What a button does is seen below; a box that is ticked may not be the last. */}
      <div
        class="sheet"
        onClick={({ target }) => {
          if (!stays && target instanceof HTMLElement && target.matches("button, a")) leave();
        }}
      >
        {was_opened && children}
      </div>
    </details>
  );
}
