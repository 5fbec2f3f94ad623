/** Kept conflicts in the store of what is kept: made or brought up to date by one question after the other. */
import type { Kept } from "../../platform/compute/kept_store.ts";
import { hashKey, hashText } from "../../platform/compute/keys.ts";
import { AppError } from "../../platform/http/errors.ts";
import { type ConflictQuestion, KeptConflicts } from "./kept_conflicts.ts";

/** Trains and works that have too many conflicts, or are too many, stay so until one of them changes. */
interface KeptRefusal {
  readonly refusal: AppError;
  /** Digest of the trains' changes and the stocks that it was found with. */
  readonly inputs: string;
  readonly bytes: number;
}

const REFUSAL_BYTES = 1000;

/** Reads from what is kept, as of now. Others wait meanwhile: `read` takes what it needs and returns soon. */
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
function keyOf({ timetable_id, setup, works }: ConflictQuestion): string {
  const { infra, profiles, limits } = setup;
  return hashKey("conflicts", [
    timetable_id,
    infra.key,
    profiles?.key ?? null,
    limits?.group.key ?? null,
    works === null ? null : hashText(works),
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
  // Nothing of it may be used again, whatever happens now.
  kept.value = null;
  try {
    kept.value = await KeptConflicts.make(question);
    return kept.value;
  } catch (error) {
    if (isRefusal(error)) kept.value = { refusal: error, inputs, bytes: REFUSAL_BYTES };
    throw error;
  }
}

/** That the trains, and what they meet, are too many is no accident: asking again would tell the same. */
function isRefusal(error: unknown): error is AppError {
  if (!(error instanceof AppError)) return false;
  return error.error_name === "TimetableTooManyConflicts" || error.error_name === "TooManyItems";
}

/** What a refusal depends on beside the question's key. */
function digestInputs({ train_changes, stock_names, stocks }: ConflictQuestion): string {
  const keys = [...stock_names]
    .sort()
    .map((name) => [name, stocks.find(name)?.physics.key ?? null]);
  return hashText(JSON.stringify([train_changes, keys]));
}
