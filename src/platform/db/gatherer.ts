/**
 * Gathers questions: all that arrive in the same turn of the event loop become one statement. Small
 * reads are limited by the database client's cost per statement, not PostgreSQL's per row, so 64
 * questions at once cost little more than one (bench/point_read.ts). Under load one statement runs
 * at once, and new questions wait for the next one: batches grow with the load. No question joins a
 * statement already sent, so an answer is never older than its question. Questions are ordered by
 * fair shares. Owners that ask seldom get a statement of their own beside a crowd's.
 */
import { type AdmissionOptions, AdmissionQueue, type Waiting } from "../queues/admission_queue.ts";
import type { Owner } from "../queues/fair_queue.ts";

interface Waiter<Question, Answer> {
  readonly owner: Owner;
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

type Waiters<Question, Answer> = readonly Waiter<Question, Answer>[];

/**
 * A second statement starts once the first has run this long, since it may hang. Otherwise one at a
 * time is as fast as two, which would take PostgreSQL's cores from each other (bench/overload.ts).
 */
const SLOW_MS = 20;
const RUNNING_MAX = 2;
/** Weight of newcomers' questions in one statement, beside the crowd's. */
const NEWCOMERS_WEIGHT_MAX = 8;
/** Answers given in one turn of the event loop: each sets off work that takes a while. */
const ANSWERS_OF_TURN = 16;

export interface GathererOptions<Question> extends AdmissionOptions {
  /** Weight of a question; a row by id weighs 1. */
  readonly weigh?: (question: Question) => number;
  /** Largest weight of one statement: a small question must not wait for hundreds of large ones. */
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
  /** Running statements that have taken longer than `SLOW_MS`. */
  #slow = 0;
  /** Owners of the last statement: not newcomers, although an emptied queue has forgotten them. */
  #last_owners: ReadonlySet<Owner> = new Set();
  /** Whether a statement of newcomers is running. */
  #is_beside = false;
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
      this.#waiters.push(owner, { owner, question, resolve, reject }, waiting);
    });
    this.#schedule();
    return answer;
  }

  /** Waits for the end of the poll phase, when all that the sockets delivered in this turn is known. */
  #schedule(): void {
    if (this.#is_scheduled || !(this.#maySend || this.#maySendBeside)) return;
    this.#is_scheduled = true;
    setImmediate(() => {
      this.#is_scheduled = false;
      this.#flush();
    });
  }

  get #maySend(): boolean {
    return this.#running === this.#slow && this.#running < RUNNING_MAX;
  }

  get #maySendBeside(): boolean {
    return !this.#is_beside && this.#waiters.peekNewcomer(this.#isNew) !== null;
  }

  readonly #isNew = (owner: Owner): boolean => !this.#last_owners.has(owner);

  /** The questions of the next statement: at least one, then as many as the weight allows. */
  #takeNext(): Waiters<Question, Answer> {
    return this.#take(
      this.#weight_max,
      () => this.#waiters.peek(),
      () => this.#waiters.take(),
    );
  }

  #takeNewcomers(): Waiters<Question, Answer> {
    return this.#take(
      NEWCOMERS_WEIGHT_MAX,
      () => this.#waiters.peekNewcomer(this.#isNew),
      () => this.#waiters.take(this.#isNew),
    );
  }

  #take(
    weight_max: number,
    peek: () => Waiter<Question, Answer> | null,
    take: () => unknown,
  ): Waiters<Question, Answer> {
    const waiters: Waiter<Question, Answer>[] = [];
    let weight = 0;
    for (let next = peek(); next !== null; next = peek()) {
      weight += this.#weigh(next.question);
      if (weight > weight_max && waiters.length > 0) break;
      take();
      waiters.push(next);
    }
    return waiters;
  }

  #flush(): void {
    if (this.#maySend && this.#waiters.count > 0) {
      const waiters = this.#takeNext();
      this.#last_owners = new Set(waiters.map(({ owner }) => owner));
      this.#send(waiters, this.#start());
    }
    if (this.#maySendBeside) {
      this.#is_beside = true;
      this.#send(this.#takeNewcomers(), () => {
        this.#is_beside = false;
      });
    }
  }

  #send(waiters: Waiters<Question, Answer>, onEnd: () => void): void {
    this.#ask(waiters.map(({ question }) => question)).then(
      (answers) => {
        onEnd();
        answerInTurns(waiters, answers);
        this.#flush();
      },
      (error: unknown) => {
        onEnd();
        for (const { reject } of waiters) reject(error);
        this.#flush();
      },
    );
  }

  /** Counts a statement as running until the returned function is called. */
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

/** In pieces, so that a newcomer's request gets in between a crowd's answers. */
function answerInTurns<Question, Answer>(
  waiters: Waiters<Question, Answer>,
  answers: readonly Answer[],
  from = 0,
): void {
  const end = from + ANSWERS_OF_TURN;
  for (const [i, { resolve }] of waiters.slice(from, end).entries()) {
    // `ask` gives one answer per question.
    resolve(answers[from + i] as Answer);
  }
  if (end < waiters.length) setImmediate(() => answerInTurns(waiters, answers, end));
}
