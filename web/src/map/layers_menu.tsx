/** What the map shows of the network, and what its colours mean. */
import type { JSX } from "preact";
import { CheckField } from "../parts/fields.tsx";
import { Menu } from "../parts/menu.tsx";
import { is_dark } from "../state/view.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { type Shown, showGroup, shown_groups } from "./shown_groups.ts";
import {
  printClass,
  SPEED_CLASSES,
  VOLTAGES,
  ZONE_STATES,
  type ZoneState,
} from "./style/classes.ts";
import { ink } from "./style/ink.ts";

interface Offered {
  /** What this map can show. */
  readonly offered: readonly Shown[];
}

export function LayersMenu({ offered }: Offered): JSX.Element {
  return (
    <Menu label={TOOL_TEXTS.map.layers}>
      {offered.map((group) => (
        <CheckField
          key={group}
          label={TOOL_TEXTS.map.groups[group]}
          is_on={shown_groups.value.has(group)}
          onChange={(is_on) => showGroup(group, is_on)}
        />
      ))}
    </Menu>
  );
}

/** Of colours that stand for numbers, and of lines that stand for states. */
export function MapLegend({ offered }: Offered): JSX.Element | null {
  const isShown = (group: Shown): boolean =>
    offered.includes(group) && shown_groups.value.has(group);
  const [speeds, volts, zones] = [isShown("speeds"), isShown("electrification"), isShown("zones")];
  if (!speeds && !volts && !zones) return null;
  return (
    <ul class="legend" aria-label={TOOL_TEXTS.looks.legend}>
      {speeds && (
        <>
          {SPEED_CLASSES.map((one) => (
            <li key={one.up_to}>
              <Sample colour={is_dark.value ? one.dark : one.light} />
              {printClass(one)}
            </li>
          ))}
          <li>km/h</li>
        </>
      )}
      {volts &&
        VOLTAGES.map(({ name, light, dark }) => (
          <li key={name}>
            <Sample colour={is_dark.value ? dark : light} />
            {name}
          </li>
        ))}
      {zones &&
        ZONE_STATES.map((state) => (
          <li key={state}>
            <ZoneSample state={state} />
            {TOOL_TEXTS.map.zone_states[state]}
          </li>
        ))}
    </ul>
  );
}

function Sample({ colour }: { readonly colour: string }): JSX.Element {
  return (
    <svg width="22" height="10" aria-hidden="true">
      <line x1="0" x2="22" y1="5" y2="5" stroke={colour} stroke-width="4" />
    </svg>
  );
}

/** As the map draws them. */
const ZONE_LINES: Readonly<
  Record<ZoneState, readonly { y: number; width: number; dash: string }[]>
> = {
  OCCUPIED: [{ y: 5, width: 8, dash: "none" }],
  RESERVED: [
    { y: 2, width: 2, dash: "none" },
    { y: 8, width: 2, dash: "none" },
  ],
  ROUTE_SET: [{ y: 5, width: 4, dash: "6 4" }],
};

function ZoneSample({ state }: { readonly state: ZoneState }): JSX.Element {
  const colour = ink.value.zone;
  return (
    <svg width="22" height="10" aria-hidden="true">
      {ZONE_LINES[state].map(({ y, width, dash }) => (
        <line
          key={y}
          x1="0"
          x2="22"
          y1={y}
          y2={y}
          stroke={colour}
          stroke-width={width}
          stroke-dasharray={dash}
        />
      ))}
    </svg>
  );
}
