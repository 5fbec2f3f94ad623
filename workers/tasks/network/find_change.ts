/**
 * Task: finds how to make a content's compiled network from an earlier one: the part of the document
 * affected by the edits in between, as JSON in shared memory. Runs on the infrastructure's own thread.
 */

import { shareTexts } from "../shared_text.ts";
import { findChange } from "./network_copies.ts";

interface FindChangeInput {
  /** The content. */
  readonly infra: { readonly key: string };
  /** Keys of compiled contents. */
  readonly known: readonly string[];
}

export interface FoundChange {
  /** Key of the content to start from. */
  readonly from: string;
  readonly change: Uint8Array;
}

/** Null: the document must be compiled as a whole. */
export function findContentChange({ infra, known }: FindChangeInput): FoundChange | null {
  const found = findChange(infra.key, new Set(known));
  if (found === null) return null;
  return { from: found.from, change: shareTexts([JSON.stringify(found.change)]) };
}
