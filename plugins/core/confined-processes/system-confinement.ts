import { type ExecFileException, execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { PlatformError } from '#kernel';
import type { ConfinedCommand, ConfinedNeed, ConfinedStarter, Confinement, ConfinementState } from './contract.ts';
import { ladder, type Step, thisMachine } from './ladder.ts';
import { Users } from './users.ts';
import { wallObstacle, wallPrefix } from './wall/wall.ts';

const run = promisify(execFile);
/** For a machine that is very busy. */
const probeMs = 60_000;
/** Characters of what a probe wrote. */
const mostReason = 500;
/** What passes: the machine has too little of something at the moment. */
const passing = ['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM'];

export interface ConfinementOptions {
  /** Start processes also where the wall can't be built. */
  readonly acceptsWeaker: boolean;
  /** For tests: in place of what this machine offers. */
  readonly steps?: readonly Step[];
  /** For tests: why there can't be a wall. */
  readonly obstacle?: string | undefined;
}

const noPrefix = () => [];
/** Starts Node and ends it. */
const nothing: ConfinedNeed = { args: ['-e', '0'], readable: [], descriptors: 3, memoryMb: 2048 };

type Prefix = (need: ConfinedNeed) => readonly string[];

/** A step that failed. */
interface Refusal {
  readonly step: string;
  /** What the system said. */
  readonly reason: string;
  /** Whether another try may succeed. */
  readonly isPassing: boolean;
}

interface Way extends ConfinementState {
  prefix(need: ConfinedNeed, user: number): readonly string[];
}

/**
 * Starts Node where it can do nothing but what it is for: behind a wall of the system, on the strictest step of the
 * ladder that this machine allows. Both are found out once, at the first use; again where a try failed for what passes.
 */
export class SystemConfinement implements Confinement {
  readonly #options: ConfinementOptions;
  readonly #users = new Users();
  #way: Promise<Way> | undefined;

  constructor(options: ConfinementOptions) {
    this.#options = options;
  }

  async state(): Promise<ConfinementState> {
    const { kind, description, refusals } = await this.#find();
    return { kind, description, refusals };
  }

  async open(): Promise<ConfinedStarter> {
    const way = await this.#find();
    if (way.kind === 'off') throw new PlatformError('unavailable', 'confined-processes.off', way.description);
    return { command: (need) => this.#command(way, need) };
  }

  #command({ prefix }: Way, need: ConfinedNeed): ConfinedCommand {
    const user = this.#users.take();
    const [program = process.execPath, ...args] = [...prefix(need, user), process.execPath, ...need.args];
    let hasEnded = false;
    const ended = () => {
      // Told twice, it would take the user from who has it by then.
      if (!hasEnded) this.#users.give(user);
      hasEnded = true;
    };
    return { program, args, ended };
  }

  #find(): Promise<Way> {
    this.#way ??= this.#tryAll();
    return this.#way;
  }

  async #tryAll(): Promise<Way> {
    const refusals: Refusal[] = [];
    const way = await this.#tryWays(refusals);
    if (refusals.some(({ isPassing }) => isPassing)) this.#way = undefined;
    return { ...way, refusals: refusals.map(({ step, reason }) => `${step}: ${reason}`) };
  }

  async #tryWays(refusals: Refusal[]): Promise<Omit<Way, 'refusals'>> {
    const { acceptsWeaker, obstacle = wallObstacle() } = this.#options;
    const climb = (wall: Prefix) => this.#climb(wall, refusals);
    const hasParts = obstacle === undefined;
    const whole = hasParts ? await climb((need) => wallPrefix(need, false)) : null;
    if (whole !== null) return { ...whole, kind: 'walled' };
    const weakness = `The system can't wall off child processes: ${obstacle ?? 'it refuses, and the log has what it says'}.`;
    if (!acceptsWeaker) return { kind: 'off', description: `${weakness} ${advice}`, prefix: noPrefix };
    const way = (hasParts ? await climb((need) => wallPrefix(need, true)) : null) ?? (await climb(noPrefix));
    if (way === null)
      return { kind: 'off', description: 'No process can be started; the log has why.', prefix: noPrefix };
    return { ...way, kind: 'accepted', description: `${weakness} Accepted: ${way.description}` };
  }

  /** The first step on which Node starts behind this; null when there is none. */
  async #climb(wall: Prefix, refusals: Refusal[]): Promise<Pick<Way, 'description' | 'prefix'> | null> {
    for (const step of this.#options.steps ?? ladder(thisMachine())) {
      const prefix = (need: ConfinedNeed, user: number) => [
        ...step.prefix({ user, memoryMb: need.memoryMb }),
        ...wall(need),
      ];
      const user = this.#users.take();
      try {
        const [program = '', ...args] = [...prefix(nothing, user), process.execPath, ...nothing.args];
        await run(program, args, { env: {}, cwd: '/', timeout: probeMs });
        return { description: step.description, prefix };
      } catch (error) {
        refusals.push(refusalOf(step, error));
      } finally {
        this.#users.give(user);
      }
    }
    return null;
  }
}

function refusalOf(step: Step, error: unknown): Refusal {
  const { stderr = '', message, killed, code } = error as ExecFileException;
  const reason = (stderr.trim() === '' ? message : stderr.trim()).slice(0, mostReason);
  return { step: step.description, reason, isPassing: killed === true || passing.includes(`${code}`) };
}

/** What the operator can do where there is no wall. */
const advice =
  'So Python code, documents, pictures and plugins of Node, which run or are read in child processes, are off. Use Linux 5.13 or newer with ' +
  'Landlock and seccomp (containers: a runtime that allows both), or accept it: confined-processes.acceptWeaker (WEFT_ACCEPT_WEAKER_CONFINEMENT).';
