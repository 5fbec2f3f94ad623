/** State of the open timetable's event stream. */
import { signal } from "@preact/signals";
import type { StreamState } from "../api/stream.ts";

export const connection = signal<StreamState | "none">("none");

/** The timetable whose stream has begun, or can't begin: what is read from then on misses no change. */
export const followed_timetable_id = signal<number | null>(null);
