/** What a dialog or form sends: its button waits meanwhile, and a refusal is shown there. */
import { useState } from "preact/hooks";
import { explain, noteFailure } from "../state/session.ts";

export interface Sending {
  readonly is_sending: boolean;
  /** Why the last one was refused; null if it was not. */
  readonly fault: string | null;
  readonly send: (work: () => Promise<void>) => Promise<void>;
}

export function useSending(tellFault: (error: unknown) => string = explain): Sending {
  const [is_sending, setSending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const send = async (work: () => Promise<void>): Promise<void> => {
    setSending(true);
    setFault(null);
    try {
      await work();
    } catch (error) {
      noteFailure(error);
      setFault(tellFault(error));
    }
    setSending(false);
  };
  return { is_sending, fault, send };
}
