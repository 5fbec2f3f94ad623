/** The conflicts of all days of the period, each once with its days; a chosen one opens the first date that is listed. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { daysToText } from "../../../src/railway/days/days_text.ts";
import { dateOf, dayOf, weekdayOf } from "../../../src/railway/days/operating_days.ts";
import { guardText, quoteField } from "../../../src/railway/table_text.ts";
import { api, ask, type Schemas } from "../api/client.ts";
import { conflictQuery } from "../api/setting.ts";
import { printClock } from "../graph/clock.ts";
import { listRuns } from "../graph/drawing/marks.ts";
import { Choice } from "../parts/choice.tsx";
import { Field } from "../parts/fields.tsx";
import { ROWS_MAX, Rows } from "../parts/rows.tsx";
import { save } from "../parts/save.ts";
import { timetable_id } from "../state/address.ts";
import { language } from "../state/asked/reader.ts";
import { scope } from "../state/asked/resolving.ts";
import { describeRuns } from "../state/conflict_names.ts";
import { calendar, type Period } from "../state/dates.ts";
import { may_write } from "../state/rights.ts";
import { explain } from "../state/session.ts";
import { setting } from "../state/setting.ts";
import { showDate } from "../state/show_date.ts";
import { TEXTS } from "../texts.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";

type Answer = Schemas["ConflictsOfDays"];

/** A conflict, and where it stands among the days of the period. */
interface Listed {
  readonly conflict: Answer["conflicts"][number];
  readonly bits: Uint8Array;
  /** The first day that is wanted, a place in the period. */
  readonly first: number;
}

export function YearConflicts(): JSX.Element | null {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [is_looking, setLooking] = useState(false);
  const period = calendar.value?.period;
  if (period === undefined) return null;
  const find = async (): Promise<void> => {
    setLooking(true);
    try {
      setAnswer(await askYear());
      setFault(null);
    } catch (error) {
      setFault(explain(error));
    }
    setLooking(false);
  };
  return (
    <details>
      <summary>{TOOL_TEXTS.year.heading}</summary>
      <p class="quiet">{TOOL_TEXTS.year.about}</p>
      <button type="button" disabled={is_looking} onClick={() => void find()}>
        {is_looking ? TOOL_TEXTS.year.looking : TOOL_TEXTS.year.find}
      </button>
      {fault !== null && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      {answer !== null && <Found answer={answer} period={period} />}
      {answer !== null && answer.conflicts.length > 0 && may_write.value && (
        <button
          type="button"
          onClick={() => {
            scope.value = { numbers: null, of_all_days: true };
          }}
        >
          {TOOL_TEXTS.year.resolve}
        </button>
      )}
    </details>
  );
}

async function askYear(): Promise<Answer | null> {
  const [id, chosen] = [timetable_id.peek(), setting.peek()];
  if (id === null || chosen === null) return null;
  return await ask(
    api.GET("/timetable/{timetable_id}/conflicts/days", {
      params: { path: { timetable_id: id }, query: conflictQuery(chosen) },
    }),
  );
}

function Found({
  answer,
  period,
}: {
  readonly answer: Answer;
  readonly period: Period;
}): JSX.Element {
  const [weekday, setWeekday] = useState("");
  const [date, setDate] = useState("");
  const listed = listWanted(answer, period, { weekday, date });
  return (
    <>
      <div class="filters">
        <Choice
          label={TOOL_TEXTS.year.weekday}
          value={weekday}
          options={[
            { value: "", text: TOOL_TEXTS.year.all },
            ...TOOL_TEXTS.days.weekdays.map((text, i) => ({ value: String(i + 1), text })),
          ]}
          onChange={setWeekday}
        />
        <Field
          label={TOOL_TEXTS.year.date}
          type="date"
          min={period.first}
          max={period.last}
          value={date}
          onChange={({ currentTarget: { value } }) => setDate(value)}
        />
      </div>
      <Rows label={TOOL_TEXTS.year.count(listed.length)}>
        {listed.slice(0, ROWS_MAX).map((one) => (
          <li key={JSON.stringify(one.conflict)}>
            <Line listed={one} period={period} />
          </li>
        ))}
      </Rows>
      <p class="quiet">{TOOL_TEXTS.year.count(listed.length)}</p>
      {listed.length > 0 && (
        <button type="button" onClick={() => saveCsv(listed, period)}>
          {TOOL_TEXTS.year.save}
        </button>
      )}
      {answer.outside_count > 0 && (
        <p class="quiet">{TOOL_TEXTS.year.outside(answer.outside_count)}</p>
      )}
    </>
  );
}

function Line({
  listed: { conflict, bits, first },
  period,
}: {
  readonly listed: Listed;
  readonly period: Period;
}): JSX.Element {
  const first_day = dayOf(period.first);
  const [from_ms, to_ms] = [Date.parse(conflict.start_time), Date.parse(conflict.end_time)];
  return (
    <button type="button" class="item conflict" onClick={() => showDate(dateOf(first_day + first))}>
      <span>
        {TEXTS.graph.conflict_types[conflict.conflict_type]} <time>{printClock(from_ms)}</time>–
        <time>{printClock(to_ms)}</time>
      </span>{" "}
      <strong>{describeRuns({ runs: listRuns(conflict), sent: conflict })}</strong>{" "}
      <span class="quiet">{daysToText({ first_day, bits }, language.value)}</span>
    </button>
  );
}

/** All that are listed, also those that the list has no room for. */
function saveCsv(listed: readonly Listed[], period: Period): void {
  const first_day = dayOf(period.first);
  const rows = listed.map(({ conflict, bits, first }) => [
    TEXTS.graph.conflict_types[conflict.conflict_type],
    printClock(Date.parse(conflict.start_time)),
    printClock(Date.parse(conflict.end_time)),
    describeRuns({ runs: listRuns(conflict), sent: conflict }),
    daysToText({ first_day, bits }, language.value),
    String(bits.reduce((sum, bit) => sum + bit, 0)),
    dateOf(first_day + first),
  ]);
  const lines = [TOOL_TEXTS.year.columns, ...rows].map((cells) =>
    cells.map((cell) => quoteField(guardText(cell))).join(","),
  );
  const text = `${lines.join("\r\n")}\r\n`;
  save(new Blob([text], { type: "text/csv" }), `conflicts_${timetable_id.peek()}.csv`);
}

/** Those of a weekday and of a date; empty: of any. */
function listWanted(
  { conflicts, day_sets }: Answer,
  period: Period,
  { weekday, date }: { readonly weekday: string; readonly date: string },
): Listed[] {
  const first_day = dayOf(period.first);
  const sets = day_sets.map((one) => {
    const bits = Uint8Array.from(one.bits, Number);
    const first = bits.findIndex(
      (bit, place) =>
        bit === 1 &&
        (weekday === "" || weekdayOf(first_day + place) === Number(weekday)) &&
        (date === "" || dayOf(date) - first_day === place),
    );
    return { bits, first };
  });
  return conflicts.flatMap((conflict) => {
    const set = sets[conflict.day_set];
    return set === undefined || set.first < 0 ? [] : [{ conflict, ...set }];
  });
}
