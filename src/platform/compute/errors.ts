/** Failures of a task on a worker thread, as kinds that a caller can act on. */

/**
 * `overloaded`: the queue is full or the pool is closed; `deadline`: the task ran too long and its
 * thread was replaced; `crashed`: the thread died (exit, out of memory); `failed`: the task threw.
 */
export type ComputeErrorKind = "overloaded" | "deadline" | "crashed" | "failed";

export class ComputeError extends Error {
  readonly kind: ComputeErrorKind;

  constructor(kind: ComputeErrorKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}
