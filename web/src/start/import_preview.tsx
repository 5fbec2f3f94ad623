/** What an import of the chosen file would bring, before it is begun; places that the network has not can be matched. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { isAbort, type Schemas } from "../api/client.ts";
import { printDay } from "../graph/clock.ts";
import { printNumber } from "../graph/zone.ts";
import {
  keepMatches,
  networkFormat,
  previewNetwork,
  previewTrains,
  type ReportRow,
  type TimetableChoices,
  timetableFormat,
} from "../state/records/import_files.ts";
import { linesOf } from "../state/records/importing.ts";
import { noteFailure } from "../state/session.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { Report } from "./import_report.tsx";

interface Asked {
  readonly kind: "network" | "stocks" | "timetable";
  readonly file: File;
  readonly choices: TimetableChoices;
}

/** Of a file's operating days. */
export type FilePeriod = NonNullable<Schemas["TimetableImportPreview"]["period"]>;

type Place = Schemas["LookedUpPlace"];

interface Told {
  readonly texts: readonly string[];
  readonly report: readonly ReportRow[];
  /** Those that can be matched. */
  readonly places: readonly Place[];
  /** Absent: it tells no days, or they are not kept. */
  readonly period?: FilePeriod | null | undefined;
}

/** Null: a file of this server's own form, or of rolling stocks. */
async function look({ kind, file, choices }: Asked, signal: AbortSignal): Promise<Told | null> {
  const texts = TOOL_TEXTS.imports;
  if (kind === "network") {
    const format = await networkFormat(file);
    if (format === null) return null;
    const { counts, length, report } = await previewNetwork(format, file, signal);
    const { operational_points, switches, signals } = counts;
    const length_km = printNumber(length / 1000, 1);
    const text = texts.would_network(length_km, operational_points, switches, signals);
    return { texts: [text], report, places: [] };
  }
  const format = kind === "timetable" ? await timetableFormat(file) : null;
  if (format === null) return null;
  const told = await previewTrains(format, { file, choices }, signal);
  const { train_schedules, paced_trains, first_start, last_start, found, places, report } = told;
  const { period = null } = told;
  const [first = "", last = ""] = [first_start, last_start].map((start) =>
    start === null ? "" : printDay(Date.parse(start)),
  );
  const of_network = texts.would_places(found.match + found.word, found.place, found.not);
  return {
    texts: [
      texts.would_trains(train_schedules, paced_trains),
      ...(first === "" || period !== null ? [] : [texts.would_period(first, last)]),
      ...(choices.infra_id === null ? [] : [of_network]),
    ],
    report,
    period,
    places: places.filter(({ candidates }) => candidates.length > 0),
  };
}

export function ImportPreview({
  kind,
  file,
  choices,
  onPeriod,
}: Asked & {
  /** Not called while the file can't be read. */
  readonly onPeriod: (period: FilePeriod | null) => void;
}): JSX.Element | null {
  const [told, setTold] = useState<Told | null>(null);
  const [faults, setFaults] = useState<readonly string[]>([]);
  const [is_looking, setLooking] = useState(false);
  const [round, setRound] = useState(0);
  const { infra_id, first_day, columns, days } = choices;
  useEffect(() => {
    const ending = new AbortController();
    const begin = async (): Promise<void> => {
      setTold(null);
      setFaults([]);
      setLooking(true);
      try {
        const seen = await look({ kind, file, choices }, ending.signal);
        setTold(seen);
        if (days !== null) onPeriod(seen?.period ?? null);
      } catch (error) {
        if (isAbort(error)) return;
        setFaults(linesOf(error));
      }
      setLooking(false);
    };
    void begin();
    return () => ending.abort();
  }, [kind, file, infra_id, first_day, columns, days, round]);
  if (is_looking) return <small class="quiet">{TOOL_TEXTS.imports.looking}</small>;
  return (
    <div class="preview">
      {told?.texts.map((text) => (
        <small key={text}>{text}</small>
      ))}
      {faults.map((text) => (
        <small key={text}>{text}</small>
      ))}
      {told !== null && told.report.length > 0 && <Report rows={told.report} />}
      {told !== null && infra_id !== null && told.places.length > 0 && (
        <Matching
          places={told.places}
          infra_id={infra_id}
          onKept={() => setRound((before) => before + 1)}
        />
      )}
    </div>
  );
}

/** Chooses operational points for names that the network has not, or only near. */
function Matching({
  places,
  infra_id,
  onKept,
}: {
  readonly places: readonly Place[];
  readonly infra_id: number;
  readonly onKept: () => void;
}): JSX.Element {
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const keep = async (): Promise<void> => {
    const matches = [...chosen].filter(([, id]) => id !== "");
    const named = matches.map(([name, operational_point]) => ({ name, operational_point }));
    await keepMatches(infra_id, named);
    onKept();
  };
  return (
    <details>
      <summary>{TOOL_TEXTS.imports.match(places.length)}</summary>
      {places.map(({ name, operational_point, candidates }) => (
        <label key={name} class="field">
          <span>{name}</span>
          <select
            value={chosen.get(name) ?? operational_point?.id ?? ""}
            onChange={({ currentTarget: { value } }) =>
              setChosen(new Map([...chosen, [name, value]]))
            }
          >
            <option value="">{TOOL_TEXTS.imports.no_match}</option>
            {withOwn(candidates, operational_point).map((one) => (
              <option key={one.id} value={one.id}>
                {one.name ?? one.id}
              </option>
            ))}
          </select>
        </label>
      ))}
      <button
        type="button"
        disabled={chosen.size === 0}
        onClick={() => void keep().catch(noteFailure)}
      >
        {TOOL_TEXTS.imports.keep_matches}
      </button>
    </details>
  );
}

type Point = Schemas["NamedPoint"];

function withOwn(candidates: readonly Point[], own: Point | null): readonly Point[] {
  if (own === null) return candidates;
  return [own, ...candidates.filter(({ id }) => id !== own.id)];
}
