/** Kept conflicts in the kept store: requests make or update them one after the other. */
import type { Kept } from "../../platform/compute/kept_store.ts";
import { hashKey, hashText } from "../../platform/compute/keys.ts";
import { AppError } from "../../platform/http/errors.ts";
import { printCalendar } from "../../timetable/calendar/asked_date.ts";
import { KeptConflicts } from "./kept_conflicts.ts";
import { KeptDays, type PeriodDates } from "./kept_days.ts";
import type { ConflictQuestion } from "./kept_trains.ts";

/** Too many trains or conflicts: that stays so until one of the trains or works changes. */
interface KeptRefusal {
  readonly refusal: AppError;
  /** Digest of the trains' changes and stocks that led to it. */
  readonly inputs: string;
  readonly bytes: number;
}

const REFUSAL_BYTES = 1000;

/** What is kept, as far as it is made and updated here. */
interface Keepable {
  update(question: ConflictQuestion): Promise<boolean>;
  readonly bytes: number;
}

/** Reads from the updated conflicts. Other requests wait meanwhile: `read` must take what it needs and return soon. */
export async function readKept<Result>(
  question: ConflictQuestion,
  read: (kept: KeptConflicts) => Promise<Result>,
): Promise<Result> {
  const { on = null } = question;
  const of = on === null ? null : hashText(printCalendar(on));
  const key = keyOf("conflicts", question, of);
  return await readUpdated(question, key, async () => KeptConflicts.make(question), read);
}

/** The same of all days of a period. */
export async function readKeptDays<Result>(
  question: ConflictQuestion,
  { calendar, dates }: PeriodDates,
  read: (kept: KeptDays) => Promise<Result>,
): Promise<Result> {
  // a part of a period may be asked for
  const of = hashText(printCalendar({ day: dates.length, calendar }));
  const key = keyOf("conflicts of days", question, of);
  return await readUpdated(question, key, async () => KeptDays.make(question, calendar), read);
}

async function readUpdated<K extends Keepable, Result>(
  question: ConflictQuestion,
  key: string,
  make: () => Promise<K>,
  read: (kept: K) => Promise<Result>,
): Promise<Result> {
  const { services, signal } = question.setup;
  const kept = services.kept.open<K | KeptRefusal>(key);
  return await kept.inTurn(signal, async () => {
    try {
      return await read(await refresh(question, kept, make));
    } finally {
      services.kept.resize(key, kept, kept.value?.bytes ?? 0);
    }
  });
}

/** Everything that conflicts depend on besides trains and stocks. */
function keyOf(
  what: string,
  { timetable_id, setup, works }: ConflictQuestion,
  of: string | null,
): string {
  const { infra, profiles, limits } = setup;
  return hashKey(what, [
    timetable_id,
    infra.key,
    profiles?.key ?? null,
    limits?.key ?? null,
    works === null ? null : hashText(works),
    of,
  ]);
}

async function refresh<K extends Keepable>(
  question: ConflictQuestion,
  kept: Kept<K | KeptRefusal>,
  make: () => Promise<K>,
): Promise<K> {
  const inputs = digestInputs(question);
  const known = kept.value;
  if (known !== null && "refusal" in known) {
    if (known.inputs === inputs) throw known.refusal;
  } else if (known !== null && (await known.update(question))) return known;
  // First drops the old value: it must not be used again, whatever happens now.
  kept.value = null;
  try {
    kept.value = await make();
    return kept.value;
  } catch (error) {
    if (isRefusal(error)) kept.value = { refusal: error, inputs, bytes: REFUSAL_BYTES };
    throw error;
  }
}

/** Too many trains or conflicts are no accident: asking again would give the same error. */
function isRefusal(error: unknown): error is AppError {
  if (!(error instanceof AppError)) return false;
  return error.error_name === "TimetableTooManyConflicts" || error.error_name === "TooManyItems";
}

/** What a refusal depends on besides the request's key. */
function digestInputs({ train_changes, stock_names, stocks }: ConflictQuestion): string {
  const keys = [...stock_names]
    .sort()
    .map((name) => [name, stocks.find(name)?.physics.key ?? null]);
  return hashText(JSON.stringify([train_changes, keys]));
}
