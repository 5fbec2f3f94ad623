/** Which dialog of what can be taken along is open; their code is loaded when they are. */
import { signal } from "@preact/signals";

export const opened_out = signal<"print" | "tables" | null>(null);
