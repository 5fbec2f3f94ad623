/** Which output dialog is open; their code is loaded when they are opened. */
import { signal } from "@preact/signals";

export const opened_out = signal<"print" | "tables" | null>(null);
