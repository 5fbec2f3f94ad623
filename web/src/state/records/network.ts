/**
 * What others change in the chosen network, in works and in temporary limits: read again and marked. If
 * the network's version changes, everything is read; a group that is gone is no longer chosen.
 */
import { computed, effect, signal, untracked } from "@preact/signals";
import { api, ask } from "../../api/client.ts";
import { followInfra } from "../../api/events.ts";
import { TEXTS } from "../../texts.ts";
import { idOf, setParameters } from "../address.ts";
import { hearOfAll, MARK_MS } from "../live.ts";
import { attempt, tell } from "../session.ts";
import { type Choices, choices, infra_id, listLimits, listWorks } from "../setting.ts";
import { open_timetable_id } from "../timetable.ts";

/** Increases when the network's content changes. */
export const infra_version = computed(
  () => choices.value?.infras.find(({ id }) => id === infra_id.value)?.version ?? null,
);

/** The last `infra` event of the chosen network, as it came. */
export const told_change = signal<{ readonly infra_id: number; readonly data: string } | null>(
  null,
);

export type Marked = "infra" | "works" | "limits";

/** What another user has just changed. */
export const marked_choices = signal<ReadonlySet<Marked>>(new Set());

export function followNetwork(): void {
  effect(() => {
    const id = infra_id.value;
    if (id === null || open_timetable_id.value === null) return undefined;
    const readInfra = (): void => attempt(async () => await readNetwork(id));
    const readAll = (): void => {
      readInfra();
      attempt(readGroups);
    };
    let is_begun = false;
    return untracked(() =>
      followInfra(id, {
        told: {
          infra: (data) => {
            told_change.value = { infra_id: id, data };
            readInfra();
          },
          work_schedules: () => attempt(readGroups),
          temporary_speed_limits: () => attempt(readGroups),
        },
        onReset: readAll,
        // The choices were read before the stream began, so they may be out of date.
        onState: (state) => {
          if (state === "live" && !is_begun) readAll();
          is_begun ||= state === "live";
        },
        onEnd: (reason) => tell("failed", TEXTS.setting[reason]),
      }),
    );
  });
}

async function readNetwork(id: number): Promise<void> {
  const found = await ask(api.GET("/infra/{infra_id}", { params: { path: { infra_id: id } } }));
  const known = choices.peek();
  const before = known?.infras.find((one) => one.id === id);
  if (known === null || before === undefined) return;
  if (before.name === found.name && before.version === found.version) return;
  const infras = known.infras.map((one) => (one.id === id ? found : one));
  choices.value = { ...known, infras };
  mark("infra");
  if (before.version !== found.version) hearOfAll();
}

/** Groups never change: they only come and go. A chosen group that is gone is deselected, with a notice. */
async function readGroups(): Promise<void> {
  const [works, limits] = await Promise.all([listWorks(), listLimits()]);
  const before = choices.peek();
  if (before === null) return;
  choices.value = { ...before, works, limits };
  for (const [kind, listed] of Object.entries({ works, limits }) as [
    "works" | "limits",
    Groups,
  ][]) {
    if (JSON.stringify(before[kind]) !== JSON.stringify(listed)) mark(kind);
    const chosen = idOf(kind);
    if (chosen === null || listed.some(({ id }) => id === chosen)) continue;
    setParameters({ [kind]: "" });
    tell("warning", TEXTS.setting.gone[kind]);
  }
}

type Groups = Choices["works"];

function mark(kind: Marked): void {
  marked_choices.value = new Set([...marked_choices.peek(), kind]);
  setTimeout(() => {
    marked_choices.value = new Set([...marked_choices.peek()].filter((one) => one !== kind));
  }, MARK_MS);
}
