import { type Kysely, sql } from 'kysely';
import {
  CLOCK_TOLERANCE_MS,
  clockDifference,
  clockFault,
  clocksAgree,
  forgetReferenceTime,
  type HealthCheck,
  type Logger,
  monotonicTime,
  setReferenceTime,
} from '#kernel';

const periodMs = 60_000;
/** While the clocks differ the database is asked again no more often than this. */
const doubtMs = 1_000;
/** An answer that took longer says too little of when it was given. */
const slowMs = 10_000;

/**
 * Holds the clock of this process against the database's, which all processes share: at the start, once a minute, and as soon
 * as the two are seen to differ.
 */
export class ClockWatch {
  readonly #db: Kysely<unknown>;
  readonly #logger: Logger;
  #timer: NodeJS.Timeout | undefined;
  #asking: Promise<void> | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;
  #isTold = false;
  #isClosed = false;

  /** `db`: the system session, which must not wait for the migrations. */
  constructor(db: Kysely<unknown>, logger: Logger) {
    this.#db = db;
    this.#logger = logger;
  }

  start(): void {
    this.#timer = setInterval(() => {
      // Whoever asks for `/readyz` has asked the database meanwhile.
      if (monotonicTime() - this.#askedAt >= periodMs / 2) this.#look();
    }, periodMs);
    this.#timer.unref();
  }

  /** One small statement; callers at the same time share it. Rejects when the database doesn't answer. */
  compare(): Promise<void> {
    this.#asking ??= this.#compare().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    forgetReferenceTime(this);
  }

  async #compare(): Promise<void> {
    const sentAt = monotonicTime();
    this.#askedAt = sentAt;
    const { rows } = await sql<{ time: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::float8 as time`.execute(this.#db);
    const answeredAt = monotonicTime();
    const [answer] = rows;
    if (answer === undefined || answeredAt - sentAt > slowMs || this.#isClosed) return;
    setReferenceTime(this, answer.time, (sentAt + answeredAt) / 2, () => this.#doubt());
    this.#tell();
  }

  #doubt(): void {
    if (this.#asking === undefined && monotonicTime() - this.#askedAt >= doubtMs) this.#look();
  }

  #look(): void {
    // That the database is away is told by those who need it.
    this.compare().catch(() => {});
  }

  #tell(): void {
    const doTheyAgree = clocksAgree();
    if (doTheyAgree === !this.#isTold) return;
    this.#isTold = !doTheyAgree;
    if (doTheyAgree) this.#logger.info({}, 'The clocks of this process and of the database agree again');
    else {
      const { summary, next } = inWords();
      this.#logger.error({ differenceMs: Math.round(clockDifference()) }, `${summary} ${next}`);
    }
  }
}

/** Whether the two clocks agree. */
export function clockHealthCheck({ compareClocks }: { compareClocks(): Promise<void> }): HealthCheck {
  return {
    id: 'database.clock',
    title: 'Clock',
    isRequired: true,
    async check() {
      // A machine that slept, or whose clock was set right with the database's, is right as soon as somebody looks.
      await compareClocks().catch(() => {});
      const facts = { difference_ms: Math.round(clockDifference()) };
      if (!clocksAgree()) return { state: 'failed', code: 'database.clocks_differ', ...inWords(), facts };
      return { state: 'ok', summary: "This process's clock agrees with the database's.", facts };
    },
  };
}

/** What differs and what it means; who is at fault as far as that can be told, and what to do. */
function inWords(): { readonly summary: string; readonly next: string } {
  const difference = clockDifference();
  const [ahead, behind] =
    difference > 0 ? ["This process's clock", "the database's"] : ["The database's clock", "this process's"];
  const jumped = {
    process: " It is the process's that jumped.",
    reference: " It is the database's that jumped.",
    unknown: '',
  };
  const next = {
    process: "Set the clock of this process's machine right (NTP: `timedatectl set-ntp true`); no restart is needed.",
    reference: "Set the clock of the database's machine right (NTP: `timedatectl set-ntp true`); no restart is needed.",
    unknown:
      'Set the one that is wrong right (NTP on both machines: `timedatectl set-ntp true`); no restart is needed.',
  };
  const fault = clockFault();
  const much = `${ahead} is ${inUnits(Math.abs(difference))} ahead of ${behind}; up to ${inUnits(CLOCK_TOLERANCE_MS)} is taken.`;
  return { summary: `${much}${jumped[fault]} Nothing is removed for its age meanwhile.`, next: next[fault] };
}

function inUnits(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000);
  const units = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
  ] as const;
  const [name, length] = units.find(([, each]) => seconds >= 2 * each) ?? (['second', 1] as const);
  return `${Math.round(seconds / length)} ${name}s`;
}
