/**
 * Sends database changes, made by any server, to all event streams of this server. It works in turns:
 * read the events since the last turn, ask for the rights of all users who would receive some, then
 * send one text to all streams of a resource. A turn follows each announcement and, since announcements
 * can be lost, every second. A turn that found events is soon followed by another. Rights are asked for
 * in each turn, so a user who loses a right receives nothing from then on.
 *
 * Asking for many rights and sending takes time of the database and the main thread that other requests
 * need. So the hub rests six times as long afterwards; events of that time are sent together.
 */
import type { Logger } from "pino";
import type { ApplicationRoles } from "../access/application_roles.ts";
import type { BuiltinRole } from "../access/roles.ts";
import type { Database, Listening } from "../db/client.ts";
import { DatabaseError } from "../db/errors.ts";
import { nextTurn } from "../turns.ts";
import {
  findEnded,
  type LoggedEvent,
  listMissed,
  type OpeningRoles,
  PAGE_BYTES,
  readEvents,
  readHead,
  readHorizon,
} from "./event_log.ts";
import { EventStream, type Looker, NEWS, type Watched, type WatchedType } from "./event_stream.ts";
import {
  printBeat,
  printBegin,
  printEnd,
  printEvents,
  printFarewell,
  printReset,
  printWatchers,
} from "./event_text.ts";
import { Presence } from "./presence.ts";

/** The role needed to watch a resource, besides Reader on it. */
export const LOOKING_ROLES = {
  timetable: "timetable:read",
  infra: "infra:read",
} as const satisfies Readonly<Record<WatchedType, BuiltinRole>>;

export interface EventHubOptions {
  readonly db: Database;
  readonly log: Logger;
  readonly roles: ApplicationRoles;
  /** Bytes that may wait for one client. */
  readonly stream_bytes_max: number;
  /** Bytes sent on all running streams together. */
  readonly told_bytes_max: number;
}

const CHANNEL = "marey_event";
const TICK_MS = 1000;
/** Of overlapping statements only one is announced: after this time the others have ended too. */
const SECOND_LOOK_MS = 25;
/** A stream is sent something at least this often. */
const BEAT_MS = 15_000;
/** Streams served in one turn of the event loop: some milliseconds. */
const TOLD_AT_ONCE = 100;
/** Ratio of rest to work: sending takes at most one part in `RESTS` + 1 of the database and the main thread. */
const RESTS = 6;
const REST_MAX_MS = 1000;
const PIECE_BYTES = 64 * 1024;

/** What a stream is to be told, if anything, or why it ends; `over`: its client should come again. */
export type OwnText = Uint8Array | "denied" | "deleted" | "over" | null;

/** How the texts of a stream are made. */
export interface Following {
  readonly tell: () => Promise<OwnText>;
  readonly every_ms: number;
}

interface Joining {
  readonly stream: EventStream;
  readonly resolve: (place: number) => void;
  readonly reject: (error: unknown) => void;
}

export class EventHub {
  readonly #options: EventHubOptions;
  readonly #roles: OpeningRoles;
  readonly #presence: Presence;
  #presence_ms = -Infinity;
  readonly #by_resource = new Map<string, Set<EventStream>>();
  /** All streams that have joined, the longest silent first. */
  readonly #streams = new Set<EventStream>();
  #joining: Joining[] = [];
  /** Includes the joining streams of the running turn. */
  #joining_count = 0;
  /** All events up to here were sent; null: there is no stream. */
  #place: number | null = null;
  #listening: Listening | null = null;
  #ticking: NodeJS.Timeout | null = null;
  #is_waked = false;
  #is_running = false;
  /** Whether the last turn failed. */
  #is_failing = false;
  #is_draining = false;
  /** Events read from the database, events sent to streams, and the time from writing to sending. */
  readonly figures = { read: 0, told: 0, delay_ms: 0 };

  constructor(options: EventHubOptions) {
    this.#options = options;
    this.#roles = listOpeningRoles(options.roles);
    this.#presence = new Presence(options.db);
  }

  get stream_count(): number {
    return this.#streams.size;
  }

  /**
   * The texts for one watcher from now on; its rights were checked before. With `last_id`, the id
   * of the last event that the client has, the events it missed come first.
   */
  async *look(
    looker: Looker,
    { last_id, signal }: { readonly last_id: string | undefined; readonly signal: AbortSignal },
  ): AsyncGenerator<Uint8Array> {
    const stream = new EventStream(looker, this.#options.stream_bytes_max);
    for await (const chunk of this.#attend(stream, { last_id, signal })) yield* cutInPieces(chunk);
  }

  /**
   * The same for a watcher whose texts `tell` makes: it is asked at first, when something has changed, and after
   * `every_ms` at the latest; never while the client has not taken what it made before.
   */
  async *follow(
    looker: Looker,
    { tell, every_ms, signal }: Following & { readonly signal: AbortSignal },
  ): AsyncGenerator<Uint8Array> {
    const stream = new EventStream(
      { ...looker, has_own_texts: true },
      this.#options.stream_bytes_max,
    );
    stream.stir();
    const stirring = setInterval(() => stream.stir(), every_ms).unref();
    try {
      for await (const chunk of this.#attend(stream, { last_id: undefined, signal })) {
        const text = chunk === NEWS ? await tell() : chunk;
        if (text === "over") stream.end(printFarewell());
        else if (typeof text === "string") stream.cut(printEnd(text));
        else if (text !== null) {
          yield* cutInPieces(text);
          // Others have been counted when they were pushed.
          if (chunk === NEWS) stream.told_bytes += text.length;
          this.#endIfOver(stream);
        }
      }
    } finally {
      clearInterval(stirring);
    }
  }

  async *#attend(
    stream: EventStream,
    { last_id, signal }: { readonly last_id: string | undefined; readonly signal: AbortSignal },
  ): AsyncGenerator<Uint8Array> {
    signal.throwIfAborted();
    const onAbort = (): void => {
      stream.cut(null);
      this.#forget(stream);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      const place = await this.#join(stream);
      yield printBegin(last_id === undefined && !stream.has_own_texts ? place : null);
      if (last_id !== undefined) {
        for await (const page of this.#replay(stream, last_id, place)) {
          stream.told_bytes += page.length;
          yield page;
        }
      }
      for (let chunk = await stream.take(); chunk !== null; chunk = await stream.take())
        yield chunk;
    } finally {
      signal.removeEventListener("abort", onAbort);
      this.#leave(stream);
    }
  }

  /** Ends all streams and accepts no new ones: the server is stopping. */
  drain(): void {
    this.#is_draining = true;
    for (const stream of this.#streams) stream.end(printFarewell());
    this.#rejectJoining(stopping());
  }

  close(): void {
    this.#listening?.close();
    this.#listening = null;
    if (this.#ticking !== null) clearInterval(this.#ticking);
    this.#ticking = null;
    this.#place = null;
  }

  /** Resolves with a place in the log: every later event will be sent, every earlier one is already readable. */
  async #join(stream: EventStream): Promise<number> {
    if (this.#is_draining) throw stopping();
    this.#listening ??= this.#options.db.listen(CHANNEL, (text) => {
      this.#presence.hear(text);
      this.#wake();
    });
    this.#ticking ??= setInterval(() => this.#wake(), TICK_MS).unref();
    this.#joining_count++;
    try {
      return await new Promise<number>((resolve, reject) => {
        this.#joining.push({ stream, resolve, reject });
        this.#wake();
      });
    } finally {
      this.#joining_count--;
    }
  }

  #forget(stream: EventStream): void {
    this.#streams.delete(stream);
    const key = keyOf(stream.watched);
    const peers = this.#by_resource.get(key);
    peers?.delete(stream);
    if (peers?.size === 0) this.#by_resource.delete(key);
    if (stream.is_present) this.#presence.stir(key);
  }

  #leave(stream: EventStream): void {
    this.#forget(stream);
    if (this.#streams.size === 0 && this.#joining_count === 0) this.close();
  }

  /** The events after the client's last one, page by page; rights are asked for before each page. */
  async *#replay(stream: EventStream, last_id: string, last: number): AsyncGenerator<Uint8Array> {
    const { db, stream_bytes_max: bytes } = this.#options;
    let after = /^\d{1,15}$/.test(last_id) ? Number(last_id) : -1;
    while (!stream.has_ended) {
      const asked = { looker: stream, roles: this.#roles };
      const { untold_place, events } = await listMissed(db, asked, { after, last, bytes });
      const end = (await findEnded(db, [stream], this.#roles)).get(0);
      if (end !== undefined) stream.cut(printEnd(end));
      if (stream.has_ended) return;
      if (after < untold_place || after > last) {
        yield printReset(last);
        return;
      }
      if (events.length === 0) {
        yield printBeat(last);
        return;
      }
      yield printEvents(events);
      after = events.at(-1)?.place ?? last;
      this.#endIfOver(stream);
    }
  }

  #wake(): void {
    this.#is_waked = true;
    if (!this.#is_running) void this.#run();
  }

  async #run(): Promise<void> {
    this.#is_running = true;
    while (this.#is_waked && this.#streams.size + this.#joining_count > 0) {
      this.#is_waked = false;
      const joining = this.#joining;
      this.#joining = [];
      try {
        await this.#takeTurn(joining);
        this.#is_failing = false;
      } catch (error) {
        // The next tick tries again: no unsent event counts as sent.
        for (const { reject } of joining) reject(error);
        if (!this.#is_failing) this.#options.log.warn({ err: error }, "events can't be read");
        this.#is_failing = true;
        break;
      }
    }
    this.#is_running = false;
  }

  async #takeTurn(joining: readonly Joining[]): Promise<void> {
    const { db } = this.#options;
    const events = this.#place === null ? [] : await readEvents(db, this.#place);
    const read_ms = performance.now();
    const last_place = events.at(-1)?.place ?? this.#place ?? (await readHead(db));
    if (events.reduce((sum, { data }) => sum + data.length, 0) >= PAGE_BYTES) this.#is_waked = true;
    // Read after the events, so that pruning in between is noticed: a server may have been suspended for long.
    const horizon = await readHorizon(db);
    const has_missed = this.#place !== null && horizon > this.#place;
    const place = Math.max(last_place, horizon);
    const told = has_missed
      ? this.#listAll({ text: printReset(place), count: 0 })
      : this.#listTold(printByResource(events), printBeat(place));
    const asked = [...joining.map(({ stream }) => stream), ...told.keys()];
    const start_ms = performance.now();
    const ended = asked.length === 0 ? new Map() : await findEnded(db, asked, this.#roles);
    // All streams may have ended meanwhile.
    this.#place = this.#listening === null ? null : place;
    for (const [i, { stream, resolve }] of joining.entries()) {
      this.#add(stream, ended.get(i));
      resolve(place);
    }
    await this.#tell([...told], (i) => ended.get(joining.length + i));
    const worked_ms = told.size === 0 ? 0 : performance.now() - start_ms;
    const later_ms = performance.now() - read_ms;
    this.figures.read += events.length;
    if (events.length > 0) setTimeout(() => this.#wake(), SECOND_LOOK_MS).unref();
    for (const { age_ms } of events) this.figures.delay_ms += age_ms + later_ms;
    await this.#tellWatchers();
    if (worked_ms > 1) await rest(Math.min(worked_ms * RESTS, REST_MAX_MS));
  }

  #add(stream: EventStream, end: "denied" | "deleted" | undefined): void {
    const key = keyOf(stream.watched);
    const peers = this.#by_resource.get(key) ?? new Set();
    this.#by_resource.set(key, peers.add(stream));
    if (stream.is_present) this.#presence.stir(key);
    stream.fed_ms = performance.now();
    this.#streams.add(stream);
    if (end !== undefined) stream.cut(printEnd(end));
    if (this.#is_draining) stream.end(printFarewell());
  }

  /** Once a second at most: many may come at once. Without the database nobody is told. */
  async #tellWatchers(): Promise<void> {
    const now_ms = performance.now();
    if (now_ms < this.#presence_ms + TICK_MS) return;
    this.#presence_ms = now_ms;
    const here = new Map<string, Set<number>>();
    for (const { is_present, user_id, watched } of this.#streams) {
      if (!is_present || user_id === null) continue;
      const key = keyOf(watched);
      here.set(key, (here.get(key) ?? new Set()).add(user_id));
    }
    const told = new Map<EventStream, Told>();
    for (const [key, data] of await this.#presence.listChanged(here)) {
      const text = printWatchers(data);
      for (const stream of this.#by_resource.get(key) ?? []) {
        if (!stream.is_present || stream.watchers === data) continue;
        stream.watchers = data;
        told.set(stream, { text, count: 0 });
      }
    }
    if (told.size === 0) return;
    const ended = await findEnded(this.#options.db, [...told.keys()], this.#roles);
    await this.#tell([...told], (i) => ended.get(i));
  }

  #listAll(text: Told): ReadonlyMap<EventStream, Told> {
    const told = new Map<EventStream, Told>();
    for (const stream of this.#streams) tellOrStir(stream, text, told);
    return told;
  }

  /** What each stream is sent: events, or a sign of life. */
  #listTold(texts: ReadonlyMap<string, Told>, beat: Uint8Array): ReadonlyMap<EventStream, Told> {
    const told = new Map<EventStream, Told>();
    for (const [key, text] of texts) {
      for (const stream of this.#by_resource.get(key) ?? []) tellOrStir(stream, text, told);
    }
    const quiet_since_ms = performance.now() - BEAT_MS;
    for (const stream of this.#streams) {
      if (stream.fed_ms > quiet_since_ms) break;
      if (!told.has(stream)) told.set(stream, { text: beat, count: 0 });
    }
    return told;
  }

  async #tell(
    told: readonly (readonly [EventStream, Told])[],
    endOf: (index: number) => "denied" | "deleted" | undefined,
  ): Promise<void> {
    for (const [i, [stream, { text, count }]] of told.entries()) {
      // Lets the work that these texts set off run before the next batch.
      if (i % TOLD_AT_ONCE === TOLD_AT_ONCE - 1) await nextTurn();
      const end = endOf(i);
      if (end !== undefined) stream.cut(printEnd(end));
      else {
        stream.push(text);
        this.#endIfOver(stream);
      }
      if (stream.has_ended) this.#forget(stream);
      else if (this.#streams.delete(stream)) {
        stream.fed_ms = performance.now();
        this.#streams.add(stream);
        this.figures.told += count;
      }
    }
  }

  /** The kernel buffers what a client does not read; each stream has an equal share of the memory for that. */
  #endIfOver(stream: EventStream): void {
    const share = this.#options.told_bytes_max / this.#streams.size;
    if (stream.isOver(share)) stream.end(printFarewell());
  }

  #rejectJoining(error: unknown): void {
    for (const { reject } of this.#joining) reject(error);
    this.#joining = [];
  }
}

/** In small pieces, so that few bytes are copied for a client that does not read them. */
function* cutInPieces(chunk: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < chunk.length; at += PIECE_BYTES) yield chunk.subarray(at, at + PIECE_BYTES);
}

/** A stream with texts of its own asks for rights when it makes one. */
function tellOrStir(stream: EventStream, text: Told, told: Map<EventStream, Told>): void {
  if (stream.has_own_texts) stream.stir();
  else told.set(stream, text);
}

/** A text, and the number of events in it. */
interface Told {
  readonly text: Uint8Array;
  readonly count: number;
}

function printByResource(events: readonly LoggedEvent[]): Map<string, Told> {
  const by_resource = new Map<string, LoggedEvent[]>();
  for (const event of events) {
    const key = keyOf({ type: event.resource_type, id: event.resource_id });
    const own = by_resource.get(key);
    if (own === undefined) by_resource.set(key, [event]);
    else own.push(event);
  }
  return new Map(
    [...by_resource].map(([key, own]) => [key, { text: printEvents(own), count: own.length }]),
  );
}

function keyOf({ type, id }: Watched): string {
  return `${type}/${id}`;
}

function listOpeningRoles(roles: ApplicationRoles): OpeningRoles {
  const opening = [...roles].flatMap(([app_role, { builtin_roles }]) =>
    // Object.keys forgets the key type.
    (Object.keys(LOOKING_ROLES) as WatchedType[])
      .filter((type) => builtin_roles.has(LOOKING_ROLES[type]))
      .map((type) => ({ app_role, type })),
  );
  return {
    app_roles: opening.map(({ app_role }) => app_role),
    types: opening.map(({ type }) => type),
  };
}

function stopping(): DatabaseError {
  return new DatabaseError("overload", "the server stops");
}

async function rest(duration_ms: number): Promise<void> {
  await new Promise<void>((resolve) => setTimeout(resolve, duration_ms).unref());
}
