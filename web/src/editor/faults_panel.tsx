/** Faults of the network. A chosen one is shown on the map; repairs that need no choice run for one or for all. */
import type { JSX } from "preact";
import { goToPoint } from "../map/map_frame.tsx";
import { Rows } from "../parts/rows.tsx";
import { attempt } from "../state/session.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { callOf, keyOf, printId } from "./edits/edits.ts";
import { can_fix, type Fault, faults, fix, fixesOf, targetOfFault } from "./edits/faults.ts";
import { choose, chosen } from "./selected.ts";

export function FaultsPanel(): JSX.Element {
  const known = faults.value;
  if (known === null) return <p class="quiet">…</p>;
  const { count, listed, fixes } = known;
  return (
    <>
      {count === 0 && <p class="quiet">{TOOL_TEXTS.editor.no_faults}</p>}
      {fixes.length > 0 && (
        <button
          type="button"
          disabled={!can_fix.value}
          onClick={() => attempt(async () => await fix(fixes))}
        >
          {TOOL_TEXTS.editor.fix_all(fixes.length)}
        </button>
      )}
      <Rows label={TOOL_TEXTS.editor.faults}>
        {listed.map((fault, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one object may have a fault twice
          <li key={i}>
            <button
              type="button"
              class="item"
              aria-pressed={
                chosen.value !== null && keyOf(chosen.value) === keyOf(targetOfFault(fault))
              }
              onClick={() => attempt(async () => await show(fault))}
            >
              <span class={fault.is_warning ? "mark warning" : "mark failed"}>
                {nameKind(fault.error_type)}
              </span>{" "}
              {TOOL_TEXTS.map.types[targetOfFault(fault).obj_type]}{" "}
              <strong title={fault.obj_id}>{printId(fault.obj_id)}</strong>
              {fault.field !== null && <small class="quiet"> {fault.field}</small>}
            </button>
          </li>
        ))}
      </Rows>
      {listed.length < count && (
        <p class="quiet">{TOOL_TEXTS.start.more_networks(count - listed.length)}</p>
      )}
      <OneFix />
    </>
  );
}

function nameKind(kind: string): string {
  return TOOL_TEXTS.fault_kinds[kind as keyof typeof TOOL_TEXTS.fault_kinds] ?? kind;
}

/** Chooses the object and goes to where it is. */
async function show(fault: Fault): Promise<void> {
  if (!(await choose(targetOfFault(fault)))) return;
  const place = chosen.peek()?.place ?? null;
  if (place !== null) goToPoint(place);
}

/** Of the chosen object. */
function OneFix(): JSX.Element | null {
  const [known, one] = [faults.value, chosen.value];
  if (known === null || one === null) return null;
  const own = known.listed.filter((fault) => keyOf(targetOfFault(fault)) === keyOf(one));
  const fixes = [...new Set(own.flatMap((fault) => fixesOf(fault, known.fixes)))];
  if (fixes.length === 0) return null;
  return (
    <button
      type="button"
      disabled={!can_fix.value}
      onClick={() => attempt(async () => await fix(fixes))}
    >
      {TOOL_TEXTS.editor.fix_one(callOf(one.obj_type, one.stored))}
    </button>
  );
}
