// Method: lists of proxies, by hand.
import { describe, expect, it } from "vitest";
import { trustsEverybody } from "../../../src/platform/access/open_trust.ts";

describe("trusted proxies", () => {
  it.each([
    ["0.0.0.0/0"],
    ["::/0"],
    ["10.0.0.1", "0.0.0.0/0"],
    ["0.0.0.0/1", "128.0.0.0/1"],
    ["::/1", "8000::/1"],
    ["::ffff:0:0/96"],
  ])("are everybody: %s %s", (...entries) => {
    expect(trustsEverybody(entries.filter(Boolean))).toBe(true);
  });

  it.each([
    [],
    ["127.0.0.1", "::1"],
    ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"],
    ["128.0.0.0/1"],
    ["fc00::/7"],
  ])("are somebody: %s %s %s", (...entries) => {
    expect(trustsEverybody(entries.filter(Boolean))).toBe(false);
  });
});
