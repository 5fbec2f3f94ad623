/** A button for an action of several steps: shows the current step, and what failed. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { linesOf, type Progress } from "../../state/records/importing.ts";
import { noteFailure } from "../../state/session.ts";

export function LongAct({
  label,
  about,
  act,
}: {
  readonly label: string;
  readonly about: string;
  readonly act: (progress: Progress) => Promise<void>;
}): JSX.Element {
  const [step, setStep] = useState<string | null>(null);
  const [fault, setFault] = useState<readonly string[]>([]);
  const run = async (): Promise<void> => {
    setFault([]);
    setStep(label);
    try {
      await act({ tell: ({ text }) => setStep(text), signal: new AbortController().signal });
    } catch (error) {
      noteFailure(error);
      setFault(linesOf(error));
    }
    setStep(null);
  };
  return (
    <>
      <p class="row">
        <button
          type="button"
          class="main large"
          disabled={step !== null}
          onClick={() => void run()}
        >
          {label}
        </button>
        <span class="quiet">{about}</span>
      </p>
      <p role="status">{step}</p>
      {fault.length > 0 && (
        <div class="notice failed" role="alert">
          {fault.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      )}
    </>
  );
}
