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
/** Questions in one statement: one caller's deadline must not depend on everybody else's. */
const GATHERED_MAX = 512;

export class Gatherer<Question, Answer> {
  readonly #ask: (questions: readonly Question[]) => Promise<readonly Answer[]>;
  #waiters: Waiter<Question, Answer>[] = [];
  #running = 0;
  #is_scheduled = false;

  /** `ask` answers its questions in order. */
  constructor(ask: (questions: readonly Question[]) => Promise<readonly Answer[]>) {
    this.#ask = ask;
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

  #flush(): void {
    if (this.#waiters.length === 0) return;
    const waiters = this.#waiters.splice(0, GATHERED_MAX);
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
