import { signal } from "@preact/signals";

/** The dialog that is open above the view. */
export const opened_dialog = signal<"reader" | "palette" | "shortcuts" | null>(null);
