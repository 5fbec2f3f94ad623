/** The caller's session, and the last notice. */
import { signal } from "@preact/signals";
import { ApiFault, api, ask, isAbort, type Schemas, statusOf } from "../api/client.ts";
import { TEXTS } from "../texts.ts";

export interface Session {
  /** Null: not signed in, or the server asks for no identity. */
  readonly user: Schemas["UserInformation"] | null;
  /** The server checks no rights. */
  readonly is_open: boolean;
}

export const session = signal<Session | null>(null);

/** Without authorization no identity is needed. Asked again when the page becomes visible, as after signing in. */
export function followSession(): void {
  let latest = 0;
  const read = (): void => {
    if (document.visibilityState === "hidden") return;
    const own = ++latest;
    void persist(
      loadSession,
      () => undefined,
      () => own === latest,
    );
  };
  document.addEventListener("visibilitychange", read);
  read();
}

async function loadSession(): Promise<void> {
  try {
    const is_open = (await ask(api.GET("/ready"))).authorization === "disabled";
    const user = is_open ? null : await ask(api.GET("/authn/me"));
    is_signed_out.value = false;
    const next = { user, is_open };
    // Asked repeatedly: its readers run again only when it has changed.
    if (JSON.stringify(session.peek()) !== JSON.stringify(next)) session.value = next;
  } catch (error) {
    session.value ??= { user: null, is_open: false };
    throw error;
  }
}

export interface Notice {
  readonly kind: "done" | "warning" | "failed";
  readonly text: string;
}

/** The last notice; screen readers read it out. */
export const notice = signal<Notice | null>(null);

export function tell(kind: Notice["kind"], text: string): void {
  notice.value = { kind, text };
}

/** A failure in words: what happened, and what helps. */
export function explain(error: unknown): string {
  if (!(error instanceof ApiFault)) return error instanceof Error ? error.message : String(error);
  const { status, message, words } = error;
  if (status === 0) return TEXTS.faults.offline;
  if (status === 401) return TEXTS.faults.unauthenticated;
  if (status === 403) return explainRefusal(error);
  if (words !== null) return words;
  // A gateway in front of the server has no text of its own.
  if (status >= 502 || message === "") return TEXTS.faults.busy;
  return message;
}

function explainRefusal({ error }: ApiFault): string {
  const context: Readonly<Record<string, unknown>> = error?.context ?? {};
  const { required_roles, required, effective, resource_type } = context;
  if (Array.isArray(required_roles)) return TEXTS.faults.roles(required_roles.join(", "));
  if (typeof required !== "string") return TEXTS.faults.forbidden;
  const place = String(resource_type).replaceAll("_", " ");
  return TEXTS.faults.level(place, required, typeof effective === "string" ? effective : null);
}

/** Increases when an answer contradicts the known rights. */
export const doubts = signal(0);

/** The session has ended: what is being edited is kept. */
export const is_signed_out = signal(false);

/** What a failure says about the session and the rights. */
export function noteFailure(error: unknown): void {
  if (statusOf(error) === 401) is_signed_out.value = true;
  if (statusOf(error) === 403) doubts.value += 1;
}

export function tellFailure(error: unknown): void {
  if (isAbort(error)) return;
  noteFailure(error);
  tell("failed", explain(error));
}

/** Runs the action of a click and reports a failure. */
export function attempt(work: () => Promise<void>): void {
  work().catch(tellFailure);
}

const AGAIN_MS = 2_000;
const AGAIN_MAX_MS = 30_000;

/** Repeats the work, less and less often, while the server is away; each failure is reported in words. */
export async function persist(
  work: () => Promise<void>,
  onFault: (text: string) => void,
  isWanted: () => boolean,
): Promise<void> {
  for (let wait_ms = AGAIN_MS; ; wait_ms = Math.min(AGAIN_MAX_MS, 2 * wait_ms)) {
    try {
      await work();
      return;
    } catch (error) {
      if (isAbort(error) || !isWanted()) return;
      const status = statusOf(error);
      if (status === 401) is_signed_out.value = true;
      onFault(explain(error));
      if (status === null || (status !== 0 && status !== 401 && status < 500)) return;
    }
    await new Promise((resolve) => setTimeout(resolve, wait_ms));
    if (!isWanted()) return;
  }
}
