/** Tasks that tell something before they end. */
import { MessageChannel, type MessagePort, receiveMessageOnPort } from "node:worker_threads";

/** Runs a task with a port for its texts: each as it comes, then what the task returns. Rejects as the task does. */
export async function* runTelling<Result>(
  run: (port: MessagePort) => Promise<Result>,
): AsyncGenerator<string, Result> {
  const { port1: ours, port2: theirs } = new MessageChannel();
  let is_over = false;
  let wake = (): void => undefined;
  const told: string[] = [];
  ours.on("message", (text: string) => {
    told.push(text);
    wake();
  });
  const result = run(theirs).finally(() => {
    is_over = true;
    wake();
  });
  // Whoever waits for it is told.
  result.catch(() => undefined);
  try {
    while (!is_over) {
      yield* told.splice(0);
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (is_over || told.length > 0) resolve();
      });
    }
    yield* told;
    // What was told together with the end.
    for (let last = receiveMessageOnPort(ours); last !== undefined; ) {
      yield last.message as string;
      last = receiveMessageOnPort(ours);
    }
    return await result;
  } finally {
    ours.close();
  }
}
