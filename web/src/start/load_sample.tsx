/** Loads the sample by one act. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { LATER } from "../later_texts.ts";
import { open } from "../state/address.ts";
import { linesOf, loadSample } from "../state/importing.ts";
import { hasRole, type Role } from "../state/roles.ts";
import { noteFailure } from "../state/session.ts";
import { loadChoices } from "../state/setting.ts";

const NEEDED: readonly Role[] = ["infra:write", "rolling-stock:write", "timetable:write"];

export function LoadSample(): JSX.Element {
  const [step, setStep] = useState<string | null>(null);
  const [fault, setFault] = useState<readonly string[]>([]);
  const load = async (): Promise<void> => {
    setFault([]);
    setStep(LATER.imports.reading(LATER.guide.sample_name));
    try {
      const { default: sample } = await import("virtual:sample");
      const { timetable_id, infra_id, profiles_id } = await loadSample(sample, {
        tell: ({ text }) => setStep(text),
        signal: new AbortController().signal,
      });
      await loadChoices();
      const profiles = profiles_id === null ? "" : String(profiles_id);
      open({ timetable_id, tab: "graph", parameters: { infra: String(infra_id), profiles } });
    } catch (error) {
      noteFailure(error);
      setFault(linesOf(error));
    }
    setStep(null);
  };
  const missing = NEEDED.filter((role) => !hasRole(role));
  if (missing.length > 0) {
    const roles = LATER.guide.role(missing.join(", "));
    return <p class="notice warning">{LATER.guide.no_roles(roles)}</p>;
  }
  return (
    <>
      <p class="row">
        <button
          type="button"
          class="main large"
          disabled={step !== null}
          onClick={() => void load()}
        >
          {LATER.guide.sample}
        </button>
        <span class="quiet">{LATER.guide.sample_what}</span>
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
