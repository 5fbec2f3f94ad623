// Method: 10,000 seeded bad requests (see bad_requests.ts); each must be refused with the error object, no table may change.
import { expect, it } from "vitest";
import { opened } from "../../helpers/opened.ts";
import { makeRuleWorld } from "../../helpers/rule_world.ts";
import { hashTables } from "../../helpers/test_database.ts";
import { type BadRequest, makeBadRequests } from "./bad_requests.ts";
import { VALIDATORS_WORDS } from "./validators_words.ts";

const SEED = 20_240_522;
const COUNT = 10_000;
const AT_ONCE = 16;

const world = opened(makeRuleWorld);

it("refuses 10,000 bad requests with a 4xx and changes no row", async () => {
  const requests = makeBadRequests(SEED, COUNT);
  const wrong: unknown[] = [];
  const statuses = new Map<number, number>();
  let beyond_count = 0;
  const send = async (request: BadRequest): Promise<void> => {
    const { status, json, text } = await world.send(request);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (request.is_beyond) beyond_count++;
    const is_plain = !VALIDATORS_WORDS.test(text);
    if (status >= 400 && status < 500 && json?.status === status && is_plain) return;
    if (wrong.length < 5) wrong.push({ request, status, text });
  };
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const request of requests) await send(request);
    }),
  );
  expect(wrong).toEqual([]);
  expect([...statuses.values()].reduce((sum, n) => sum + n, 0)).toBe(COUNT);
  expect(beyond_count).toBeGreaterThan(COUNT / 5);
  for (const status of [400, 404, 409, 412, 415, 422]) {
    expect(statuses.get(status) ?? 0, `answers of status ${status}`).toBeGreaterThan(10);
  }
  expect(await hashTables(world.services.db)).toEqual(world.hashes);
});
