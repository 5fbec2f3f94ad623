/** A worker whose one task does what its input says; plain JavaScript, threads know no TypeScript. */
import { BroadcastChannel, threadId } from "node:worker_threads";

const evicted = [];
const channel = new BroadcastChannel("marey.evict_infra");
channel.onmessage = ({ data }) => {
  evicted.push(data.evict);
};
channel.unref();

/** Ends when two threads are here. */
function meet(count) {
  Atomics.add(count, 0, 1);
  Atomics.notify(count, 0);
  while (Atomics.load(count, 0) < 2) Atomics.wait(count, 0, 1);
}

export async function find_paths({ what, value }) {
  switch (what) {
    case "echo":
      return { value, threadId };
    case "wait":
      await new Promise((resolve) => setTimeout(resolve, value));
      return { value, threadId };
    case "count": {
      // In the order of starts, which is not that of ends.
      const started = Atomics.add(value, 0, 1);
      // All but the first two end when the test says so.
      if (started >= 2) Atomics.wait(value, 1, 0);
      return { value: started, threadId };
    }
    case "meet":
      meet(value);
      return { value: null, threadId };
    case "evicted":
      meet(value);
      return evicted;
    case "throw":
      throw new TypeError("planted");
    case "exit":
      return process.exit(3);
    case "loop":
      for (;;);
    case "memory": {
      const hoard = [];
      for (;;) hoard.push(Array.from({ length: 100_000 }, () => hoard.length + 0.5));
    }
    default:
      throw new Error(`unknown ${what}`);
  }
}
