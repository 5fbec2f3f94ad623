/**
 * Task: what makes a content's compiled network of another one's: the part of the document that the edits between them
 * touch, as JSON in shared memory. Asked of the infrastructure's own thread.
 */
import { findChange } from "./network_copies.ts";
import { shareTexts } from "./shared_text.ts";

interface FindChangeInput {
  /** The content. */
  readonly infra: { readonly key: string };
  /** Keys of contents that are compiled. */
  readonly known: readonly string[];
}

export interface FoundChange {
  /** The one to begin with. */
  readonly from: string;
  readonly change: Uint8Array;
}

/** Null: the document is to be compiled whole. */
export function findContentChange({ infra, known }: FindChangeInput): FoundChange | null {
  const found = findChange(infra.key, new Set(known));
  if (found === null) return null;
  return { from: found.from, change: shareTexts([JSON.stringify(found.change)]) };
}
