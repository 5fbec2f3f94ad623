/** Undoes the last step, and redoes it once that was done; each button names its step. */
import type { JSX } from "preact";
import { attempt } from "../state/session.ts";
import type { Steps, Way } from "../state/steps.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { IconButton } from "./icon.tsx";

interface Props<Step> {
  readonly steps: Steps<Step>;
  readonly nameOf: (step: Step, way: Way) => string;
  readonly act: Readonly<Record<Way, () => Promise<void>>>;
  readonly disabled?: boolean;
}

export function StepButtons<Step>(props: Props<Step>): JSX.Element {
  return (
    <span class="row undo">
      <StepButton way="undo" {...props} />
      {props.steps.redo.length > 0 && <StepButton way="redo" {...props} />}
    </span>
  );
}

function StepButton<Step>({
  way,
  steps,
  nameOf,
  act,
  disabled = false,
}: Props<Step> & { readonly way: Way }): JSX.Element {
  const count = steps[way].length;
  const last = steps[way].at(-1);
  return (
    <IconButton
      icon={way}
      text={
        last === undefined ? TOOL_TEXTS.editor[way] : TOOL_TEXTS.move[way](count, nameOf(last, way))
      }
      disabled={last === undefined || disabled}
      onClick={() => {
        // The last one takes the focus with it.
        if (count === 1) document.getElementById("content")?.focus();
        attempt(act[way]);
      }}
    />
  );
}
