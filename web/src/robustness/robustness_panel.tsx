/** Many days tried with delays: how punctual the timetable is, who makes whom late, and what a trial would change. */
import type { ComponentChildren, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { paletteOf } from "../graph/drawing/palette.ts";
import { printNumber } from "../graph/zone.ts";
import { Choice } from "../parts/choice.tsx";
import { Field } from "../parts/fields.tsx";
import { Rows } from "../parts/rows.tsx";
import { trial } from "../state/edits/trial.ts";
import { select, selected_key } from "../state/selection.ts";
import { attempt } from "../state/session.ts";
import { compared_runs, is_dark } from "../state/view.ts";
import { nameOfDayTrain } from "../today/day_names.ts";
import { runOf } from "../today/today.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { BANDS_MIN, bandColours } from "./bands.ts";
import { bands, chosen_stops, stations_on_axis } from "./late_trains.ts";
import {
  DAYS_MAX,
  is_outdated,
  isStored,
  leave,
  type Order,
  progress,
  ranked_trains,
  shareOf,
  type TriedDays,
  type TriedTrain,
  tried,
  tryDays,
  WITHIN_S,
  wanted,
} from "./tried_days.ts";
import "./robustness.css";

const RANKED_MAX = 8;

export function RobustnessPanel(): JSX.Element {
  useEffect(() => {
    const before = compared_runs.peek();
    const end = bands.subscribe((found) => {
      compared_runs.value = found;
    });
    return () => {
      end();
      leave();
      compared_runs.value = before;
    };
  }, []);
  const found = tried.value;
  return (
    <>
      <Wanted />
      {found === null && progress.value === null && (
        <p class="quiet">{TOOL_TEXTS.robustness.hint}</p>
      )}
      {found !== null && is_outdated.value && (
        <p class="quiet" role="status">
          {TOOL_TEXTS.robustness.outdated}
        </p>
      )}
      {found !== null && <Told found={found} />}
    </>
  );
}

function Wanted(): JSX.Element {
  const asked = wanted.value;
  const done = progress.value;
  const number = (
    name: "late_percent" | "late_minutes" | "stop_seconds" | "days",
    [min, max]: readonly [number, number],
  ): JSX.Element => (
    <Field
      label={TOOL_TEXTS.robustness[name]}
      type="number"
      required
      min={min}
      max={max}
      step={name === "late_minutes" ? 0.5 : 1}
      value={asked[name]}
      onChange={({ currentTarget: { valueAsNumber } }) => {
        wanted.value = { ...wanted.peek(), [name]: valueAsNumber };
      }}
    />
  );
  return (
    <form
      class="tried-days"
      onSubmit={(event) => {
        event.preventDefault();
        attempt(tryDays);
      }}
    >
      {number("late_percent", [0, 100])}
      {number("late_minutes", [0, 60])}
      {number("stop_seconds", [0, 600])}
      {number("days", [1, DAYS_MAX])}
      <Choice
        label={TOOL_TEXTS.robustness.order}
        value={asked.order}
        options={(["planned", "first_come"] as const).map((value) => ({
          value,
          text: TOOL_TEXTS.robustness.orders[value],
        }))}
        onChange={(order) => {
          wanted.value = { ...wanted.peek(), order: order as Order };
        }}
      />
      <div class="row">
        {done === null ? (
          <button type="submit" class="main">
            {trial.value === null ? TOOL_TEXTS.robustness.try : TOOL_TEXTS.robustness.try_changes}
          </button>
        ) : (
          <>
            <progress
              aria-label={TOOL_TEXTS.robustness.progress(done.days, done.of)}
              max={done.of}
              value={done.days}
            />
            <button type="button" onClick={leave}>
              {TOOL_TEXTS.robustness.stop}
            </button>
          </>
        )}
      </div>
    </form>
  );
}

function Told({ found }: { readonly found: TriedDays }): JSX.Element {
  const { after, differences } = found;
  const minutes = (seconds: number): string => printNumber(seconds / 60, 1);
  return (
    <>
      <h2>{TOOL_TEXTS.robustness.punctual}</h2>
      <ul class="list figures">
        {found.all.punctual.map(({ within_seconds, share, low, high }, i) => (
          <li key={within_seconds}>
            <Share
              name={TOOL_TEXTS.robustness.within(within_seconds / 60)}
              share={share}
              after={after?.all.punctual[i]?.share}
            >
              {differences === undefined
                ? `${printNumber(100 * low, 0)}–${percent(high)}`
                : describeChange(differences.all.punctual[i])}
            </Share>
          </li>
        ))}
      </ul>
      <p>
        {TOOL_TEXTS.robustness.passed_on(
          minutes(found.primary_seconds_per_day),
          minutes(found.knock_on_seconds_per_day),
        )}
        {after !== undefined &&
          ` ${TOOL_TEXTS.robustness.then_passed_on(minutes(after.knock_on_seconds_per_day))}`}
      </p>
      {found.deadlocked_days > 0 && (
        <p class="unkept">{TOOL_TEXTS.robustness.deadlocked(found.deadlocked_days, found.days)}</p>
      )}
      <Bands />
      <ChosenStops />
      <Stations />
      <Ranked heading={TOOL_TEXTS.robustness.pairs} items={found.pairs}>
        {({ cause, train, seconds_per_day }) =>
          TOOL_TEXTS.robustness.pair(nameOf(cause), nameOf(train), minutes(seconds_per_day))
        }
      </Ranked>
      <Ranked heading={TOOL_TEXTS.robustness.trains} items={ranked_trains.value}>
        {(one) => TOOL_TEXTS.robustness.train(nameOf(one.train), percent(shareOf(one)))}
      </Ranked>
      {found.places.length > 0 && <h2>{TOOL_TEXTS.robustness.places}</h2>}
      <ul class="list figures">
        {found.places.slice(0, RANKED_MAX).map(({ signal, seconds_per_day }) => (
          <li key={signal}>
            {TOOL_TEXTS.robustness.place(
              signal ?? TOOL_TEXTS.robustness.before_entry,
              minutes(seconds_per_day),
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** A share with its bar; what changes would make of it beneath. */
function Share({
  name,
  share,
  after,
  children,
}: {
  readonly name: string;
  readonly share: number;
  readonly after: number | undefined;
  readonly children?: ComponentChildren;
}): JSX.Element {
  return (
    <div class="share">
      <span>{name}</span>
      <strong>
        {percent(share)}
        {after !== undefined && ` → ${percent(after)}`}
      </strong>
      {children !== undefined && <span class="quiet">{children}</span>}
      <meter value={after ?? share} aria-label={name} />
    </div>
  );
}

function percent(share: number): string {
  return `${printNumber(100 * share, 0)} %`;
}

type Change = NonNullable<TriedDays["differences"]>["all"]["punctual"][number];

function describeChange(change: Change | undefined): string {
  if (change === undefined) return "";
  const points = (share: number): string => printNumber(100 * share, 1);
  return TOOL_TEXTS.robustness.change(
    points(change.change),
    points(change.low),
    points(change.high),
  );
}

/** What the bands on the graph mean. */
function Bands(): JSX.Element {
  const colours = bandColours(paletteOf(is_dark.value));
  return (
    <ul class="bands" aria-label={TOOL_TEXTS.robustness.bands}>
      {BANDS_MIN.map((minutes, i) => (
        <li key={minutes}>
          <svg width="22" height="10" aria-hidden="true">
            <rect width="22" height="10" fill={colours[i]} />
          </svg>
          {TOOL_TEXTS.robustness.from_minutes(minutes)}
        </li>
      ))}
    </ul>
  );
}

/** Of the chosen train: how late it is at its stops, and how much of its reserves it needs. */
function ChosenStops(): JSX.Element {
  const stops = chosen_stops.value;
  if (stops === null) return <p class="quiet">{TOOL_TEXTS.robustness.choose}</p>;
  return (
    <table class="data">
      <caption>{stops.name}</caption>
      <thead>
        <tr>
          <th scope="col">{TOOL_TEXTS.robustness.stop_name}</th>
          <th scope="col">{TOOL_TEXTS.robustness.late}</th>
          <th scope="col">{TOOL_TEXTS.robustness.reserve}</th>
          <th scope="col">{TOOL_TEXTS.robustness.made_up}</th>
        </tr>
      </thead>
      <tbody>
        {stops.list.map((one) => (
          <tr key={one.stop}>
            <th scope="row">{one.name}</th>
            <td>{one.mean_seconds === null ? "–" : printSeconds(one.mean_seconds)}</td>
            <td>{printSeconds(one.reserve_seconds)}</td>
            <td>{printSeconds(one.made_up_seconds_per_day)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function printSeconds(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** In the order of the axis. */
function Stations(): JSX.Element | null {
  const listed = stations_on_axis.value;
  if (listed.length === 0) return null;
  return (
    <>
      <h2>{TOOL_TEXTS.robustness.stations(WITHIN_S / 60)}</h2>
      <ul class="list figures">
        {listed.map(({ name, share, after }) => (
          <li key={name}>
            <Share name={name} share={share} after={after} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The first of a ranked list; a click chooses the train on the graph. */
function Ranked<One extends { readonly train: TriedTrain["train"] }>({
  heading,
  items,
  children,
}: {
  readonly heading: string;
  readonly items: readonly One[];
  readonly children: (one: One) => string;
}): JSX.Element | null {
  if (items.length === 0) return null;
  return (
    <>
      <h2>{heading}</h2>
      <Rows label={heading}>
        {items.slice(0, RANKED_MAX).map((one) => {
          const key = (isStored(one.train) ? runOf({ train: one.train }) : null)?.key ?? null;
          return (
            <li key={JSON.stringify(one)}>
              <button
                type="button"
                class="item"
                disabled={key === null}
                aria-pressed={key !== null && key === selected_key.value}
                onClick={() => select(key)}
              >
                {children(one)}
              </button>
            </li>
          );
        })}
      </Rows>
    </>
  );
}

function nameOf(train: TriedTrain["train"]): string {
  return isStored(train) ? nameOfDayTrain(train) : TOOL_TEXTS.robustness.added;
}
