/**
 * Who sends a request: rules for the identity headers that the gateway adds (interface.md 1.5 and
 * 2.1). Header bytes arrive as Latin-1. uWebSockets.js silently trims non-ASCII bytes off both ends
 * of a value, which could turn two identities into one. So identities are sent in ASCII.
 */
import { BlockList, isIP } from "node:net";
import { type Database, queryExactlyOne } from "../db/client.ts";
import type { Owner } from "../queues/fair_queue.ts";

export interface Identified {
  readonly id: number;
  readonly name: string;
}

/** All identity headers of a request, and the address that sent them. */
export interface IdentityLines {
  readonly identity: readonly string[];
  readonly name: readonly string[];
  /** `provider/user` in one header, as older gateways send it; empty if the setting forbids it. */
  readonly combined: readonly string[];
  readonly remote_address: string;
  /** How the gateway encodes non-ASCII characters. */
  readonly encoding: IdentityEncoding;
}

/** `percent`: identity and name are percent-encoded UTF-8; otherwise identities are ASCII. */
export type IdentityEncoding = "" | "none" | "percent";

export type Identity =
  | { readonly kind: "none" }
  | { readonly kind: "untrusted_peer" }
  | { readonly kind: "malformed"; readonly reason: string }
  | { readonly kind: "given"; readonly identity: string; readonly name: string };

const BYTES_MAX = 1024;
const VISIBLE_ASCII = /^[\x20-\x7e]+$/;
const ASCII = /^\p{ASCII}*$/u;
const CONTROL_CHARACTER = /\p{Cc}/u;

/** Addresses or networks (`10.0.0.0/8`) whose identity headers are trusted. Throws on a malformed one. */
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

/** Reads the identity headers. A repeated header, or one that could be taken for another identity, is malformed. */
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
  const { encoding } = lines;
  if (!has_combined) return checkIdentity(lines.identity[0] ?? "", lines.name[0] ?? "", encoding);
  // The whole value: providers may have users of the same name. Its user part is the best name.
  const [combined = ""] = lines.combined;
  const at = combined.indexOf("/");
  return checkIdentity(combined, at < 0 ? "" : combined.slice(at + 1), encoding);
}

function malformed(reason: string): Identity {
  return { kind: "malformed", reason };
}

function checkIdentity(sent: string, sent_name: string, encoding: IdentityEncoding): Identity {
  if (sent === "") return malformed("the identity is empty");
  if (sent.length > BYTES_MAX) return malformed("the identity is too long");
  if (!VISIBLE_ASCII.test(sent)) return malformed("the identity is not ASCII");
  if (sent_name.length > BYTES_MAX) return malformed("the name is too long");
  const is_encoded = encoding === "percent";
  const identity = is_encoded ? decodePercent(sent) : sent;
  if (identity === null) return malformed("the identity is no percent-encoded text");
  // In a header of its own the parser has already trimmed blanks.
  if (identity !== identity.trim()) return malformed("there is a blank around the identity");
  if (hasControlCharacter(sent_name)) return malformed("the name has control characters");
  const name = is_encoded ? decodePercent(sent_name) : decodeName(sent_name);
  if (name === null) return malformed("the name is no percent-encoded text");
  return { kind: "given", identity, name };
}

/** Null when an escape is malformed or missing, is not UTF-8, or stands for a control character. */
function decodePercent(sent: string): string | null {
  if (!ASCII.test(sent)) return null;
  try {
    const text = decodeURIComponent(sent);
    return CONTROL_CHARACTER.test(text) ? null : text;
  } catch {
    return null;
  }
}

/** Checks bytes: those above DEL are parts of UTF-8 here. */
function hasControlCharacter(name: string): boolean {
  return Buffer.from(name, "latin1").some((byte) => byte < 0x20 || byte === 0x7f);
}

/** Names are UTF-8 that arrived as Latin-1; bytes that are not valid UTF-8 really were Latin-1. */
function decodeName(name: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(name, "latin1"));
  } catch {
    return name;
  }
}

/** The user of an identity, created at the first contact; concurrent first contacts create one user. */
export async function identifyUser(
  db: Database,
  { identity, name }: { readonly identity: string; readonly name: string },
  owner: Owner = null,
): Promise<Identified> {
  const values = [identity, name];
  return await queryExactlyOne(db, "accounts/app_user/identify", values, { claim: owner });
}
