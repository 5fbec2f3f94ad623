/** Tools of a view in one row with its main ones; on a phone they are behind a button. */
import type { ComponentChildren, JSX } from "preact";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { IconButton } from "./icon.tsx";
import "./more_tools.css";

const ID = "tools";

export function MoreTools({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return (
    <>
      <IconButton icon="more" class="square more" text={TOOL_TEXTS.acts.more} popovertarget={ID} />
      <div class="more-tools row" id={ID} popover>
        {children}
      </div>
    </>
  );
}
