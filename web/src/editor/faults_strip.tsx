/** Faults of the network, docked below its map, each with the repair that needs no choice; a click shows one on the map. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { goToPoint } from "../map/map_frame.tsx";
import { Rows } from "../parts/rows.tsx";
import { attempt } from "../state/session.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { pending, steps } from "./edits/commit.ts";
import { keyOf, type Operation, printId } from "./edits/edits.ts";
import {
  can_fix,
  type Fault,
  type Faults,
  faults,
  fix,
  fixesOf,
  targetOfFault,
} from "./edits/faults.ts";
import { choose, chosen } from "./selected.ts";

/** There the map needs the room. */
const PHONE_PX = 640;

export function FaultsStrip(): JSX.Element {
  const known = faults.value;
  if (known !== null) return <Strip {...known} />;
  return (
    <details class="strip">
      <summary class="quiet">…</summary>
    </details>
  );
}

/** Faults may be known late, when editing has begun: it opens by itself only before that, since the map would move. */
function Strip({ count, listed, fixes }: Faults): JSX.Element {
  const [is_open] = useState(count > 0 && innerWidth > PHONE_PX && !hasEdited());
  return (
    <details open={is_open} class="strip">
      <summary>
        {count === 0 ? TOOL_TEXTS.editor.no_faults : TOOL_TEXTS.editor.faults}
        {count > 0 && <span class="mark failed">{count}</span>}
      </summary>
      {fixes.length > 0 && <Fix text={TOOL_TEXTS.editor.fix_all(fixes.length)} fixes={fixes} />}
      <Rows label={TOOL_TEXTS.editor.faults}>
        {listed.map((fault, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one object may have a fault twice
          <OneFault key={i} fault={fault} fixes={fixesOf(fault, fixes)} />
        ))}
      </Rows>
      {listed.length < count && (
        <p class="quiet">{TOOL_TEXTS.start.more_networks(count - listed.length)}</p>
      )}
    </details>
  );
}

const hasEdited = (): boolean => pending.peek().size > 0 || steps.peek().undo.length > 0;

function OneFault({
  fault,
  fixes,
}: {
  readonly fault: Fault;
  readonly fixes: readonly Operation[];
}): JSX.Element {
  const target = targetOfFault(fault);
  const name = `${TOOL_TEXTS.map.types[target.obj_type]} ${printId(fault.obj_id)}`;
  return (
    <li class="fault">
      <button
        type="button"
        class="item"
        aria-pressed={chosen.value !== null && keyOf(chosen.value) === keyOf(target)}
        onClick={() => attempt(async () => await show(fault))}
      >
        <span class={fault.is_warning ? "mark warning" : "mark failed"}>
          {nameKind(fault.error_type)}
        </span>
        <strong title={fault.obj_id}>{name}</strong>
        {fault.field !== null && <small class="quiet">{fault.field}</small>}
      </button>
      {fixes.length > 0 && (
        <Fix text={TOOL_TEXTS.editor.fix} label={TOOL_TEXTS.editor.fix_one(name)} fixes={fixes} />
      )}
    </li>
  );
}

function Fix({
  text,
  label,
  fixes,
}: {
  readonly text: string;
  readonly label?: string;
  readonly fixes: readonly Operation[];
}): JSX.Element {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={!can_fix.value}
      onClick={() => attempt(async () => await fix(fixes))}
    >
      {text}
    </button>
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
