/** Keeps the shown data in step with the address: requests what changed, and aborts what is no longer wanted. */
import { batch, effect, signal } from "@preact/signals";
import type { Setting } from "../api/setting.ts";
import { projectTrains, type Question } from "../api/stations_of_trains.ts";
import type { Station, Way } from "../graph/axis.ts";
import { TEXTS } from "../texts.ts";
import { parameters, setParameters, timetable_id } from "./address.ts";
import { followed_timetable_id } from "./connection.ts";
import { type GraphData, graph_data, loadConflicts, loadWorks } from "./graph.ts";
import { persist } from "./session.ts";
import { needChoices, setting } from "./setting.ts";
import {
  type AxisChoice,
  type FoundAxis,
  printAxisChoice,
  readAxisChoice,
} from "./stations/axis_choice.ts";
import { findAxis } from "./stations/axis_loading.ts";
import {
  findTrain,
  loadBeginning,
  needWhole,
  open_timetable_id,
  reloadTimetable,
  timetable,
} from "./timetable.ts";

export type Step = "idle" | "timetable" | "axis" | "trains" | "conflicts";

/** What is being loaded. */
export const step = signal<Step>("idle");
/** Why there is nothing to show; null if there is no reason. */
export const fault = signal<string | null>(null);

let timetable_work = new AbortController();
let graph_work = new AbortController();

/** Starts following the address. */
export function followAddress(): void {
  effect(() => {
    const id = timetable_id.value;
    if (timetable.peek()?.timetable_id === id) return;
    timetable_work.abort();
    timetable_work = new AbortController();
    graph_data.value = null;
    // Nothing of the former one stays meanwhile: the planner may go back to it before this one is read.
    timetable.value = null;
    fault.value = null;
    step.value = id === null ? "idle" : "timetable";
    if (id === null) return;
    // Need not wait for the event stream; a failure is shown when the choices are needed.
    needChoices().catch(() => undefined);
    if (followed_timetable_id.value !== id) return;
    void run(async () => {
      step.value = "timetable";
      await Promise.all([needChoices(), loadBeginning(id, timetable_work.signal)]);
      // Otherwise the graph is already loading, and reads what it needs.
      if (graphKey() === null) await needWhole();
    });
  });
  effect(() => {
    const key = graphKey();
    if (key === followed) return;
    followed = key;
    graph_work.abort();
    graph_work = new AbortController();
    if (key === null) return;
    const { signal } = graph_work;
    void run(async () => await loadGraph(signal));
  });
}

let followed: string | null = null;

/** Everything that the graph's data depend on; null if something is still missing. */
function graphKey(): string | null {
  const id = open_timetable_id.value;
  if (id === null || setting.value === null) return null;
  return JSON.stringify([id, setting.value, parameters.axis.value]);
}

let latest_run = 0;

/** Reports its end, unless a later run has begun meanwhile. */
async function run(work: () => Promise<void>): Promise<void> {
  const own = ++latest_run;
  fault.value = null;
  const end = (text: string | null): void => {
    if (own !== latest_run) return;
    step.value = "idle";
    fault.value = text;
  };
  await persist(
    async () => {
      await work();
      end(null);
    },
    end,
    () => own === latest_run,
  );
}

async function loadGraph(signal: AbortSignal): Promise<void> {
  const [known, chosen] = [timetable.peek(), setting.peek()];
  if (known === null || chosen === null) return;
  changed_meanwhile = new Set();
  if (isAxisUnread()) await needWhole();
  const is_named = parameters.axis.peek() !== "";
  const first = chooseAxis();
  if (first === null) {
    graph_data.value = null;
    await needWhole();
    return;
  }
  step.value = "axis";
  // Awaited below; only the first failure is shown.
  const reading = needWhole();
  reading.catch(() => undefined);
  const { choice, way } = await findUsableAxis(first, { is_named, setting: chosen, signal });
  step.value = "trains";
  const begun = await loadFirstRuns(way, chosen, signal);
  const looking = loadConflicts(known.timetable_id, chosen, signal);
  looking.catch(() => undefined);
  await reading;
  await loadAllRuns(choice, begun, chosen, signal);
  step.value = "conflicts";
  const conflicts = await looking;
  signal.throwIfAborted();
  const latest = graph_data.peek();
  if (latest !== null) graph_data.value = { ...latest, conflicts };
  await placeBeside(chosen, signal);
  if (changed_meanwhile.size > 0) await refreshRuns([...changed_meanwhile]);
}

/** The first choice; if it has no path and the address does not name it, another one. Throws ApiFault. */
async function findUsableAxis(
  first: AxisChoice,
  { is_named, setting, signal }: { is_named: boolean; setting: Setting; signal: AbortSignal },
): Promise<FoundAxis> {
  const way = await findAxis(first, setting, signal);
  if (way !== null) return { choice: first, way };
  if (is_named) throw new Error(noAxis(first));
  const { findOtherAxis } = await import("./stations/other_axis.ts");
  await needWhole();
  const other = await findOtherAxis(first, setting, signal);
  nameAxis(other?.choice ?? null);
  if (other === null) throw new Error(noAxis(first));
  return other;
}

/** The axis's way, with the runs along it. */
type Begun = Pick<GraphData, "projected" | "works"> & { readonly forward: Way };

/** Shows the trains read so far that pass the axis, before anything else is requested. */
async function loadFirstRuns(forward: Way, chosen: Setting, signal: AbortSignal): Promise<Begun> {
  const axis = { forward, back: null };
  const means = { setting: chosen, signal, run: "final" } as const;
  const [works, projected] = await Promise.all([
    loadWorks(forward, chosen, signal),
    loadStored(forward.stations, means),
  ]);
  signal.throwIfAborted();
  graph_data.value = { axis, projected, works: [works], conflicts: [], is_whole: false };
  return { forward, projected, works: [works] };
}

/** The other trains, and the way back, which has places of conflicts and works. */
async function loadAllRuns(
  choice: AxisChoice,
  { forward, projected: begun, works }: Begun,
  chosen: Setting,
  signal: AbortSignal,
): Promise<void> {
  const means = { setting: chosen, signal, run: "final" } as const;
  const { findWayBack } = await import("./stations/ways.ts");
  const [back, rest] = await Promise.all([
    findWayBack(choice, forward, chosen, signal),
    loadStored(forward.stations, means, begun),
  ]);
  signal.throwIfAborted();
  const projected = new Map([...begun, ...rest]);
  const alone = { axis: { forward, back: null }, projected, works };
  graph_data.value = { ...alone, conflicts: [], is_whole: back === null };
  if (back === null) return;
  const works_back = await loadWorks(back, chosen, signal);
  signal.throwIfAborted();
  graph_data.value = {
    axis: { forward, back },
    projected,
    works: [...works, works_back],
    conflicts: [],
    is_whole: true,
  };
}

/** Trains of both kinds except the known ones: an id belongs to one kind only. */
async function loadStored(
  stations: readonly Station[],
  means: Pick<Question, "setting" | "signal" | "run">,
  known: GraphData["projected"] = new Map(),
): Promise<GraphData["projected"]> {
  const stored = timetable.peek();
  if (stored === null) return new Map();
  const idsOf = (trains: ReadonlyMap<number, unknown>): number[] =>
    [...trains.keys()].filter((id) => !known.has(id));
  const ids = {
    train_schedules: idsOf(stored.trains),
    paced_trains: idsOf(stored.paced_trains),
  };
  const { timetable_id } = stored;
  return await projectTrains(ids, { timetable_id, stations, ...means });
}

const isTrain = (choice: AxisChoice | null): choice is Extract<AxisChoice, { id: number }> =>
  choice !== null && choice.kind !== "stations" && choice.kind !== "line";

/** The address names a train that is not read yet. */
function isAxisUnread(): boolean {
  const named = readAxisChoice(parameters.axis.peek());
  return isTrain(named) && findTrain(named.id) === null;
}

/** What the address names; if it names nothing, or a train that is gone, the first axis. */
function chooseAxis(): AxisChoice | null {
  const text = parameters.axis.peek();
  const named = readAxisChoice(text);
  if (named === null && text !== "") return null;
  if (named !== null && (!isTrain(named) || findTrain(named.id) !== null)) return named;
  return firstAxis();
}

/** The train with the most waypoints: its path is long, and its stations are the ones of interest. */
function firstAxis(): AxisChoice | null {
  const known = timetable.peek();
  let best: { readonly id: number; readonly count: number } | null = null;
  let kind: "train_schedule" | "paced_train" = "train_schedule";
  for (const { id, path } of known?.trains.values() ?? []) {
    if (path.length > (best?.count ?? 0)) best = { id, count: path.length };
  }
  if (best === null) {
    kind = "paced_train";
    const [first] = known?.paced_trains.values() ?? [];
    if (first !== undefined) best = { id: first.id, count: first.path.length };
  }
  if (best === null) return null;
  const choice = { kind, id: best.id };
  nameAxis(choice);
  return choice;
}

/** Sets it in the address, which is followed already. */
function nameAxis(choice: AxisChoice | null): void {
  batch(() => {
    setParameters({ axis: choice === null ? "" : printAxisChoice(choice) });
    followed = graphKey();
  });
}

const noAxis = (choice: AxisChoice): string =>
  isTrain(choice) ? TEXTS.graph.no_path : TEXTS.graph.no_way;

/** Trains whose runs must be read again. */
let waiting = new Set<number>();
let refreshing: Promise<void> | null = null;
/** Trains that changed while all were being requested: their answers may be out of date. */
let changed_meanwhile = new Set<number>();

/**
 * Reads the runs of changed trains, and the conflicts: one request at a time, for all that have
 * changed meanwhile, so that the last request is drawn last. Throws ApiFault.
 */
export async function refreshGraph(changed: readonly number[]): Promise<void> {
  if (changed.length === 0) return;
  for (const id of changed) {
    waiting.add(id);
    changed_meanwhile.add(id);
  }
  refreshing ??= refreshWaiting();
  await refreshing;
}

async function refreshWaiting(): Promise<void> {
  try {
    while (waiting.size > 0) {
      const ids = [...waiting];
      waiting = new Set();
      await refreshRuns(ids);
    }
  } finally {
    refreshing = null;
  }
}

async function refreshRuns(changed: readonly number[]): Promise<void> {
  const [data, chosen, known] = [graph_data.peek(), setting.peek(), timetable.peek()];
  const { signal } = graph_work;
  // The first train: its path becomes the axis.
  if (data === null) await run(async () => await loadGraph(signal));
  if (data === null || chosen === null || known === null) return;
  const { timetable_id } = known;
  const { stations } = data.axis.forward;
  const ids = {
    train_schedules: changed.filter((id) => known.trains.has(id)),
    paced_trains: changed.filter((id) => known.paced_trains.has(id)),
  };
  const [found, conflicts] = await Promise.all([
    projectTrains(ids, { timetable_id, stations, setting: chosen, signal, run: "final" }),
    loadConflicts(timetable_id, chosen, signal),
  ]);
  const latest = graph_data.peek();
  if (latest === null || signal.aborted) return;
  const projected = new Map(latest.projected);
  for (const id of changed) projected.delete(id);
  for (const [id, one] of found) projected.set(id, one);
  graph_data.value = { ...latest, projected, conflicts };
  await placeBeside(chosen, signal);
}

/** Asks where conflicts are that are on neither way of the axis. */
async function placeBeside(chosen: Setting, signal: AbortSignal): Promise<void> {
  const [data, id] = [graph_data.peek(), open_timetable_id.peek()];
  if (data === null || id === null) return;
  const { axis, beside = [], conflicts } = data;
  const placed = [...axis.forward.zones, ...(axis.back?.zones ?? []), ...beside];
  const known = new Set(placed.map(({ zone }) => zone));
  const zones = conflicts.flatMap(({ requirements }) => requirements.map(({ zone }) => zone));
  const missing = new Set(zones.filter((zone) => !known.has(zone)));
  if (missing.size === 0) return;
  const { readZones } = await import("./stations/zones_beside.ts");
  const found = await readZones(data, missing, { timetable_id: id, setting: chosen, signal });
  const latest = graph_data.peek();
  if (latest?.axis === axis) graph_data.value = { ...latest, beside: [...beside, ...found] };
}

/** How often all runs may have changed. */
export const reload_count = signal(0);

/** Reads everything again: after missed events, or a change of the network. */
export async function reloadAll(): Promise<void> {
  const known = timetable.peek();
  if (known === null) return;
  reload_count.value += 1;
  await run(async () => {
    await reloadTimetable(known.timetable_id, timetable_work.signal);
    await loadGraph(graph_work.signal);
  });
}
