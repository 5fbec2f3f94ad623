/** Work that is wanted again and again: once at a time, and what is wanted meanwhile is done next. While the server is away it is tried again. */
import type { Signal } from "@preact/signals";
import { persist } from "../state/session.ts";

export class Errand {
  readonly #work: (ending: AbortSignal) => Promise<void>;
  /** Why it can't be done, in words; null: it was done. */
  readonly #fault: Signal<string | null>;
  readonly #ending = new AbortController();
  #is_wanted = false;
  #is_running = false;

  constructor(work: (ending: AbortSignal) => Promise<void>, fault: Signal<string | null>) {
    this.#work = work;
    this.#fault = fault;
    fault.value = null;
  }

  want(): void {
    this.#is_wanted = true;
    if (!this.#is_running) void this.#run();
  }

  end(): void {
    this.#ending.abort();
  }

  async #run(): Promise<void> {
    const { signal } = this.#ending;
    this.#is_running = true;
    while (this.#is_wanted && !signal.aborted) {
      this.#is_wanted = false;
      const work = async (): Promise<void> => {
        await this.#work(signal);
        this.#fault.value = null;
      };
      const tell = (text: string): void => {
        this.#fault.value = text;
      };
      await persist(work, tell, () => !signal.aborted);
    }
    this.#is_running = false;
  }
}
