/** Detects lists of trusted proxies that include every address: any client could then claim any identity. */
import { makeProxyList } from "./identity.ts";

/** Addresses spread over each family's whole space; no real set of proxies covers all of them. */
const STRANGERS = [
  ["1.1.1.1", "64.0.0.1", "100.64.0.1", "128.0.0.1", "198.51.100.7", "223.255.255.254"],
  ["::ffff:1.1.1.1", "::ffff:128.0.0.1", "::ffff:223.255.255.254"],
  ["2001:db8::1", "2606:4700::1", "2a00:1450::1", "fd00::1", "3fff:ffff::1"],
];

/** True if all strangers of one family may send identity headers. */
export function trustsEverybody(trusted_proxies: readonly string[]): boolean {
  const isTrusted = makeProxyList(trusted_proxies);
  return STRANGERS.some((addresses) => addresses.every(isTrusted));
}
