/** What the trains of a day are doing. */
import { NOBODY } from "./zone_holders.ts";

/** [nTrains] each. */
export class TrainStates {
  /** The next block. */
  readonly block: Uint32Array;
  /** The place where it stood last or will stand next, and when it left there. */
  readonly place: Int32Array;
  readonly left_ms: Float64Array;
  readonly ready_ms: Float64Array;
  /** Since when it asks for its block. */
  readonly since_ms: Float64Array;
  /** When it asks next; events at other times are past. */
  readonly due_ms: Float64Array;
  /** Delay with which it last asked for a block. */
  readonly delay_ms: Float64Array;
  readonly isStanding: Uint8Array;
  readonly isWaiting: Uint8Array;
  readonly isOver: Uint8Array;
  /** First of its visits that is not known to end. */
  readonly cleared: Uint32Array;
  /** For whom it waits or waited last, behind all trains for which closure; and whether for a turn alone. */
  readonly waitsFor: Int32Array;
  readonly waitsForOrder: Uint8Array;
  /** Whether it is told in a deadlock. */
  readonly isLocked: Uint8Array;
  /** By braking for a signal. */
  readonly lost_ms: Float64Array;
  /** The last search that came by it. */
  readonly seen: Uint32Array;

  constructor(nTrains: number) {
    this.block = new Uint32Array(nTrains);
    this.place = new Int32Array(nTrains);
    this.left_ms = new Float64Array(nTrains);
    this.ready_ms = new Float64Array(nTrains);
    this.since_ms = new Float64Array(nTrains);
    this.due_ms = new Float64Array(nTrains);
    this.delay_ms = new Float64Array(nTrains);
    this.isStanding = new Uint8Array(nTrains);
    this.isWaiting = new Uint8Array(nTrains);
    this.isOver = new Uint8Array(nTrains);
    this.cleared = new Uint32Array(nTrains);
    this.waitsFor = new Int32Array(nTrains);
    this.waitsForOrder = new Uint8Array(nTrains);
    this.isLocked = new Uint8Array(nTrains);
    this.lost_ms = new Float64Array(nTrains);
    this.seen = new Uint32Array(nTrains);
  }

  /** Whether all trains go on alike: what they did before may differ. */
  goesOnAs(other: TrainStates): boolean {
    for (let t = 0; t < this.block.length; t++) {
      if (this.isOver[t] !== other.isOver[t]) return false;
      if (this.isOver[t] === 1) continue;
      const isSame =
        this.block[t] === other.block[t] &&
        this.place[t] === other.place[t] &&
        this.due_ms[t] === other.due_ms[t] &&
        this.since_ms[t] === other.since_ms[t] &&
        this.ready_ms[t] === other.ready_ms[t] &&
        this.delay_ms[t] === other.delay_ms[t] &&
        this.isStanding[t] === other.isStanding[t] &&
        this.isWaiting[t] === other.isWaiting[t] &&
        this.cleared[t] === other.cleared[t] &&
        this.waitsFor[t] === other.waitsFor[t] &&
        this.isLocked[t] === other.isLocked[t] &&
        this.lost_ms[t] === other.lost_ms[t];
      if (!isSame) return false;
      if (this.isStanding[t] === 0 && this.left_ms[t] !== other.left_ms[t]) return false;
      if (this.isWaiting[t] === 1 && this.waitsForOrder[t] !== other.waitsForOrder[t]) return false;
    }
    return true;
  }

  /** Whether it has come to one of its planned stops. */
  hasStoppedAt(t: number, place: number): boolean {
    return this.place[t]! >= place;
  }

  /** How many of its places it has left. */
  countLeft(t: number): number {
    return Math.max(0, this.place[t]! + 1 - this.isStanding[t]!);
  }

  /** Whether it has asked for a block, the first or another one; it may have got none. */
  hasAsked(t: number): boolean {
    return this.block[t]! > 0 || this.isWaiting[t] === 1;
  }

  /** It asks for its first block so long before it is there; at Infinity it never is. Returns whether it ever does. */
  appear(t: number, ready_ms: number, lead_ms: number): boolean {
    this.ready_ms[t] = ready_ms;
    this.since_ms[t] = ready_ms - lead_ms;
    this.due_ms[t] = ready_ms - lead_ms;
    this.isOver[t] = ready_ms === Infinity ? 1 : 0;
    return ready_ms < Infinity;
  }

  listWaitingForOrder(): Set<number> {
    const trains = new Set<number>();
    for (let t = 0; t < this.isWaiting.length; t++) {
      if (this.isWaiting[t] === 1 && this.waitsForOrder[t] === 1) trains.add(t);
    }
    return trains;
  }

  /** Takes over one train. */
  copyTrain(t: number, other: TrainStates): void {
    this.block[t] = other.block[t]!;
    this.place[t] = other.place[t]!;
    this.left_ms[t] = other.left_ms[t]!;
    this.ready_ms[t] = other.ready_ms[t]!;
    this.since_ms[t] = other.since_ms[t]!;
    this.due_ms[t] = other.due_ms[t]!;
    this.delay_ms[t] = other.delay_ms[t]!;
    this.isStanding[t] = other.isStanding[t]!;
    this.isWaiting[t] = other.isWaiting[t]!;
    this.isOver[t] = other.isOver[t]!;
    this.cleared[t] = other.cleared[t]!;
    this.waitsFor[t] = other.waitsFor[t]!;
    this.waitsForOrder[t] = other.waitsForOrder[t]!;
    this.isLocked[t] = other.isLocked[t]!;
    this.lost_ms[t] = other.lost_ms[t]!;
  }

  /** But for the searches that came by. */
  copyFrom(other: TrainStates): void {
    this.block.set(other.block);
    this.place.set(other.place);
    this.left_ms.set(other.left_ms);
    this.ready_ms.set(other.ready_ms);
    this.since_ms.set(other.since_ms);
    this.due_ms.set(other.due_ms);
    this.delay_ms.set(other.delay_ms);
    this.isStanding.set(other.isStanding);
    this.isWaiting.set(other.isWaiting);
    this.isOver.set(other.isOver);
    this.cleared.set(other.cleared);
    this.waitsFor.set(other.waitsFor);
    this.waitsForOrder.set(other.waitsForOrder);
    this.isLocked.set(other.isLocked);
    this.lost_ms.set(other.lost_ms);
  }

  /** All are still to appear. */
  begin(visitStart: Uint32Array): void {
    this.block.fill(0);
    this.place.fill(NOBODY);
    this.delay_ms.fill(0);
    this.isStanding.fill(1);
    this.isWaiting.fill(0);
    this.isOver.fill(0);
    this.waitsFor.fill(NOBODY);
    this.isLocked.fill(0);
    this.lost_ms.fill(0);
    this.cleared.set(visitStart.subarray(0, -1));
  }
}
