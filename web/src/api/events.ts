/**
 * What others change in a timetable or a network, as server-sent events. The API document names the
 * events; a listener handles those that change what is shown and ignores the others.
 */
import type { StreamState } from "marey-client/events";
import type { Schemas } from "./client.ts";
import { followStream } from "./shared_stream.ts";

export type Changed = Schemas["ChangedRecords"];

interface Told {
  readonly event: string;
  readonly data: string;
}

const ENDS = ["denied", "deleted"] as const;
type End = (typeof ENDS)[number];

export interface Listener<Event extends Told> {
  /** By event name, called with the event's `data` line. */
  readonly told: {
    readonly [Name in Exclude<Event["event"], End | "reset">]?: (data: string) => void;
  };
  /** Events were missed and can't be sent again: read everything again. */
  onReset(): void;
  /** The right to read is gone, or the resource is. */
  onEnd(reason: End): void;
  onState(state: StreamState): void;
}

/** Follows a timetable. Returns the function that stops it. */
export function followTimetable(
  timetable_id: number,
  listener: Listener<Schemas["TimetableEvent"]>,
): () => void {
  return follow(`/timetable/${timetable_id}/events?watchers=true`, listener);
}

/** Follows a network. Returns the function that stops it. */
export function followInfra(
  infra_id: number,
  listener: Listener<Schemas["InfraEvent"]>,
): () => void {
  return follow(`/infra/${infra_id}/events`, listener);
}

/** Follows a path of events. Returns the function that stops it. */
export function follow<Event extends Told>(path: string, listener: Listener<Event>): () => void {
  const handlers = new Map(Object.entries<((data: string) => void) | undefined>(listener.told));
  const stop = followStream(path, {
    onState: (state) => listener.onState(state),
    onGap: () => listener.onReset(),
    onEvent: (event, data) => {
      const end = ENDS.find((one) => one === event);
      if (end !== undefined) {
        stop();
        listener.onEnd(end);
      } else if (event === "reset") listener.onReset();
      else handlers.get(event)?.(data);
    },
  });
  return stop;
}
