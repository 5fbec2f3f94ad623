// Method: the page's state on a server that is made for the test and tells proposals line by line, when the test says so.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FakeServer, makeTrain } from "../state/fake_server.ts";
import { closePage, openPage, soon } from "../state/page.ts";

const PROPOSALS = "POST /timetable/8/proposals";

let server: FakeServer;
let found: typeof import("../../../web/src/today/proposals.ts");
let lines: ReadableStreamDefaultController<Uint8Array>;
let has_left: boolean;

beforeEach(async () => {
  server = new FakeServer();
  server.put(makeTrain(1));
  await openPage(server);
  found = await import("../../../web/src/today/proposals.ts");
  const { dayQuery } = await import("../../../web/src/today/day_state.ts");
  dayQuery.value = { infra: 1 };
  has_left = false;
  server.answer(PROPOSALS, ({ headers, signal }) => {
    expect(headers.get("accept")).toBe("application/x-ndjson");
    const body = new ReadableStream<Uint8Array>({
      start: (out) => {
        lines = out;
        signal.addEventListener("abort", () => {
          has_left = true;
          out.error(signal.reason);
        });
      },
    });
    return new Response(body);
  });
});
afterEach(closePage);

const train = { kind: "train_schedule", id: 1 } as const;
const makeProposal = (delay_seconds: number) => ({
  decisions: [{ train, event: "held", stop: "a", at: `${delay_seconds}`, observed_at: "" }],
  delay_seconds,
  missed_stops: 0,
  trains: [],
});
const tell = (...delays: readonly number[]): void => {
  const head = { as_of: "2026-05-22T08:00:00Z", version: "v", delay_seconds: 900, missed_stops: 0 };
  const line = { ...head, proposals: delays.map(makeProposal) };
  lines.enqueue(new TextEncoder().encode(`${JSON.stringify(line)}\n`));
};
const shown = () => found.proposals.peek()?.shown.map(({ delay_seconds }) => delay_seconds) ?? null;

describe("proposals of a running day on the page", () => {
  it("come as the first is found, which stays where it is; the rest follows in one, the best is named", async () => {
    const asked = found.propose();
    await soon(() => server.asked.includes(PROPOSALS));
    expect([shown(), found.is_looking.peek()]).toEqual([null, true]);
    tell(500);
    await soon(() => shown() !== null);
    tell(400);
    tell(300, 500, 450);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([shown(), found.proposals.peek()?.is_whole]).toEqual([[500], false]);
    lines.close();
    await asked;
    expect([shown(), found.is_looking.peek()]).toEqual([[500, 300, 450], false]);
    expect(found.proposals.peek()).toMatchObject({ best: { delay_seconds: 300 }, is_whole: true });
  });

  it("that were found early alone stay true, beside what the answer has", async () => {
    const asked = found.propose();
    await soon(() => server.asked.includes(PROPOSALS));
    tell(500);
    tell(300);
    lines.close();
    await asked;
    expect(shown()).toEqual([500, 300]);
  });

  it("are looked for no longer once they are left, and none is shown", async () => {
    const asked = found.propose();
    await soon(() => server.asked.includes(PROPOSALS));
    tell(500);
    await soon(() => shown() !== null);
    found.leaveProposals();
    await asked.catch(() => undefined);
    expect([shown(), found.is_looking.peek(), has_left]).toEqual([null, false, true]);
  });
});
