/** Faults of the edited network: how many of each kind, some of them, and what repairs them. */
import { computed, effect, signal, untracked } from "@preact/signals";
import { api, ask, type Schemas } from "../../api/client.ts";
import { tellFailure } from "../../state/session.ts";
import { TOOL_TEXTS } from "../../tool_texts.ts";
import { can_store, commit } from "./commit.ts";
import { keyOf, type ObjectType, type Operation, type Target, targetOf } from "./edits.ts";
import { edited_id, type Infra, infra } from "./infra_state.ts";

export type Fault = Schemas["InfraFaultPage"]["results"][number]["information"];

export interface Faults {
  /** The network's version that they are of. */
  readonly version: string;
  readonly count: number;
  /** The first ones. */
  readonly listed: readonly Fault[];
  /** All that needs no choice. */
  readonly fixes: readonly Operation[];
}

/** Null: not known yet. */
export const faults = signal<Faults | null>(null);

const LISTED = 100;

/** Reads the faults again whenever the network's content changes; returns a function that stops this. */
export function followFaults(): () => void {
  let latest = 0;
  return effect(() => {
    const one = infra.value;
    const own = ++latest;
    if (one === null) {
      faults.value = null;
      return;
    }
    untracked(() => {
      readFaults(one).then((found) => {
        if (own === latest && edited_id.peek() === one.id) faults.value = found;
      }, tellFailure);
    });
  });
}

/** Throws ApiFault. */
async function readFaults({ id, version }: Infra): Promise<Faults> {
  const path = { infra_id: id };
  const [page, fixes] = await Promise.all([
    ask(api.GET("/infra/{infra_id}/errors", { params: { path, query: { page_size: LISTED } } })),
    ask(api.GET("/infra/{infra_id}/auto_fixes", { params: { path } })),
  ]);
  const listed = page.results.map(({ information }) => information);
  return { version, count: page.count, listed, fixes };
}

/** A repair that is stored already is refused, so the next one waits for the faults that are left. */
export const can_fix = computed(
  () => can_store.value && faults.value?.version === infra.value?.version,
);

export const targetOfFault = ({ obj_type, obj_id }: Fault): Target => ({
  obj_type: obj_type as ObjectType,
  obj_id,
});

/** What repairs the object of a fault: operations on it, and new ones that name it. */
export function fixesOf(fault: Fault, fixes: readonly Operation[]): Operation[] {
  const key = keyOf(targetOfFault(fault));
  return fixes.filter((operation) => {
    if (keyOf(targetOf(operation)) === key) return true;
    if (operation.operation_type !== "CREATE" || fault.error_type !== "missing_buffer_stop")
      return false;
    return (operation.railjson as { readonly track?: unknown }).track === fault.obj_id;
  });
}

export async function fix(operations: readonly Operation[]): Promise<void> {
  await commit(TOOL_TEXTS.editor.fixed(operations.length), operations);
}
