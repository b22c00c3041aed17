import { PlatformError } from '#kernel';

/** Longest password, in characters: hashing costs more the longer it is. */
const MAX_LENGTH = 256;
/** Guesses, as a power of ten, that a password must withstand: below it, a list of common ones finds it. */
const GUESSES = 8;
/** Of a long password its beginning is strong enough; judging it holds up everybody else. */
const JUDGED = 40;
/** Hashings at a time, which leaves threads to files and name look-ups, and those that may wait: a second's worth. */
const AT_ONCE = 2;
const WAITING = 100;

/** What a hashing takes: memory in KiB, and passes over it. */
export interface HashingCost {
  readonly memoryCost: number;
  readonly timeCost: number;
}

/** OWASP's second choice for argon2id: 19 MiB, two passes. About 10 ms, on a thread of its own. */
const owaspCost: HashingCost = { memoryCost: 19_456, timeCost: 2 };
let hashingCost = owaspCost;

/** For tests (testing/cheap-passwords.ts). No setting leads here: a server hashes at the cost above. Null: that again. */
export function setHashingCost(cost: HashingCost | null): void {
  hashingCost = cost ?? owaspCost;
}

const hashing = () => ({ algorithm: 2, parallelism: 1, ...hashingCost });

/** Hashes with argon2id. Throws `accounts.busy`. */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await import('@node-rs/argon2');
  return inTurn(() => hash(password.normalize('NFKC'), hashing()));
}

let nobodys: Promise<string> | undefined;

/**
 * Takes as long for an account without a password, and for no account, as for a wrong password. Throws `accounts.busy`.
 */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const { hash, verify } = await import('@node-rs/argon2');
  nobodys ??= hash('nobody has this', hashing());
  const against = stored ?? (await nobodys);
  const isRight = await inTurn(() => verify(against, password.normalize('NFKC')));
  return isRight && stored !== null;
}

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING) {
      const message = 'Too many people are signing in at this moment; try again in a few seconds.';
      throw new PlatformError('unavailable', 'accounts.busy', message);
    }
    // Whoever leaves hands their place over: nobody gets in between.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

/** Throws `accounts.weak_password`; `about` are words an attacker would try first (name, address). */
export async function checkPassword(password: string, minLength: number, about: readonly string[]): Promise<void> {
  const length = [...password].length;
  if (length < minLength) throw weak(`has ${length} characters; use at least ${minLength}`);
  if (length > MAX_LENGTH) throw weak(`is longer than ${MAX_LENGTH} characters`);
  judge ??= loadJudge();
  const words = about.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word.length > 2);
  if ((await judge).check(password.slice(0, JUDGED), words).guessesLog10 < GUESSES) {
    throw weak('is easy to guess; use several words, or a password manager');
  }
}

let judge: ReturnType<typeof loadJudge> | undefined;

/** Its word lists take a tenth of a second to load: with the first password that is set, and once. */
async function loadJudge() {
  const [{ ZxcvbnFactory }, common] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs });
}

function weak(reason: string): PlatformError {
  return new PlatformError('invalid', 'accounts.weak_password', `The password ${reason}.`, { field: 'password' });
}
