/** The answer to a short term request. */
import { computed, signal } from "@preact/signals";
import type { Schemas } from "../../api/client.ts";
import type { Run } from "../../graph/runs.ts";

export type Answer = Schemas["StdcmResult"];
export type Found = Extract<Answer, { status: "success" }>;

export const answer = signal<Answer | null>(null);

export const found = computed<Found | null>(() =>
  answer.value?.status === "success" ? answer.value : null,
);

/** The found train on the graph, placed by `place_found.ts`. */
export const found_run = signal<Run | null>(null);
