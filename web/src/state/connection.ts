/** How the stream of events of the open timetable stands. */
import { signal } from "@preact/signals";
import type { StreamState } from "../api/stream.ts";

export const connection = signal<StreamState | "none">("none");

/** The timetable whose stream has begun, or can't begin: what is read from then on misses nothing in between. */
export const followed_timetable_id = signal<number | null>(null);
