/** A history of steps, of a timetable or of a network: what can be undone, and what can be done again. */
export interface Steps<Step> {
  /** Latest last. */
  readonly undo: readonly Step[];
  readonly redo: readonly Step[];
}

export type Way = keyof Steps<unknown>;

export const NO_STEPS: Steps<never> = { undo: [], redo: [] };

const STEPS_MAX = 100;

/** Undone steps can't be redone on top of a new one. */
export function withStep<Step>({ undo }: Steps<Step>, step: Step): Steps<Step> {
  return { undo: [...undo, step].slice(-STEPS_MAX), redo: [] };
}

export function withoutStep<Step>(steps: Steps<Step>, way: Way, step: Step): Steps<Step> {
  return { ...steps, [way]: steps[way].filter((one) => one !== step) };
}

/** A step was taken. Now it can be taken the other way, as `back`. */
export function turnStep<Step>(
  steps: Steps<Step>,
  way: Way,
  step: Step,
  back: Step = step,
): Steps<Step> {
  const left = withoutStep(steps, way, step);
  const other = way === "undo" ? "redo" : "undo";
  return { ...left, [other]: [...left[other], back].slice(-STEPS_MAX) };
}
