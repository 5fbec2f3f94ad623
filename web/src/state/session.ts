/** Who is signed in, and what has just been told. */
import { signal } from "@preact/signals";
import { ApiFault, api, ask, isAbort, type Schemas } from "../api/client.ts";
import { TEXTS } from "../texts.ts";

export interface Session {
  /** Null: the server asks for nobody's identity. */
  readonly user: Schemas["UserInformation"] | null;
  readonly is_open: boolean;
  readonly fault: ApiFault | null;
}

export const session = signal<Session | null>(null);

/** Where everybody may do everything, nobody needs to be anybody. */
export async function loadSession(): Promise<void> {
  const nobody = { user: null, is_open: false, fault: null };
  try {
    if ((await ask(api.GET("/ready"))).authorization === "disabled") {
      session.value = { ...nobody, is_open: true };
      return;
    }
    session.value = { ...nobody, user: await ask(api.GET("/authn/me")) };
  } catch (error) {
    session.value = { ...nobody, fault: error instanceof ApiFault ? error : null };
  }
}

export interface Notice {
  readonly kind: "done" | "warning" | "failed";
  readonly text: string;
}

/** The last thing told; screen readers hear it too. */
export const notice = signal<Notice | null>(null);

export function tell(kind: Notice["kind"], text: string): void {
  notice.value = { kind, text };
}

/** A failure in words: what it is, and what helps. */
export function explain(error: unknown): string {
  if (!(error instanceof ApiFault)) return error instanceof Error ? error.message : String(error);
  const { status, message } = error;
  if (status === 0) return TEXTS.faults.offline;
  if (status === 401) return TEXTS.faults.unauthenticated;
  if (status === 403) return `${TEXTS.faults.forbidden} ${message}`;
  if (status === 503 || status === 504) return `${TEXTS.faults.busy} ${message}`;
  return message;
}

/** Runs what a click asks for; a failure is told. */
export function attempt(work: () => Promise<void>): void {
  work().catch((error: unknown) => {
    if (!isAbort(error)) tell("failed", explain(error));
  });
}
