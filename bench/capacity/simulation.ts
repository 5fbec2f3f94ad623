/**
 * Discrete-event simulation: processes that use resources for some time, first come, first served. A process
 * is a generator; it goes on when what it has yielded has passed. Nothing is random, nothing takes real time.
 */

/** Something that so many can use at once. */
export interface Resource {
  readonly name: string;
  readonly places: number;
  busy: number;
  /** Used by all places together. */
  used_ms: number;
  readonly waiting: (() => void)[];
}

/** Use of resources at once (taken in their order), mere time without any, or all of other processes. */
export type Step =
  | { readonly on: readonly Resource[]; readonly ms: number }
  | { readonly all: readonly Process[] }
  | { readonly until: (go: () => void) => void };

export type Process = Generator<Step, void>;

export function makeResource(name: string, places: number): Resource {
  return { name, places, busy: 0, used_ms: 0, waiting: [] };
}

interface Due {
  readonly at_ms: number;
  readonly order: number;
  readonly go: () => void;
}

export class Simulation {
  /** A heap by time, then by order. */
  readonly #due: Due[] = [];
  #order = 0;
  #now_ms = 0;

  get now_ms(): number {
    return this.#now_ms;
  }

  start(process: Process, onEnd: () => void = () => undefined): void {
    const { done, value: step } = process.next();
    if (done === true) {
      onEnd();
      return;
    }
    const go = (): void => this.start(process, onEnd);
    if ("until" in step) step.until(() => this.#after(0, go));
    else if ("all" in step) this.#startAll(step.all, go);
    else this.#use(step.on, step.ms, go);
  }

  /** Runs until nothing is left to happen. */
  run(): void {
    for (let due = this.#pop(); due !== undefined; due = this.#pop()) {
      this.#now_ms = due.at_ms;
      due.go();
    }
  }

  #startAll(processes: readonly Process[], go: () => void): void {
    let left = processes.length;
    if (left === 0) this.#after(0, go);
    for (const process of processes) {
      this.start(process, () => {
        left--;
        if (left === 0) this.#after(0, go);
      });
    }
  }

  #use(on: readonly Resource[], ms: number, go: () => void): void {
    const take = (i: number): void => {
      const resource = on[i];
      if (resource === undefined) {
        this.#after(ms, () => {
          for (const held of on) release(held, ms);
          go();
        });
      } else if (resource.busy < resource.places) {
        resource.busy++;
        take(i + 1);
      } else resource.waiting.push(() => take(i + 1));
    };
    take(0);
  }

  #after(ms: number, go: () => void): void {
    const due = { at_ms: this.#now_ms + ms, order: this.#order++, go };
    const heap = this.#due;
    let at = heap.push(due) - 1;
    while (at > 0) {
      const up = (at - 1) >> 1;
      const above = heap[up];
      if (above === undefined || !isBefore(due, above)) break;
      heap[at] = above;
      at = up;
    }
    heap[at] = due;
  }

  #pop(): Due | undefined {
    const heap = this.#due;
    const first = heap[0];
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first;
    let at = 0;
    for (let down = 1; down < heap.length; down = 2 * at + 1) {
      const [left, right] = [heap[down], heap[down + 1]];
      const is_right = left !== undefined && right !== undefined && isBefore(right, left);
      const next = is_right ? right : left;
      if (next === undefined || !isBefore(next, last)) break;
      heap[at] = next;
      at = is_right ? down + 1 : down;
    }
    heap[at] = last;
    return first;
  }
}

/** The place goes to who has waited longest. */
function release(resource: Resource, ms: number): void {
  resource.used_ms += ms;
  const next = resource.waiting.shift();
  if (next === undefined) resource.busy--;
  else next();
}

function isBefore(a: Due, b: Due): boolean {
  return a.at_ms < b.at_ms || (a.at_ms === b.at_ms && a.order < b.order);
}
