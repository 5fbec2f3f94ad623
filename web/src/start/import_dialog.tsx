/** Networks, rolling stocks and timetables from files, each with its progress and the faults by line. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { LATER } from "../later_texts.ts";
import { Dialog } from "../parts/dialog.tsx";
import { isName } from "../parts/name_dialog.tsx";
import { printAddress } from "../state/address.ts";
import {
  importNetwork,
  importStocks,
  importTimetable,
  linesOf,
  type Progress,
} from "../state/importing.ts";
import { refreshOverview } from "../state/overview.ts";
import { hasRole, type Role } from "../state/roles.ts";
import { noteFailure } from "../state/session.ts";
import { loadChoices } from "../state/setting.ts";
import { TEXTS } from "../texts.ts";
import { LoadSample } from "./load_sample.tsx";

interface Done {
  readonly texts: readonly string[];
  /** Address of what was made. */
  readonly link?: string;
}

type Import = (file: { name: string; text: string }, progress: Progress) => Promise<Done>;

interface Kind {
  readonly key: "network" | "stocks" | "timetable";
  readonly role: Role;
  readonly has_name: boolean;
  readonly run: Import;
}

const KINDS: readonly Kind[] = [
  {
    key: "network",
    role: "infra:write",
    has_name: true,
    run: async ({ name, text }, progress) => {
      const { fault_count } = await importNetwork(name, text, progress);
      const done = [LATER.imports.network_done(name)];
      return {
        texts: fault_count === 0 ? done : [...done, LATER.imports.network_faults(fault_count)],
      };
    },
  },
  {
    key: "stocks",
    role: "rolling-stock:write",
    has_name: false,
    run: async ({ text }, progress) => {
      const { made, known } = await importStocks(text, progress);
      return { texts: [LATER.imports.stocks_done(made, known)] };
    },
  },
  {
    key: "timetable",
    role: "timetable:write",
    has_name: true,
    run: async ({ name, text }, progress) => {
      const { timetable_id, count } = await importTimetable(name, text, progress);
      const link = printAddress({ timetable_id, tab: "graph", parameters: {} });
      return { texts: [LATER.imports.timetable_done(count)], link };
    },
  },
];

export function ImportDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  return (
    <Dialog
      heading={LATER.imports.heading}
      onClose={() => {
        onClose();
        void refreshOverview();
      }}
    >
      <LoadSample />
      <ImportForms />
      <form method="dialog" class="row below">
        <button type="submit">{TEXTS.close}</button>
      </form>
    </Dialog>
  );
}

export function ImportForms(): JSX.Element {
  return (
    <div class="imports">
      {KINDS.map((kind) => (
        <ImportForm key={kind.key} kind={kind} />
      ))}
    </div>
  );
}

function ImportForm({ kind }: { readonly kind: Kind }): JSX.Element {
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState("");
  const [step, setStep] = useState<string | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const [faults, setFaults] = useState<readonly string[]>([]);
  const may = hasRole(kind.role);
  const begin = async (chosen: File): Promise<void> => {
    setDone(null);
    setFaults([]);
    setStep(LATER.imports.reading(chosen.name));
    try {
      setDone(await kind.run({ name, text: await chosen.text() }, setStep));
      await loadChoices();
    } catch (error) {
      noteFailure(error);
      setFaults(linesOf(error));
    }
    setStep(null);
  };
  return (
    <form
      class="import"
      onSubmit={(event) => {
        event.preventDefault();
        if (file !== null) void begin(file);
      }}
    >
      <h3>{LATER.imports[kind.key]}</h3>
      <small class="quiet">{LATER.imports[`${kind.key}_hint`]}</small>
      <label class="field">
        <span>{LATER.imports.file}</span>
        <input
          type="file"
          accept=".json,application/json"
          disabled={!may}
          onChange={(event) => {
            const chosen = event.currentTarget.files?.[0] ?? null;
            setFile(chosen);
            if (chosen !== null && name === "")
              setName(chosen.name.replace(/\.json$/i, "").slice(0, 128));
          }}
        />
      </label>
      {kind.has_name && (
        <label class="field">
          <span>{LATER.imports.name}</span>
          <input
            value={name}
            maxLength={128}
            disabled={!may}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
      )}
      <button
        type="submit"
        disabled={!may || file === null || step !== null || (kind.has_name && !isName(name))}
      >
        {LATER.imports.begin}
      </button>
      {!may && <small class="quiet">{LATER.imports.needs(kind.role)}</small>}
      <Outcome step={step} done={done} faults={faults} />
    </form>
  );
}

function Outcome({
  step,
  done,
  faults,
}: {
  readonly step: string | null;
  readonly done: Done | null;
  readonly faults: readonly string[];
}): JSX.Element {
  return (
    <>
      <div role="status">
        {step !== null && <p>{step}</p>}
        {done?.texts.map((text) => (
          <p key={text} class="notice done">
            {text}
          </p>
        ))}
        {done?.link !== undefined && (
          <a class="target" href={done.link}>
            {LATER.guide.open}
          </a>
        )}
      </div>
      {faults.length > 0 && (
        <div class="notice failed" role="alert">
          <p>{LATER.imports.failed}</p>
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
