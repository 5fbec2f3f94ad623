/**
 * The solver's input: trains as graphs of operations, resources that only one train holds at a time, and the cost of
 * lateness. Times are whole numbers from 0 on, in any unit; docs/dispatch.md describes the format.
 */

/** No latest start, no greatest duration. */
export const UNBOUNDED = 2 ** 31 - 1;

/** Operations of a train are in topological order: the first is its entry, those without successors its exits. */
export interface DispatchProblem {
  readonly resources: number;
  /** [nTrains + 1] the first operation of each train. */
  readonly trainStart: Int32Array;
  /** [nOperations] earliest and latest start; UNBOUNDED = no end. */
  readonly earliest: Int32Array;
  readonly latest: Int32Array;
  /** [nOperations] least and greatest time to the start of the next operation; UNBOUNDED = may wait for ever. */
  readonly least: Int32Array;
  readonly greatest: Int32Array;
  /** [nOperations + 1], [n] operations of the same train that may follow. */
  readonly successorStart: Int32Array;
  readonly successors: Int32Array;
  /** [nOperations + 1], [n], [n] what is held during an operation, and for how long after its end. */
  readonly heldStart: Int32Array;
  readonly held: Int32Array;
  readonly release: Int32Array;
  /** [nCosts] an operation; a start at t costs slope · max(0, t − threshold), plus step when t ≥ threshold. */
  readonly costOperation: Int32Array;
  readonly costThreshold: Int32Array;
  readonly costStep: Float64Array;
  readonly costSlope: Float64Array;
  /** [nClosed] a resource, and from when until when no train of the problem may hold it. */
  readonly closed: Int32Array;
  readonly closedBegin: Int32Array;
  readonly closedEnd: Int32Array;
}

/** Events of the trains in the order in which they happen, also at equal times. */
export interface DispatchAnswer {
  readonly cost: number;
  readonly times: Int32Array;
  /** The operation that starts; its start ends the train's previous operation. */
  readonly operations: Int32Array;
  readonly trains: Int32Array;
}
