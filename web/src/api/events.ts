/** What others change in a timetable or a network, as the server tells it (Server-Sent Events). */
import { BASE_URL, type Schemas } from "./client.ts";

export type Changed = Schemas["ChangedTrains"];

export interface Listener {
  onTrains(changed: Changed): void;
  onPacedTrains(changed: Changed): void;
  /** Everything is to be read again: what was missed can't be told, or all runs may be others. */
  onReset(): void;
  /** The right to read is gone, or the timetable. */
  onEnd(reason: "denied" | "deleted"): void;
  onState(state: "live" | "offline" | "refused"): void;
}

/** Follows a timetable; the browser connects again by itself and names the last event. Returns what ends it. */
export function followTimetable(timetable_id: number, listener: Listener): () => void {
  const source = new EventSource(`${BASE_URL}/timetable/${timetable_id}/events`);
  const read = (event: MessageEvent<string>): Changed => JSON.parse(event.data) as Changed;
  source.addEventListener("open", () => listener.onState("live"));
  source.addEventListener("error", () => {
    // Closed: the server has answered with an error, there is nothing to wait for.
    listener.onState(source.readyState === EventSource.CLOSED ? "refused" : "offline");
  });
  source.addEventListener("trains", (event) => listener.onTrains(read(event)));
  source.addEventListener("paced_trains", (event) => listener.onPacedTrains(read(event)));
  source.addEventListener("rolling_stock", () => listener.onReset());
  source.addEventListener("reset", () => listener.onReset());
  source.addEventListener("denied", () => {
    source.close();
    listener.onEnd("denied");
  });
  source.addEventListener("deleted", () => {
    source.close();
    listener.onEnd("deleted");
  });
  return () => source.close();
}

export interface InfraListener {
  /** Its name, its lock or its content may be otherwise: at first, and after each change. */
  onChange(): void;
  onEnd(reason: "denied" | "deleted"): void;
}

/** Follows a network. Returns what ends it. */
export function followInfra(infra_id: number, listener: InfraListener): () => void {
  const source = new EventSource(`${BASE_URL}/infra/${infra_id}/events`);
  for (const name of ["open", "infra", "reset"]) {
    source.addEventListener(name, () => listener.onChange());
  }
  for (const name of ["denied", "deleted"] as const) {
    source.addEventListener(name, () => {
      source.close();
      listener.onEnd(name);
    });
  }
  return () => source.close();
}
