/** Imports networks, rolling stocks and timetables from files. Each shows its progress and its faults by line. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../parts/dialog/dialog.tsx";
import { isName } from "../parts/dialog/name_dialog.tsx";
import { Field } from "../parts/fields.tsx";
import { printAddress } from "../state/address.ts";
import {
  type Choices,
  hasDays,
  hasWeekdays,
  isNetgraph,
  loadImportChoices,
  NETWORK_FILES,
  networkFormat,
  type ReportRow,
  STOCK_FILES,
  stockFormat,
  TIMETABLE_FILES,
  type TimetableChoices,
  type TimetableFormat,
  timetableFormat,
} from "../state/records/import_files.ts";
import {
  importNetwork,
  importNetworkFile,
  importStockFile,
  importStocks,
  importTimetable,
  importTimetableFile,
  linesOf,
  type Progress,
  type Step,
} from "../state/records/importing.ts";
import { refreshOverview } from "../state/records/overview.ts";
import { hasRole, type Role } from "../state/records/roles.ts";
import { networkFor, noteNetwork } from "../state/records/used_networks.ts";
import { noteFailure } from "../state/session.ts";
import { loadChoices } from "../state/setting.ts";
import { TEXTS } from "../texts.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { ColumnChoices } from "./column_choices.tsx";
import { ALL_DAYS, DaysTakenChoice, PeriodChoice } from "./days_taken.tsx";
import { type FilePeriod, ImportPreview } from "./import_preview.tsx";
import { Report } from "./import_report.tsx";
import { LoadSample } from "./load_sample.tsx";

interface Done {
  readonly texts: readonly string[];
  /** Of a file in another format. */
  readonly report?: readonly ReportRow[];
  /** Address of the imported object. */
  readonly link?: string;
}

interface Given {
  readonly name: string;
  readonly file: File;
  /** The facts that a timetable of another format lacks. */
  readonly choices: TimetableChoices;
}

type Import = (given: Given, progress: Progress) => Promise<Done>;

interface Kind {
  readonly key: "network" | "stocks" | "timetable";
  readonly role: Role;
  readonly has_name: boolean;
  /** File name endings that it accepts. */
  readonly files: string;
  readonly run: Import;
}

const KINDS: readonly Kind[] = [
  {
    key: "network",
    role: "infra:write",
    has_name: true,
    files: NETWORK_FILES,
    run: async ({ name, file }, progress) => {
      const format = await networkFormat(file);
      const { infra_id, fault_count, report } =
        format === null
          ? await importNetwork(name, await readRailjson(file), progress)
          : await importNetworkFile(format, { name, file }, progress);
      noteNetwork(infra_id);
      const done = [TOOL_TEXTS.imports.network_done(name)];
      const faults = fault_count === 0 ? [] : [TOOL_TEXTS.imports.network_faults(fault_count)];
      return { texts: [...done, ...faults], report };
    },
  },
  {
    key: "stocks",
    role: "rolling-stock:write",
    has_name: false,
    files: STOCK_FILES,
    run: async ({ file }, progress) => {
      const format = await stockFormat(file);
      const { made, known, report } =
        format === null
          ? await importStocks(await file.text(), progress)
          : await importStockFile(format, file, progress);
      return { texts: [TOOL_TEXTS.imports.stocks_done(made, known)], report };
    },
  },
  {
    key: "timetable",
    role: "timetable:write",
    has_name: true,
    files: TIMETABLE_FILES,
    run: async ({ name, file, choices }, progress) => {
      const format = await timetableFormat(file);
      const { timetable_id, count, report } =
        format === null
          ? await importTimetable(name, await file.text(), progress)
          : await importTimetableFile(format, { name, file, choices }, progress);
      const infra = choices.infra_id ?? networkFor(null);
      const parameters = infra === undefined ? {} : { infra: String(infra) };
      const link = printAddress({ timetable_id, tab: "graph", parameters });
      return { texts: [TOOL_TEXTS.imports.timetable_done(count)], link, report };
    },
  },
];

async function readRailjson(file: File): Promise<string> {
  const text = await file.text();
  if (isNetgraph(text)) throw new Error(TOOL_TEXTS.imports.is_netgraph);
  return text;
}

export function ImportDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  return (
    <Dialog
      heading={TOOL_TEXTS.imports.heading}
      onClose={() => {
        onClose();
        void refreshOverview();
      }}
    >
      <LoadSample />
      <ImportForms Heading="h3" />
      <form method="dialog" class="row below">
        <button type="submit">{TEXTS.close}</button>
      </form>
    </Dialog>
  );
}

/** Below a heading of the level before. */
type Heading = "h3" | "h4";

export function ImportForms({ Heading }: { readonly Heading: Heading }): JSX.Element {
  return (
    <div class="imports">
      {KINDS.map((kind) => (
        <ImportForm key={kind.key} kind={kind} Heading={Heading} />
      ))}
    </div>
  );
}

function firstChoices(): TimetableChoices {
  const first_day = new Date().toISOString().slice(0, 10);
  const none = { infra_id: null, days: null, period: null };
  return { ...none, rolling_stock_name: "", first_day, columns: [] };
}

/** One import at a time of a kind, and what came of the last one. */
function useImport({ run }: Kind) {
  const [step, setStep] = useState<Step | null>(null);
  const [ending, setEnding] = useState(() => new AbortController());
  const [done, setDone] = useState<Done | null>(null);
  const [faults, setFaults] = useState<readonly string[]>([]);
  const begin = async (asked: Given): Promise<void> => {
    setDone(null);
    setFaults([]);
    setStep({ text: TOOL_TEXTS.imports.reading(asked.file.name), done: 0, of: 1 });
    const own = new AbortController();
    setEnding(own);
    try {
      setDone(await run(asked, { tell: setStep, signal: own.signal }));
      await loadChoices();
    } catch (error) {
      noteFailure(error);
      setFaults(linesOf(error));
    }
    setStep(null);
  };
  return { step, done, faults, begin, cancel: () => ending.abort() };
}

/** What a timetable of another format lacks and tells. */
function useForeign({ key }: Kind) {
  const [foreign, setForeign] = useState<TimetableFormat | null>(null);
  const [period, setPeriod] = useState<FilePeriod | null>(null);
  const [choices, setChoices] = useState(firstChoices);
  const alter = (some: Partial<TimetableChoices>): void =>
    setChoices((before) => ({ ...before, ...some }));
  const recognize = async (file: File | null): Promise<void> => {
    alter({ columns: [], days: null, period: null });
    setForeign(null);
    setPeriod(null);
    const format = file === null || key !== "timetable" ? null : await timetableFormat(file);
    setForeign(format);
    if (format !== null && hasDays(format)) alter({ days: ALL_DAYS });
  };
  return { foreign, period, setPeriod, choices, alter, recognize };
}

function ImportForm({
  kind,
  Heading,
}: {
  readonly kind: Kind;
  readonly Heading: Heading;
}): JSX.Element {
  const [file, setFile] = useState<File | null>(null);
  const [[name, is_named], setNamed] = useState<readonly [string, boolean]>(["", false]);
  const { foreign, period, setPeriod, choices, alter, recognize } = useForeign(kind);
  const { step, done, faults, begin, cancel } = useImport(kind);
  const may = hasRole(kind.role);
  const choose = async (chosen: File | null): Promise<void> => {
    setFile(chosen);
    const name_of = chosen?.name.replace(/(\.osm)?\.\w+$/i, "").slice(0, 128);
    if (name_of !== undefined && !is_named) setNamed([name_of, false]);
    await recognize(chosen);
  };
  /** Until then it is called as its file. */
  const rename = (typed: string): void => setNamed([typed, typed !== ""]);
  return (
    <form
      class="import"
      onSubmit={(event) => {
        event.preventDefault();
        if (file !== null) void begin({ name, file, choices });
      }}
    >
      <Heading>{TOOL_TEXTS.imports[kind.key]}</Heading>
      <small class="quiet">{TOOL_TEXTS.imports[`${kind.key}_hint`]}</small>
      <Field
        label={TOOL_TEXTS.imports.file}
        type="file"
        accept={kind.files}
        disabled={!may}
        onChange={(event) => void choose(event.currentTarget.files?.[0] ?? null)}
      />
      {kind.has_name && (
        <Field
          label={TOOL_TEXTS.imports.name}
          value={name}
          maxLength={128}
          disabled={!may}
          onInput={(event) => rename(event.currentTarget.value)}
        />
      )}
      {foreign !== null && file !== null && (
        <ForeignChoices {...{ file, choices, period }} format={foreign} onChange={alter} />
      )}
      {file !== null && step === null && done === null && faults.length === 0 && (
        <ImportPreview kind={kind.key} file={file} choices={choices} onPeriod={setPeriod} />
      )}
      <button
        type="submit"
        disabled={!may || file === null || step !== null || (kind.has_name && !isName(name))}
      >
        {TOOL_TEXTS.imports.begin}
      </button>
      {!may && <small class="quiet">{TOOL_TEXTS.imports.needs(kind.role)}</small>}
      {step !== null && <Running step={step} onCancel={cancel} />}
      <Outcome step={step} done={done} faults={faults} />
    </form>
  );
}

/** Asks for the facts that timetable formats lack: network, rolling stock, first day; and which days are taken. */
function ForeignChoices({
  file,
  format,
  choices,
  period,
  onChange,
}: {
  readonly file: File;
  readonly format: TimetableFormat;
  readonly choices: TimetableChoices;
  readonly period: FilePeriod | null;
  readonly onChange: (changed: Partial<TimetableChoices>) => void;
}): JSX.Element {
  const [offered, setOffered] = useState<Choices>({ networks: [], stocks: [] });
  useEffect(() => {
    void loadImportChoices().then(setOffered, noteFailure);
  }, []);
  return (
    <>
      <label class="field">
        <span>{TOOL_TEXTS.imports.network}</span>
        <select
          value={choices.infra_id ?? ""}
          onChange={({ currentTarget: { value } }) =>
            onChange({ infra_id: value === "" ? null : Number(value) })
          }
        >
          <option value="">{TOOL_TEXTS.imports.no_network}</option>
          {offered.networks.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>{TOOL_TEXTS.imports.stock_of_trains}</span>
        <select
          value={choices.rolling_stock_name}
          onChange={({ currentTarget: { value } }) => onChange({ rolling_stock_name: value })}
        >
          <option value="" />
          {offered.stocks.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      {hasDays(format) && (
        <DaysTakenChoice
          days={choices.days}
          period={period}
          onChange={(days) => onChange({ days })}
        />
      )}
      {hasWeekdays(format) && (
        <PeriodChoice period={choices.period} onChange={(own) => onChange({ period: own })} />
      )}
      {choices.period === null && (choices.days === null || period === null) && (
        <Field
          label={TOOL_TEXTS.imports.first_day}
          type="date"
          required
          value={choices.first_day}
          onInput={({ currentTarget: { value } }) => onChange({ first_day: value })}
        />
      )}
      <ColumnChoices file={file} onChange={(columns) => onChange({ columns })} />
    </>
  );
}

/** A progress bar; its text stands below it, where screen readers announce it. */
function Running({
  step: { text, done, of },
  onCancel,
}: {
  readonly step: Step;
  readonly onCancel: () => void;
}): JSX.Element {
  return (
    <p class="running">
      <progress value={done} max={of} aria-label={text} />
      <button type="button" onClick={onCancel}>
        {TOOL_TEXTS.records.cancel}
      </button>
    </p>
  );
}

function Outcome({
  step,
  done,
  faults,
}: {
  readonly step: Step | null;
  readonly done: Done | null;
  readonly faults: readonly string[];
}): JSX.Element {
  return (
    <>
      <div role="status">
        {step !== null && <p>{step.text}</p>}
        {done?.texts.map((text) => (
          <p key={text} class="notice done">
            {text}
          </p>
        ))}
        {done?.report !== undefined && done.report.length > 0 && <Report rows={done.report} />}
        {done?.link !== undefined && (
          <a class="target" href={done.link}>
            {TOOL_TEXTS.guide.open}
          </a>
        )}
      </div>
      {faults.length > 0 && (
        <div class="notice failed" role="alert">
          <p>{TOOL_TEXTS.imports.failed}</p>
          <ul>
            {faults.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
