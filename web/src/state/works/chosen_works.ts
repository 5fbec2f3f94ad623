/** The chosen group of works; loaded with what lists works, or names them. */
import { effect, signal } from "@preact/signals";
import { idOf } from "../address.ts";
import { work_names } from "../conflict_names.ts";
import { type ClosureGroup, readWorks } from "./closure_groups.ts";
import { follow } from "./limits.ts";

/** Null: none is chosen, or it is not read yet. */
export const work_group = signal<ClosureGroup | null>(null);

effect(() => follow(idOf("works"), work_group, readWorks));
effect(() => {
  work_names.value = new Map(
    (work_group.value?.closures ?? []).flatMap(({ id, name }) => (id === null ? [] : [[id, name]])),
  );
});
