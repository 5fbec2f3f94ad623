/** What the map shows of the network, and what its colours mean. */
import type { JSX } from "preact";
import { LATER } from "../later_texts.ts";
import { Menu } from "../parts/menu.tsx";
import { is_dark } from "../state/view.ts";
import { TEXTS } from "../texts.ts";
import { printClass, SPEED_CLASSES, VOLTAGES } from "./classes.ts";
import { GROUPS } from "./network_layers.ts";
import { showGroup, shown_groups } from "./shown_groups.ts";

export function LayersMenu(): JSX.Element {
  return (
    <Menu label={LATER.map.layers}>
      {GROUPS.map((group) => (
        <label key={group} class="check">
          <input
            type="checkbox"
            checked={shown_groups.value.has(group)}
            onChange={(event) => showGroup(group, event.currentTarget.checked)}
          />
          {LATER.map.groups[group]}
        </label>
      ))}
    </Menu>
  );
}

/** Of colours that stand for numbers. */
export function MapLegend(): JSX.Element | null {
  const groups = shown_groups.value;
  const [speeds, volts] = [groups.has("speeds"), groups.has("electrification")];
  if (!speeds && !volts) return null;
  return (
    <ul class="legend" aria-label={TEXTS.graph.legend}>
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
