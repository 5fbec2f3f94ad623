import { signal } from "@preact/signals";

/** Many days that are tried stand in place of the running one. */
export const shows_tried_days = signal(false);
