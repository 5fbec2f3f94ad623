/** A worker whose one task does what its input says; plain JavaScript, threads know no TypeScript. */
import { BroadcastChannel, threadId } from "node:worker_threads";

const evicted = [];
const channel = new BroadcastChannel("marey.evict_infra");
channel.onmessage = ({ data }) => {
  evicted.push(data.evict);
};
channel.unref();

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
      await new Promise((resolve) => setTimeout(resolve, 5));
      return { value: started, threadId };
    }
    case "evicted":
      return evicted;
    case "throw":
      throw new TypeError("planted");
    case "exit":
      return process.exit(3);
    case "loop":
      for (;;);
    case "memory": {
      const hoard = [];
      for (;;) hoard.push(Array.from({ length: 100_000 }, (_, i) => i + 0.5));
    }
    default:
      throw new Error(`unknown ${what}`);
  }
}
