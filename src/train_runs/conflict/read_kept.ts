/** Kept conflicts in the kept store: requests make or update them one after the other. */
import type { Kept } from "../../platform/compute/kept_store.ts";
import { hashKey, hashText } from "../../platform/compute/keys.ts";
import { AppError } from "../../platform/http/errors.ts";
import { printCalendar } from "../../timetable/calendar/asked_date.ts";
import { type ConflictQuestion, KeptConflicts } from "./kept_conflicts.ts";

/** Too many trains or conflicts: that stays so until one of the trains or works changes. */
interface KeptRefusal {
  readonly refusal: AppError;
  /** Digest of the trains' changes and stocks that led to it. */
  readonly inputs: string;
  readonly bytes: number;
}

const REFUSAL_BYTES = 1000;

/** Reads from the updated conflicts. Other requests wait meanwhile: `read` must take what it needs and return soon. */
export async function readKept<Result>(
  question: ConflictQuestion,
  read: (kept: KeptConflicts) => Promise<Result>,
): Promise<Result> {
  const { services, signal } = question.setup;
  const key = keyOf(question);
  const kept = services.kept.open<KeptConflicts | KeptRefusal>(key);
  return await kept.inTurn(signal, async () => {
    try {
      return await read(await refresh(question, kept));
    } finally {
      services.kept.resize(key, kept, kept.value?.bytes ?? 0);
    }
  });
}

/** Everything that conflicts depend on besides trains and stocks. */
function keyOf({ timetable_id, setup, works, on = null }: ConflictQuestion): string {
  const { infra, profiles, limits } = setup;
  return hashKey("conflicts", [
    timetable_id,
    infra.key,
    profiles?.key ?? null,
    limits?.key ?? null,
    works === null ? null : hashText(works),
    on === null ? null : hashText(printCalendar(on)),
  ]);
}

async function refresh(
  question: ConflictQuestion,
  kept: Kept<KeptConflicts | KeptRefusal>,
): Promise<KeptConflicts> {
  const inputs = digestInputs(question);
  const known = kept.value;
  if (known instanceof KeptConflicts) {
    if (await known.update(question)) return known;
  } else if (known !== null && known.inputs === inputs) throw known.refusal;
  // First drops the old value: it must not be used again, whatever happens now.
  kept.value = null;
  try {
    kept.value = await KeptConflicts.make(question);
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
