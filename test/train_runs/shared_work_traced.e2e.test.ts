// Method: three built servers on one database and one real Valkey or Redis send their spans to a collector of the test, while a large request of a traced client is asked of one of them.
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { SpanCollector } from "../helpers/span_collector.ts";
import { has_valkey } from "../helpers/valkey_process.ts";
import { SharingServers, workOf } from "./sharing_servers.ts";

const TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
const CLIENT_SPAN_ID = "00f067aa0ba902b7";

it.skipIf(!has_valkey)(
  "work that other servers do for a request is in its trace, below it, with its own tasks",
  async () => {
    const collector = await SpanCollector.start();
    const settings = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: "50",
    };
    try {
      await SharingServers.run(
        400,
        async (sharing) => {
          await sharing.untilUp();
          const [asked, ...others] = sharing.servers;
          const headers = { traceparent: `00-${TRACE_ID}-${CLIENT_SPAN_ID}-01` };
          let done = 0;
          // What is taken depends on who is free first.
          while (done === 0) {
            await sharing.forget();
            await sharing.ask(asked, headers);
            for (const other of others) done += (await workOf(other)).done;
          }
          const ofTrace = () => collector.spans.filter(({ traceId }) => traceId === TRACE_ID);
          const findJob = () => ofTrace().find(({ name }) => name === "trains");
          while (findJob() === undefined) await wait(20);
          const requests = new Set(
            ofTrace()
              .filter(({ parentSpanId }) => parentSpanId === CLIENT_SPAN_ID)
              .map(({ spanId }) => spanId),
          );
          expect(requests).toContain(findJob()?.parentSpanId);
          const isOfJob = ({ parentSpanId }: { readonly parentSpanId?: string }): boolean =>
            parentSpanId === findJob()?.spanId;
          const names = ofTrace()
            .filter(isOfJob)
            .map(({ name }) => name);
          expect(names).toContain("simulate_trains");
        },
        settings,
      );
    } finally {
      collector.close();
    }
  },
);
