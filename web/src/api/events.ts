/** What others change in a timetable or a network, as the server tells it (Server-Sent Events). */
import type { Schemas } from "./client.ts";
import { followStream } from "./shared_stream.ts";
import type { StreamState } from "./stream.ts";

export type Changed = Schemas["ChangedRecords"];

export interface Listener {
  onTrains(changed: Changed): void;
  onPacedTrains(changed: Changed): void;
  /** Everything is to be read again: what was missed can't be told, or all runs may be others. */
  onReset(): void;
  /** The right to read is gone, or the timetable. */
  onEnd(reason: "denied" | "deleted"): void;
  onState(state: StreamState): void;
}

/** Follows a timetable. Returns what ends it. */
export function followTimetable(timetable_id: number, listener: Listener): () => void {
  const stop = followStream(`/timetable/${timetable_id}/events`, {
    onState: (state) => listener.onState(state),
    onGap: () => listener.onReset(),
    onEvent: (event, data) => {
      const told = { event, data } as Schemas["TimetableEvent"];
      switch (told.event) {
        case "trains":
          listener.onTrains(JSON.parse(told.data) as Changed);
          return;
        case "paced_trains":
          listener.onPacedTrains(JSON.parse(told.data) as Changed);
          return;
        case "rolling_stock":
        case "reset":
          listener.onReset();
          return;
        case "denied":
        case "deleted":
          stop();
          listener.onEnd(told.event);
      }
    },
  });
  return stop;
}

export interface InfraListener {
  /** Its name, its lock or its content is another. */
  onInfra(): void;
  /** Groups of works or of temporary limits have come or gone, of whichever networks. */
  onGroups(): void;
  /** Anything may be otherwise: at first, and where something was missed. */
  onReset(): void;
  onEnd(reason: "denied" | "deleted"): void;
}

/** Follows a network. Returns what ends it. */
export function followInfra(infra_id: number, listener: InfraListener): () => void {
  let is_first = true;
  const stop = followStream(`/infra/${infra_id}/events`, {
    onState: (state) => {
      if (state !== "live" || !is_first) return;
      is_first = false;
      listener.onReset();
    },
    onGap: () => listener.onReset(),
    onEvent: (event) => {
      switch (event as Schemas["InfraEvent"]["event"]) {
        case "infra":
          listener.onInfra();
          return;
        case "work_schedules":
        case "temporary_speed_limits":
          listener.onGroups();
          return;
        case "reset":
          listener.onReset();
          return;
        case "denied":
        case "deleted":
          stop();
          listener.onEnd(event as "denied" | "deleted");
      }
    },
  });
  return stop;
}
