/** Digests, and keys of results made of them. */
import { createHash } from "node:crypto";

/** A short key of `parts`; equal parts give equal keys in every process. */
export function hashKey(kind: string, parts: readonly unknown[]): string {
  return `${kind}:${hashText(JSON.stringify(parts))}`;
}

export function hashText(text: string | Uint8Array): string {
  return createHash("sha256").update(text).digest("base64url");
}
