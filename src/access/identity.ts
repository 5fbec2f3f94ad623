/**
 * Who sends a request: rules for the identity lines that the gateway adds (interface.md 1.5 and 2.1).
 * Header bytes come from uWebSockets.js as Latin-1, and it cuts trailing non-ASCII bytes without a
 * trace: two identities could become one, so identities are ASCII.
 */
import { BlockList, isIP } from "node:net";
import type { Database } from "../db/client.ts";

export interface Identified {
  readonly id: number;
  readonly name: string;
}

/** The identity lines of a request, all of them, and who sent them. */
export interface IdentityLines {
  readonly identity: readonly string[];
  readonly name: readonly string[];
  /** `identity/name` in one line, as older gateways send it; empty where the setting forbids it. */
  readonly combined: readonly string[];
  readonly remote_address: string;
}

export type Identity =
  | { readonly kind: "none" }
  | { readonly kind: "untrusted_peer" }
  | { readonly kind: "malformed"; readonly reason: string }
  | { readonly kind: "given"; readonly identity: string; readonly name: string };

const BYTES_MAX = 1024;
const VISIBLE_ASCII = /^[\x20-\x7e]+$/;

/** Addresses or networks (`10.0.0.0/8`) whose identity lines count. Throws on one that is none. */
export function makeProxyList(entries: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList();
  for (const entry of entries) {
    const [address = "", prefix] = entry.split("/");
    const family = familyOf(address);
    if (family === null) throw new Error(`'${entry}' is no address`);
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  return (address) => {
    const family = familyOf(address);
    return family !== null && trusted.check(address, family);
  };
}

function familyOf(address: string): "ipv4" | "ipv6" | null {
  const version = isIP(address);
  if (version === 0) return null;
  return version === 4 ? "ipv4" : "ipv6";
}

/** Reads the identity lines; two lines, or one that could be taken for another identity, are malformed. */
export function readIdentity(
  lines: IdentityLines,
  isTrusted: (address: string) => boolean,
): Identity {
  const has_combined = lines.combined.length > 0;
  if (lines.identity.length === 0 && !has_combined) return { kind: "none" };
  if (!isTrusted(lines.remote_address)) return { kind: "untrusted_peer" };
  if (lines.identity.length + lines.combined.length > 1) {
    return malformed("there are two identities");
  }
  if (lines.name.length + lines.combined.length > 1) return malformed("there are two names");
  if (!has_combined) return checkIdentity(lines.identity[0] ?? "", lines.name[0] ?? "");
  const [combined = ""] = lines.combined;
  const at = combined.indexOf("/");
  // Without its end nobody knows whether the parser has cut non-ASCII bytes off the identity.
  if (at < 0) return malformed("the identity has no slash after it");
  return checkIdentity(combined.slice(0, at), combined.slice(at + 1));
}

function malformed(reason: string): Identity {
  return { kind: "malformed", reason };
}

function checkIdentity(identity: string, name: string): Identity {
  if (identity === "") return malformed("the identity is empty");
  if (identity.length > BYTES_MAX) return malformed("the identity is too long");
  if (!VISIBLE_ASCII.test(identity)) return malformed("the identity is not ASCII");
  // Of a line of its own the parser has cut them off.
  if (identity !== identity.trim()) return malformed("there is a blank around the identity");
  if (name.length > BYTES_MAX) return malformed("the name is too long");
  if (hasControlCharacter(name)) return malformed("the name has control characters");
  return { kind: "given", identity, name: decodeName(name) };
}

/** Looks at bytes: what follows DEL is a part of UTF-8 here. */
function hasControlCharacter(name: string): boolean {
  return Buffer.from(name, "latin1").some((byte) => byte < 0x20 || byte === 0x7f);
}

/** Names are UTF-8 that arrived as Latin-1; what is no UTF-8 was Latin-1. */
function decodeName(name: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(name, "latin1"));
  } catch {
    return name;
  }
}

/** The user of an identity, made at the first contact; many first contacts at once make one user. */
export async function identifyUser(
  db: Database,
  { identity, name }: { readonly identity: string; readonly name: string },
): Promise<Identified> {
  const user = await db.queryOne<Identified>("app_user/identify", [identity, name]);
  if (user === null) throw new Error("app_user/identify returned no row");
  return user;
}
