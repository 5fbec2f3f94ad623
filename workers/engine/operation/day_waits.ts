/**
 * Waits of a day for other trains or for closed track: who, for which of its blocks, for what it waited last, how long,
 * and until when. Causes from the number of trains on are closures.
 */
import { Float64Column, Uint32Column } from "../columns.ts";

export class DayWaits {
  readonly trains = new Uint32Column();
  readonly blocks = new Uint32Column();
  readonly causes = new Uint32Column();
  readonly times_ms = new Float64Column();
  readonly ends_ms = new Float64Column();

  get count(): number {
    return this.trains.count;
  }

  clear(): void {
    this.cut(0);
  }

  /** Leaves the first ones. */
  cut(count: number): void {
    this.trains.count = count;
    this.blocks.count = count;
    this.causes.count = count;
    this.times_ms.count = count;
    this.ends_ms.count = count;
  }

  /** Those of another day from one of them up to another. */
  append({ trains, blocks, causes, times_ms, ends_ms }: DayWaits, from: number, to: number): void {
    this.trains.pushRange(trains.values, from, to);
    this.blocks.pushRange(blocks.values, from, to);
    this.causes.pushRange(causes.values, from, to);
    this.times_ms.pushRange(times_ms.values, from, to);
    this.ends_ms.pushRange(ends_ms.values, from, to);
  }

  push(
    train: number,
    block: number,
    { cause, time_ms, end_ms }: { cause: number; time_ms: number; end_ms: number },
  ): void {
    this.trains.push(train);
    this.blocks.push(block);
    this.causes.push(cause);
    this.times_ms.push(time_ms);
    this.ends_ms.push(end_ms);
  }
}
