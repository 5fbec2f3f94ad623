/** Who may see, change or share something, in words. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../parts/dialog/dialog.tsx";
import { CheckField } from "../parts/fields.tsx";
import { type Pick, Picker } from "../parts/picker.tsx";
import { useSending } from "../parts/sending.ts";
import { isAtLeast, type Shared } from "../state/records/roles.ts";
import {
  type Along,
  changeGrant,
  findSubjects,
  GRANTABLE,
  type Grant,
  type Grantable,
  readSharing,
  revoke,
  type Sharing,
  type Subject,
  share,
  shareAlong,
} from "../state/records/sharing.ts";
import { session } from "../state/session.ts";
import { TEXTS } from "../texts.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import "../parts/records.css";

export function SharingDialog({
  type,
  id,
  name,
  along = null,
  onClose,
}: {
  readonly type: Shared;
  readonly id: number;
  readonly name: string;
  readonly along?: Along | null;
  readonly onClose: () => void;
}): JSX.Element {
  const what = { type, id };
  const [known, setKnown] = useState<Sharing | null>(null);
  const { is_sending, fault, send } = useSending();
  const read = async (): Promise<void> => setKnown(await readSharing(what));
  const change = (work: () => Promise<void>): void =>
    void send(async () => {
      try {
        await work();
      } finally {
        await read();
      }
    });
  useEffect(() => void send(read), [type, id]);
  return (
    <Dialog heading={TOOL_TEXTS.sharing.heading(name)} onClose={onClose}>
      {fault !== null && (
        <p class="notice failed" role="alert">
          {fault}
        </p>
      )}
      {known !== null && (
        <>
          <Grants
            known={known}
            is_sending={is_sending}
            onChange={(grant_id, level) =>
              change(() =>
                level === null ? revoke(what, grant_id) : changeGrant(what, grant_id, level),
              )
            }
          />
          <AddGrant
            own={known.own}
            along={along}
            onAdd={(subject, level, with_it) =>
              change(async () => {
                await share(what, subject, level);
                if (with_it && along !== null) await shareAlong(along, subject);
              })
            }
          />
        </>
      )}
      <form method="dialog" class="row below">
        <button type="submit">{TEXTS.close}</button>
      </form>
    </Dialog>
  );
}

function nameOf({ subject }: Grant): string {
  if (subject === null) return TOOL_TEXTS.sharing.everybody;
  return subject.kind === "group" ? TOOL_TEXTS.sharing.group(subject.name) : subject.name;
}

function Grants({
  known: { grants, own },
  is_sending,
  onChange,
}: {
  readonly known: Sharing;
  readonly is_sending: boolean;
  /** Null: revoke. */
  readonly onChange: (grant_id: number, level: Grantable | null) => void;
}): JSX.Element {
  const is_owner = own === "Owner" || session.value?.is_open === true;
  return (
    <table class="data">
      <thead>
        <tr>
          <th scope="col">{TOOL_TEXTS.sharing.who}</th>
          <th scope="col">{TOOL_TEXTS.sharing.may}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {grants.map((grant) => {
          const name = nameOf(grant);
          const { grant_id, grant: level } = grant;
          const inherited = grant.implicit_grant_source;
          const is_own = grant.subject?.id === session.value?.user?.id;
          return (
            <tr key={`${grant.subject?.id ?? 0} ${grant_id ?? inherited}`}>
              <th scope="row" class="who">
                {name}
              </th>
              <td>
                {grant_id !== undefined && level !== undefined && is_owner ? (
                  <LevelSelect
                    label={TOOL_TEXTS.sharing.may_of(name)}
                    level={level}
                    offered={GRANTABLE}
                    onChange={(next) => onChange(grant_id, next)}
                  />
                ) : (
                  TOOL_TEXTS.sharing.levels[level ?? grant.implicit_grant ?? "MinimalMetadata"]
                )}
                {inherited !== undefined && (
                  <small class="quiet"> {TOOL_TEXTS.sharing.inherited(inherited)}</small>
                )}
              </td>
              <td>
                {grant_id !== undefined && (is_owner || is_own) && (
                  <button
                    type="button"
                    disabled={is_sending}
                    aria-label={TOOL_TEXTS.sharing.remove_of(name)}
                    onClick={() => onChange(grant_id, null)}
                  >
                    {TOOL_TEXTS.sharing.remove}
                  </button>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function LevelSelect({
  label,
  level,
  offered,
  onChange,
}: {
  readonly label?: string;
  readonly level: Grantable;
  readonly offered: readonly Grantable[];
  readonly onChange: (level: Grantable) => void;
}): JSX.Element {
  return (
    <select
      aria-label={label}
      value={level}
      onChange={(event) => onChange(readLevel(event.currentTarget.value))}
    >
      {offered.map((one) => (
        <option key={one} value={one}>
          {TOOL_TEXTS.sharing.levels[one]}
        </option>
      ))}
    </select>
  );
}

function readLevel(text: string): Grantable {
  return GRANTABLE.find((one) => one === text) ?? "Reader";
}

const anybody = (): Pick => ({ id: "0", name: TOOL_TEXTS.sharing.everybody });

function pickOf({ kind, id, name }: Subject): Pick {
  return { id: String(id), name, hint: TOOL_TEXTS.sharing.kinds[kind] };
}

function AddGrant({
  own,
  along,
  onAdd,
}: {
  readonly own: Sharing["own"];
  readonly along: Along | null;
  readonly onAdd: (subject: Subject | null, level: Grantable, with_it: boolean) => void;
}): JSX.Element {
  const [subject, setSubject] = useState<(Pick & { readonly of: Subject | null }) | null>(null);
  const [level, setLevel] = useState<Grantable>("Reader");
  const [with_it, setWithIt] = useState(true);
  const [found, setFound] = useState<ReadonlyMap<string, Subject>>(new Map());
  const is_open = session.value?.is_open === true;
  const offered = GRANTABLE.filter((one) => is_open || isAtLeast(own, one));
  if (offered.length === 0) return <p class="quiet">{TOOL_TEXTS.sharing.not_allowed}</p>;
  const find = async (words: string): Promise<readonly Pick[]> => {
    const subjects = await findSubjects(words.trim());
    setFound(new Map(subjects.map((one) => [String(one.id), one])));
    const picks = subjects.map(pickOf);
    return words.trim() === "" ? [anybody(), ...picks] : picks;
  };
  return (
    <form
      class="below"
      onSubmit={(event) => {
        event.preventDefault();
        if (subject === null) return;
        onAdd(subject.of, level, with_it);
        setSubject(null);
      }}
    >
      <h3>{TOOL_TEXTS.sharing.add_heading}</h3>
      <p class="row">
        <Picker
          label={TOOL_TEXTS.sharing.who}
          chosen={subject}
          find={find}
          onChange={(pick) =>
            setSubject({
              ...pick,
              of: pick.id === anybody().id ? null : (found.get(pick.id) ?? null),
            })
          }
        />
        <label class="field">
          <span>{TOOL_TEXTS.sharing.may}</span>
          <LevelSelect level={level} offered={offered} onChange={setLevel} />
        </label>
        <button type="submit" class="main" disabled={subject === null}>
          {TOOL_TEXTS.sharing.add}
        </button>
      </p>
      {along !== null && (
        <CheckField
          label={TOOL_TEXTS.sharing.along(along.name)}
          is_on={with_it}
          onChange={setWithIt}
        />
      )}
      <p class="quiet">{TOOL_TEXTS.sharing.known_users}</p>
    </form>
  );
}
