/** Waits of a day for other trains: who, for which of its blocks, for whom it waited last, how long, and until when. */
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
    this.trains.clear();
    this.blocks.clear();
    this.causes.clear();
    this.times_ms.clear();
    this.ends_ms.clear();
  }

  copyFrom(other: DayWaits): void {
    this.clear();
    this.append(other, 0);
  }

  /** Those of another day from one of them on. */
  append({ count, trains, blocks, causes, times_ms, ends_ms }: DayWaits, from: number): void {
    this.trains.pushRange(trains.values, from, count);
    this.blocks.pushRange(blocks.values, from, count);
    this.causes.pushRange(causes.values, from, count);
    this.times_ms.pushRange(times_ms.values, from, count);
    this.ends_ms.pushRange(ends_ms.values, from, count);
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
