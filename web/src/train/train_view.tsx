/** One train: speed over distance with its limits, stops, energy, margins, warnings, and what it occupies. */

import type { JSX } from "preact";
import { printClock, printClockOn, printSpan } from "../graph/clock.ts";
import { durationMs } from "../graph/occurrences.ts";
import { printNumber } from "../graph/zone.ts";
import { type Pick as Choice, Picker } from "../parts/picker.tsx";
import { Rows } from "../parts/rows.tsx";
import { openTab } from "../state/address.ts";
import { edited } from "../state/edits/open_form.ts";
import { runs } from "../state/graph.ts";
import { step } from "../state/loading.ts";
import { may_write } from "../state/rights.ts";
import {
  select,
  selected_data,
  selected_key,
  selected_name,
  selected_run,
  selected_start_ms,
  selected_train,
  selection,
  showRequirements,
} from "../state/selection.ts";
import { attempt } from "../state/session.ts";
import { listStretches } from "../state/stations/described_way.ts";
import { acceptRuns, statuses } from "../state/statuses.ts";
import { type PacedTrain, type TrainSchedule } from "../state/timetable.ts";
import type { Path, SelectedRun, Simulation } from "../state/trains/selected_run.ts";
import { isRunNamed, showRun } from "../state/view.ts";
import { TEXTS } from "../texts.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { Category } from "../train_form/category.tsx";
import { along, nameVoltage, stop_names } from "./along.ts";
import { Editor, Made } from "./editor.tsx";
import { SpeedChart } from "./speed_chart.tsx";
import "./train.css";

export function TrainView(): JSX.Element {
  const [train, data, edit] = [selected_train.value, selected_data.value, edited.value];
  const name = selected_name.value;
  if (edit !== null && edit.before === null) return <Made edit={edit} />;
  return (
    <div class="train">
      <div class="row train-head">
        <h2 class="head">{name ?? TEXTS.tabs.train}</h2>
        <Category />
        <Picker
          label={TOOL_TEXTS.train.choose}
          chosen={name === null ? null : { id: selected_key.value ?? "", name }}
          find={findRuns}
          onChange={({ id }) => select(id)}
        />
        {train !== null && data !== null && <Figures train={train} data={data} />}
        <span class="grow" />
        {(data?.path ?? null) !== null && (
          <button type="button" onClick={() => openTab("map")}>
            {TOOL_TEXTS.train.on_map}
          </button>
        )}
        {(data?.simulation ?? null) !== null && <OnGraph />}
      </div>
      {train === null && (
        <div class="to-choose">
          <p class="quiet">{TEXTS.loading[step.value] || TOOL_TEXTS.train.none}</p>
          <Rows label={TOOL_TEXTS.train.choose}>
            {findRuns("").map(({ id, name: found, hint }) => (
              <li key={id}>
                <button type="button" class="item" onClick={() => select(id)}>
                  <time>{hint}</time> <strong>{found}</strong>
                </button>
              </li>
            ))}
          </Rows>
        </div>
      )}
      {edit !== null && <Editor edit={edit} />}
      {train !== null && data === null && <p class="quiet">{TOOL_TEXTS.train.loading}</p>}
      {train !== null && data !== null && <Run train={train} data={data} />}
    </div>
  );
}

function OnGraph(): JSX.Element {
  return (
    <button
      type="button"
      onClick={() => {
        showRequirements(true);
        const run = selected_run.peek();
        if (run !== null) showRun(run);
        openTab("graph");
      }}
    >
      {TOOL_TEXTS.train.on_graph}
    </button>
  );
}

/** Where it goes from and to, with what, how far and how long. */
function Figures({ train, data: { path, simulation, setting } }: Props): JSX.Element {
  const [names, start_ms] = [stop_names.value, selected_start_ms.value];
  const lasts_ms = simulation?.final_output.times.at(-1) ?? 0;
  const [first, last] = [names[0] ?? "", names.at(-1) ?? ""];
  return (
    <p class="quiet">
      {setting.date !== undefined && `${setting.date} · `}
      {path !== null &&
        `${first} ${printClock(start_ms)} – ${last} ${printClockOn(start_ms + lasts_ms, start_ms)} · `}
      {train.rolling_stock_name}
      {path !== null && ` · ${TOOL_TEXTS.train.length(printNumber(path.length / 1e6, 1))}`}
    </p>
  );
}

const FOUND_MAX = 50;

function findRuns(text: string): readonly Choice[] {
  const words = text.trim().toLowerCase();
  return runs.value
    .filter((run) => isRunNamed(run, words))
    .toSorted((a, b) => a.start_ms - b.start_ms)
    .slice(0, FOUND_MAX)
    .map(({ key, name, start_ms }) => ({ id: key, name, hint: printClock(start_ms) }));
}

interface Props {
  readonly train: TrainSchedule | PacedTrain;
  readonly data: SelectedRun;
}

function Run({ train, data }: Props): JSX.Element {
  const { simulation, path } = data;
  if (simulation === null || path === null) {
    return <p class="notice failed">{TOOL_TEXTS.train.no_run(data.fault ?? "")}</p>;
  }
  return (
    <>
      <Outdated />
      <section aria-labelledby="speed">
        <h2 id="speed" class="unseen">
          {TOOL_TEXTS.train.speed}
        </h2>
        <SpeedChart simulation={simulation} path={path} name={selected_name.value ?? ""} />
        <Electrification length_mm={path.length} />
      </section>
      <div class="run-parts">
        <Stops train={train} simulation={simulation} path={path} />
        <Energy simulation={simulation} length_mm={path.length} />
        <section>
          <Margins train={train} />
          <Warnings train={train} simulation={simulation} />
          <p class="quiet">
            {TOOL_TEXTS.train.requirements_count(
              simulation.final_output.spacing_requirements.length,
            )}
          </p>
        </section>
      </div>
    </>
  );
}

/** What the run takes, beside the base run: without margins, as fast as it may. */
function Energy({
  simulation: { base, final_output },
  length_mm,
}: {
  readonly simulation: Simulation;
  readonly length_mm: number;
}): JSX.Element {
  const rows: readonly (readonly [string, (run: Simulation["base"]) => string])[] = [
    [TOOL_TEXTS.train.traction, ({ traction_j }) => `${printKwh(traction_j)} kWh`],
    [TOOL_TEXTS.train.brakes, ({ braking_j }) => `${printKwh(braking_j)} kWh`],
    [TOOL_TEXTS.train.lasts, ({ times }) => printSpan(times.at(-1) ?? 0)],
    [TOOL_TEXTS.train.highest, ({ speeds }) => `${printNumber(3.6 * Math.max(...speeds), 0)} km/h`],
  ];
  const share = 1 - final_output.traction_j / base.traction_j;
  return (
    <section>
      <h2 id="energy">{TOOL_TEXTS.train.energy}</h2>
      <p class="row">
        <strong class="figure">{printKwh(final_output.traction_j)} kWh</strong>
        <span class="quiet">
          {printNumber((final_output.traction_j / length_mm) * (1e6 / 3.6e6), 1)} kWh/km
        </span>
        {share >= 0.005 && (
          <span class="mark">{TOOL_TEXTS.train.spared(printNumber(100 * share, 0))}</span>
        )}
      </p>
      <table aria-labelledby="energy">
        <thead>
          <tr>
            <td />
            <th scope="col">{TOOL_TEXTS.train.run}</th>
            <th scope="col">{TOOL_TEXTS.train.base_run}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, print]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{print(final_output)}</td>
              <td>{print(base)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function printKwh(joules: number): string {
  return printNumber(joules / 3.6e6, 0);
}

function Outdated(): JSX.Element | null {
  const id = selection.value?.train_id ?? 0;
  const status = statuses.value?.get(id);
  if (status?.status !== "outdated") return null;
  return (
    <p class="notice warning">
      {TOOL_TEXTS.train.outdated}: {(status.reasons ?? []).map(tellReason).join(", ")}{" "}
      {may_write.value && (
        <button type="button" onClick={() => attempt(async () => await acceptRuns(status))}>
          {TOOL_TEXTS.train.acknowledge}
        </button>
      )}
    </p>
  );
}

function tellReason(reason: string): string {
  return Object.hasOwn(TOOL_TEXTS.changed, reason)
    ? TOOL_TEXTS.changed[reason as keyof typeof TOOL_TEXTS.changed]
    : reason.replaceAll("_", " ");
}

/** What the band of voltages says. */
function Electrification({ length_mm }: { readonly length_mm: number }): JSX.Element | null {
  const ranges = along.value?.electrifications;
  if (ranges === undefined) return null;
  return (
    <ul class="unseen" aria-label={TOOL_TEXTS.train.electrification}>
      {listStretches(ranges, length_mm).map(({ from_mm, to_mm, value }) => (
        <li key={from_mm}>
          {nameVoltage(value)}: {printNumber(from_mm / 1e6, 1)}–{printNumber(to_mm / 1e6, 1)} km
        </li>
      ))}
    </ul>
  );
}

function Stops({
  train,
  simulation: { base, final_output },
  path,
}: Pick<Props, "train"> & { readonly simulation: Simulation; readonly path: Path }): JSX.Element {
  const start_ms = selected_start_ms.value;
  const schedule = new Map(train.schedule.map((entry) => [entry.at, entry]));
  const names = stop_names.value;
  return (
    <section>
      <h2 id="stops">{TOOL_TEXTS.train.stops}</h2>
      {/* It is scrolled by keys too. */}
      <div class="scroll" role="region" aria-labelledby="stops" tabIndex={0}>
        <table class="stops">
          <thead>
            <tr>
              <th scope="col">{TOOL_TEXTS.columns.station}</th>
              <th scope="col">km</th>
              <th scope="col">{TOOL_TEXTS.columns.arrival}</th>
              <th scope="col">{TOOL_TEXTS.times.possible}</th>
              <th scope="col">{TOOL_TEXTS.columns.wanted}</th>
              <th scope="col">{TOOL_TEXTS.columns.stop}</th>
              <th scope="col">{TOOL_TEXTS.columns.departure}</th>
              <th scope="col">{TOOL_TEXTS.columns.signal}</th>
            </tr>
          </thead>
          <tbody>
            {train.path.map((item, i) => {
              const entry = schedule.get(item.id);
              const arrival_ms = start_ms + (final_output.path_item_times[i] ?? 0);
              const stop_for = entry?.stop_for ?? null;
              const stop_ms = stop_for === null ? null : durationMs(stop_for);
              const wanted = entry?.arrival ?? null;
              return (
                <tr key={item.id}>
                  <th scope="row">{names[i] ?? item.id}</th>
                  <td>{printNumber((path.path_item_positions[i] ?? 0) / 1e6, 1)}</td>
                  <td>{printClockOn(arrival_ms, start_ms)}</td>
                  <td class="quiet">
                    {printClockOn(start_ms + (base.path_item_times[i] ?? 0), start_ms)}
                  </td>
                  <td>
                    {wanted === null ? "" : printClockOn(start_ms + durationMs(wanted), start_ms)}
                  </td>
                  <td>{stop_ms === null ? "" : printSpan(stop_ms)}</td>
                  <td>{printClockOn(arrival_ms + (stop_ms ?? 0), start_ms)}</td>
                  <td>
                    {stop_ms === null || !entry
                      ? ""
                      : TOOL_TEXTS.times.signals[entry.reception_signal]}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function nameOfWaypoint({ path }: Props["train"], id: string | null | undefined): string {
  const at = path.findIndex((item) => item.id === id);
  return stop_names.value[at] ?? id ?? "…";
}

function Margins({ train }: { readonly train: TrainSchedule | PacedTrain }): JSX.Element {
  const { boundaries, values } = train.margins;
  const parts = values.map((value, i) => ({
    value,
    from: nameOfWaypoint(train, boundaries[i - 1] ?? train.path[0]?.id),
    to: nameOfWaypoint(train, boundaries[i] ?? train.path.at(-1)?.id),
  }));
  return (
    <>
      <h2>{TOOL_TEXTS.train.margins}</h2>
      <ul>
        {parts.map(({ value, from, to }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may be equal
          <li key={i}>
            {value} · {from} – {to}
          </li>
        ))}
        {parts.length === 0 && <li>{TOOL_TEXTS.train.no_margins}</li>}
      </ul>
    </>
  );
}

function Warnings({
  train,
  simulation,
}: {
  readonly train: Props["train"];
  readonly simulation: Simulation;
}): JSX.Element {
  const warnings = simulation.warnings ?? [];
  return (
    <>
      <h2>{TOOL_TEXTS.train.warnings}</h2>
      <ul>
        {warnings.map(({ type, waypoints, wanted_s, possible_s, earliest_s, latest_s }, i) => {
          const stretch = waypoints.map((id) => nameOfWaypoint(train, id)).join(" – ");
          const has_times = !type.endsWith("power_restriction");
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two warnings may be equal
            <li key={i}>
              {has_times
                ? TOOL_TEXTS.train.warning(
                    TOOL_TEXTS.unkept[type],
                    stretch,
                    printSpan(wanted_s * 1000),
                    printSpan(possible_s * 1000),
                  )
                : `${TOOL_TEXTS.unkept[type]}, ${stretch}`}
              {earliest_s !== undefined &&
                latest_s !== undefined &&
                TOOL_TEXTS.train.possible_span(
                  printSpan(earliest_s * 1000),
                  printSpan(latest_s * 1000),
                )}
            </li>
          );
        })}
        {warnings.length === 0 && <li>{TOOL_TEXTS.train.no_warnings}</li>}
      </ul>
    </>
  );
}
