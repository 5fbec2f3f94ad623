/** The graph on paper: what to print, how large, on how many pages; saved as a PDF. */

import { computed, signal } from "@preact/signals";
import type { JSX } from "preact";
import { printClock, printDay } from "../graph/clock.ts";
import { nameZone } from "../graph/zone.ts";
import { Choice } from "../parts/choice.tsx";
import { Dialog } from "../parts/dialog/dialog.tsx";
import { Field } from "../parts/fields.tsx";
import { MomentField } from "../parts/moment_field.tsx";
import { save } from "../parts/save.ts";
import { timetable_id } from "../state/address.ts";
import { graph_data } from "../state/graph.ts";
import { attempt } from "../state/session.ts";
import { scene, viewport, whole_area } from "../state/view.ts";
import { nameCategory, TEXTS } from "../texts.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { readFont } from "./font.ts";
import { printGraph } from "./graph_pdf.ts";
import { opened_out } from "./opened.ts";
import {
  fitScale,
  laySheets,
  PAPER_NAMES,
  type PaperName,
  SCALES,
  type Scale,
  SHEETS_MAX,
} from "./paper.ts";

interface Wanted {
  readonly title: string;
  readonly validity: string;
  readonly from_ms: number;
  readonly to_ms: number;
  readonly paper: PaperName;
  readonly mm_per_min: number;
  /** Null: fit the whole axis on one page. */
  readonly mm_per_km: number | null;
}

const MM_PER_MIN = 2;

/** The reader's changes to the defaults: the visible time on A3. */
const changed = signal<Partial<Wanted>>({});
const is_printing = signal(false);

const length_km = computed(() => (graph_data.value?.axis.forward.length_mm ?? 0) / 1_000_000);

const wanted = computed<Wanted>(() => {
  const stations = graph_data.value?.axis.forward.stations ?? [];
  const [first, last] = [stations[0]?.name ?? "", stations.at(-1)?.name ?? ""];
  const whole = whole_area.value;
  const [from, to] = [printDay(whole.from_ms), printDay(whole.to_ms)];
  const { from_ms, to_ms } = viewport.peek();
  return {
    title: `${first} – ${last}`,
    validity: from === to ? TOOL_TEXTS.print.valid_on(from) : TOOL_TEXTS.print.valid(from, to),
    from_ms: Math.floor(from_ms / 60_000) * 60_000,
    to_ms: Math.ceil(to_ms / 60_000) * 60_000,
    paper: "A3",
    mm_per_min: MM_PER_MIN,
    mm_per_km: null,
    ...changed.value,
  };
});

const scale = computed<Scale>(() => {
  const { paper, mm_per_min, mm_per_km } = wanted.value;
  return { mm_per_min, mm_per_km: mm_per_km ?? fitScale(paper, length_km.value) };
});

/** Why it can't be printed; null if it can. */
const refusal = computed<string | null>(() => {
  const { from_ms, to_ms } = wanted.value;
  const isWithin = (name: keyof Scale): boolean =>
    scale.value[name] >= SCALES[name].min && scale.value[name] <= SCALES[name].max;
  if (!(to_ms > from_ms)) return TOOL_TEXTS.print.no_time;
  if (!isWithin("mm_per_min") || !isWithin("mm_per_km")) return TOOL_TEXTS.print.no_scale;
  return countSheets() > SHEETS_MAX ? TOOL_TEXTS.print.too_many(SHEETS_MAX) : null;
});

function countSheets(): number {
  return laySheets(wanted.value.paper, scale.value, wanted.value, length_km.value).length;
}

function change(changes: Partial<Wanted>): void {
  changed.value = { ...changed.peek(), ...changes };
}

function close(): void {
  opened_out.value = null;
  changed.value = {};
}

export function PrintDialog(): JSX.Element {
  const refused = refusal.value;
  return (
    <Dialog heading={TOOL_TEXTS.print.heading} onClose={close}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          attempt(printPdf);
        }}
      >
        <TextField name="title" />
        <TextField name="validity" />
        <TimeField name="from_ms" />
        <TimeField name="to_ms" />
        <Choice
          label={TOOL_TEXTS.print.paper}
          value={wanted.value.paper}
          options={PAPER_NAMES.map((name) => ({ value: name, text: name }))}
          onChange={(paper) => change({ paper: paper as PaperName })}
        />
        <ScaleField name="mm_per_min" />
        <ScaleField name="mm_per_km" />
        <p class={refused === null ? "quiet" : "unkept"} role="status">
          {refused ?? TOOL_TEXTS.print.pages(countSheets())}
        </p>
        <p class="row below">
          <button type="button" onClick={close}>
            {TEXTS.close}
          </button>
          <button type="submit" class="main" disabled={refused !== null || is_printing.value}>
            {is_printing.value ? TOOL_TEXTS.print.printing : TOOL_TEXTS.print.save}
          </button>
        </p>
      </form>
    </Dialog>
  );
}

function TextField({ name }: { readonly name: "title" | "validity" }): JSX.Element {
  return (
    <Field
      label={TOOL_TEXTS.print[name]}
      value={wanted.value[name]}
      maxLength={200}
      onInput={(event) => change({ [name]: event.currentTarget.value })}
    />
  );
}

function TimeField({ name }: { readonly name: "from_ms" | "to_ms" }): JSX.Element {
  return (
    <MomentField
      label={TOOL_TEXTS.print[name]}
      time_ms={wanted.value[name]}
      step={60}
      onChange={(time_ms) => change({ [name]: time_ms })}
      onEmpty={() => change({ [name]: Number.NaN })}
    />
  );
}

function ScaleField({ name }: { readonly name: keyof Scale }): JSX.Element {
  const { min, max } = SCALES[name];
  return (
    <Field
      label={TOOL_TEXTS.print[name]}
      type="number"
      min={min}
      max={max}
      step="any"
      value={scale.value[name]}
      onChange={(event) => change({ [name]: event.currentTarget.valueAsNumber })}
    />
  );
}

async function printPdf(): Promise<void> {
  const { paper, title, validity, from_ms, to_ms } = wanted.peek();
  is_printing.value = true;
  try {
    const font = await readFont();
    const shown = scene.peek();
    const categories = [...new Set(shown.runs.map(({ category }) => category))].filter(Boolean);
    const bytes = await printGraph({
      paper,
      sheets: laySheets(paper, scale.peek(), { from_ms, to_ms }, length_km.peek()),
      scene: shown,
      font,
      texts: {
        title,
        validity,
        subtitle: TOOL_TEXTS.print.subtitle(
          `${printDay(from_ms)} ${printClock(from_ms)}`,
          `${printDay(to_ms)} ${printClock(to_ms)} ${nameZone()}`,
          scale.peek().mm_per_min,
          scale.peek().mm_per_km,
        ),
        legend: categories.sort().map((category) => ({ category, text: nameCategory(category) })),
        conflict: TOOL_TEXTS.looks.conflict,
        work: TOOL_TEXTS.looks.work,
        limit: TOOL_TEXTS.looks.limit,
        page: TOOL_TEXTS.print.page,
      },
    });
    const blob = new Blob([bytes as Uint8Array<ArrayBuffer>], { type: "application/pdf" });
    save(blob, `train_graph_${timetable_id.peek() ?? 0}.pdf`);
  } finally {
    is_printing.value = false;
  }
}
