/**
 * Gathers questions: all that arrive in the same turn of the event loop become one statement. The
 * database client's cost per statement, not PostgreSQL's per row, bounds small reads, so 64 questions at
 * once cost little more than one (bench/point_read.ts). Under load few statements run at once, and
 * what comes meanwhile gathers for the next one: the batches grow with the load. Nobody joins a
 * statement that is already on its way, so an answer is never older than its question.
 */
interface Waiter<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Statements at once: one that runs while the next one's rows are answered. */
const RUNNING_MAX = 2;
/** Weight of one statement's questions: a small question must not wait for hundreds of large ones. */
const WEIGHT_MAX = 1024;

export class Gatherer<Question, Answer> {
  readonly #ask: (questions: readonly Question[]) => Promise<readonly Answer[]>;
  readonly #weigh: (question: Question) => number;
  #waiters: Waiter<Question, Answer>[] = [];
  #running = 0;
  #is_scheduled = false;

  /** `ask` answers its questions in order. `weigh` tells what a question costs; a row by id costs 1. */
  constructor(
    ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
    weigh: (question: Question) => number = () => 1,
  ) {
    this.#ask = ask;
    this.#weigh = weigh;
  }

  ask(question: Question): Promise<Answer> {
    const answer = new Promise<Answer>((resolve, reject) => {
      this.#waiters.push({ question, resolve, reject });
    });
    this.#schedule();
    return answer;
  }

  /** After the poll phase: everything that the sockets brought in this turn is then known. */
  #schedule(): void {
    if (this.#is_scheduled || this.#running >= RUNNING_MAX) return;
    this.#is_scheduled = true;
    setImmediate(() => {
      this.#is_scheduled = false;
      this.#flush();
    });
  }

  /** How many go into the next statement: at least one, then as many as weigh little enough. */
  #countNext(): number {
    let weight = 0;
    for (const [i, { question }] of this.#waiters.entries()) {
      weight += this.#weigh(question);
      if (weight > WEIGHT_MAX) return Math.max(1, i);
    }
    return this.#waiters.length;
  }

  #flush(): void {
    if (this.#waiters.length === 0) return;
    const waiters = this.#waiters.splice(0, this.#countNext());
    this.#running++;
    this.#ask(waiters.map(({ question }) => question)).then(
      (answers) => {
        this.#running--;
        // `ask` gives one answer a question.
        for (const [i, { resolve }] of waiters.entries()) resolve(answers[i] as Answer);
        this.#flush();
      },
      (error: unknown) => {
        this.#running--;
        for (const { reject } of waiters) reject(error);
        this.#flush();
      },
    );
  }
}
