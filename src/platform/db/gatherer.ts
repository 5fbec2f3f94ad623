/**
 * Gathers questions: all that arrive in the same turn of the event loop become one statement. The
 * database client's cost per statement, not PostgreSQL's per row, bounds small reads, so 64 questions at
 * once cost little more than one (bench/point_read.ts). Under load one statement runs at once, and
 * what comes meanwhile waits for the next one: batches grow with the load. No question joins a
 * statement that is already on its way, so an answer is never older than its question. The order of
 * questions follows fair shares.
 */
import { type AdmissionOptions, AdmissionQueue, type Waiting } from "../queues/admission_queue.ts";
import type { Owner } from "../queues/fair_queue.ts";

interface Waiter<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A second statement starts when the first has run for so long: it may hang. Otherwise one at a time is as
 * fast as two, which take PostgreSQL's cores from each other (bench/overload.ts).
 */
const SLOW_MS = 20;
const RUNNING_MAX = 2;

export interface GathererOptions<Question> extends AdmissionOptions {
  /** Weight of a question; a row by id weighs 1. */
  readonly weigh?: (question: Question) => number;
  /** Of one statement: a small question must not wait for hundreds of large ones. */
  readonly weight_max: number;
  /** The error for a question that would wait too long. */
  readonly refusal: () => Error;
}

export class Gatherer<Question, Answer> {
  readonly #ask: (questions: readonly Question[]) => Promise<readonly Answer[]>;
  readonly #weigh: (question: Question) => number;
  readonly #weight_max: number;
  readonly #waiters: AdmissionQueue<Waiter<Question, Answer>>;
  #running = 0;
  /** Those of them that have run for `SLOW_MS`. */
  #slow = 0;
  #is_scheduled = false;

  /** `ask` answers its questions in order. */
  constructor(
    ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
    options: GathererOptions<Question>,
  ) {
    this.#ask = ask;
    this.#weigh = options.weigh ?? (() => 1);
    this.#weight_max = options.weight_max;
    this.#waiters = new AdmissionQueue(options, ({ reject }) => reject(options.refusal()));
  }

  /** Whether a question of this owner would wait too long. */
  refuses(owner: Owner): boolean {
    return this.#waiters.refuses(owner);
  }

  ask(
    question: Question,
    owner: Owner = null,
    waiting: Waiting = { is_fresh: false },
  ): Promise<Answer> {
    const answer = new Promise<Answer>((resolve, reject) => {
      this.#waiters.push(owner, { question, resolve, reject }, waiting);
    });
    this.#schedule();
    return answer;
  }

  /** After the poll phase: all that the sockets delivered in this turn is then known. */
  #schedule(): void {
    if (this.#is_scheduled || !this.#maySend) return;
    this.#is_scheduled = true;
    setImmediate(() => {
      this.#is_scheduled = false;
      this.#flush();
    });
  }

  get #maySend(): boolean {
    return this.#running === this.#slow && this.#running < RUNNING_MAX;
  }

  /** The questions of the next statement: at least one, then as many as the weight allows. */
  #takeNext(): Waiter<Question, Answer>[] {
    const waiters: Waiter<Question, Answer>[] = [];
    let weight = 0;
    for (let next = this.#waiters.peek(); next !== null; next = this.#waiters.peek()) {
      weight += this.#weigh(next.question);
      if (weight > this.#weight_max && waiters.length > 0) break;
      this.#waiters.take();
      waiters.push(next);
    }
    return waiters;
  }

  #flush(): void {
    if (this.#waiters.count === 0 || !this.#maySend) return;
    const waiters = this.#takeNext();
    const onEnd = this.#start();
    this.#ask(waiters.map(({ question }) => question)).then(
      (answers) => {
        onEnd();
        // `ask` gives one answer per question.
        for (const [i, { resolve }] of waiters.entries()) resolve(answers[i] as Answer);
        this.#flush();
      },
      (error: unknown) => {
        onEnd();
        for (const { reject } of waiters) reject(error);
        this.#flush();
      },
    );
  }

  /** Counts a statement as running until what it returns is called. */
  #start(): () => void {
    let is_slow = false;
    this.#running++;
    const timer = setTimeout(() => {
      is_slow = true;
      this.#slow++;
      this.#flush();
    }, SLOW_MS);
    return () => {
      clearTimeout(timer);
      this.#running--;
      if (is_slow) this.#slow--;
    };
  }
}
