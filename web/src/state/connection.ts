/** State of the open timetable's event stream. */

import { signal } from "@preact/signals";
import type { StreamState } from "marey-client/events";
import type { Schemas } from "../api/client.ts";

export const connection = signal<StreamState | "none">("none");

/** The timetable whose stream has begun, or can't begin: what is read from then on misses no change. */
export const followed_timetable_id = signal<number | null>(null);

/** Who is in the open timetable now, the reader too. */
export const watchers = signal<Schemas["Watchers"]>({ users: [], count: 0 });
