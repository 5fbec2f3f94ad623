/** Where there is no rolling stock yet: those of the sample by one act, to begin with. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { LATER } from "../later_texts.ts";
import { importStocks, linesOf } from "../state/importing.ts";
import { hasRole } from "../state/roles.ts";
import { noteFailure } from "../state/session.ts";
import { listStocks } from "../state/stocks.ts";

export function FirstStocks(): JSX.Element {
  const [step, setStep] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const make = async (): Promise<void> => {
    setFault(null);
    setStep(LATER.stocks.first.make);
    try {
      const { default: sample } = await import("virtual:sample");
      await importStocks(JSON.stringify(sample.rolling_stocks), {
        tell: ({ text }) => setStep(text),
        signal: new AbortController().signal,
      });
      await listStocks();
    } catch (error) {
      noteFailure(error);
      setFault(linesOf(error).join(" "));
    }
    setStep(null);
  };
  return (
    <>
      <p>{LATER.stocks.first.none}</p>
      {hasRole("rolling-stock:write") ? (
        <p>
          <button type="button" class="main" disabled={step !== null} onClick={() => void make()}>
            {LATER.stocks.first.make}
          </button>
        </p>
      ) : (
        <p class="quiet">{LATER.stocks.no_role}</p>
      )}
      <p role="status">{step}</p>
      {fault !== null && (
        <p class="notice failed" role="alert">
          {fault}
        </p>
      )}
    </>
  );
}
