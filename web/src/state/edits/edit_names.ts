/** Names of what edits change. */
import { TEXTS } from "../../texts.ts";
import { nameOfTrain } from "../timetable.ts";
import { type Edit, type Form, isService } from "./edit.ts";

/** A service in place of trains, or trains in place of a service: one act, though it deletes and makes. */
interface Replacement {
  readonly service: Edit;
  readonly what: string;
}

/** Null: the edits are something else. */
export function replacementOf(edits: readonly Edit[]): Replacement | null {
  const gone = edits.filter(({ after }) => after === null);
  const made = edits.filter(({ before }) => before === null);
  if (gone.length === 0 || made.length === 0) return null;
  if (gone.length + made.length < edits.length) return null;
  const [former, service] = [gone[0], made[0]];
  const isOfServices = (some: readonly Edit[]): boolean =>
    some.every(({ before, after }) => isService((after ?? before) as Form));
  const isOfTrains = (some: readonly Edit[]): boolean =>
    some.every(({ before, after }) => !isService((after ?? before) as Form));
  if (made.length === 1 && service !== undefined && isOfServices(made) && isOfTrains(gone)) {
    return { service, what: TEXTS.edits.is_service(gone.length) };
  }
  if (gone.length === 1 && former !== undefined && isOfServices(gone) && isOfTrains(made)) {
    return { service: former, what: TEXTS.edits.is_split(made.length) };
  }
  return null;
}

/** `52117`; for several trains, their number. */
export function nameEdited(edits: readonly Edit[]): string {
  const replaced = replacementOf(edits);
  if (replaced !== null) return nameEdited([replaced.service]);
  const [first] = edits;
  if (first === undefined || edits.length > 1) return TEXTS.edits.trains(edits.length);
  const { id, before, after } = first;
  const { train_name = "" } = after ?? before ?? {};
  return nameOfTrain({ id: id ?? 0, train_name });
}
