/**
 * The time for what lasts: ids, dates in rows, when something expires. It is the clock of this machine as long as that agrees
 * with a reference (the database's clock, which all processes share), and the reference's own time where it does not: one
 * wrong clock must neither date rows into a far month nor take what is young for old.
 *
 * Between two looks at the reference its time is reckoned by the monotonic clock, which no change of the date touches.
 */

/** Clocks agree when they differ by no more than this. */
export const CLOCK_TOLERANCE_MS = 300_000;

/** Whose clock moved, by the monotonic clock as a third reading; `unknown` where there was no time at which the two agreed. */
export type ClockFault = 'unknown' | 'process' | 'reference';

const faults: readonly ClockFault[] = ['unknown', 'process', 'reference'];

/** [0]: the reference's time less the monotonic clock, NaN without a reference; [1]: the number of a `ClockFault`. */
let shared = new Float64Array(new SharedArrayBuffer(16)).fill(Number.NaN, 0, 1);
let owner: object | undefined;
let onDoubt: (() => void) | undefined;
/** As `shared[0]`, of the last time at which the two clocks agreed. */
let agreed = Number.NaN;

/** Milliseconds of a clock that never jumps, the same for all threads of the process. */
export function monotonicTime(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1e6;
}

/** Whole milliseconds since the epoch. */
export function currentTime(): number {
  const own = Date.now();
  const reference = Math.round(referenceAt(monotonicTime()));
  if (!(Math.abs(own - reference) > CLOCK_TOLERANCE_MS)) return own;
  onDoubt?.();
  return own < reference && clockFault() === 'reference' ? own : reference;
}

/** How far this machine's clock is ahead of the reference, in milliseconds; 0 without a reference. */
export function clockDifference(): number {
  const difference = Date.now() - referenceAt(monotonicTime());
  return Number.isNaN(difference) ? 0 : difference;
}

/** Whether what removes by age may do so. */
export function clocksAgree(): boolean {
  return Math.abs(clockDifference()) <= CLOCK_TOLERANCE_MS;
}

export function clockFault(): ClockFault {
  return faults[shared[1] ?? 0] ?? 'unknown';
}

/**
 * Sets what the clock is held against: at `at` (of `monotonicTime`) the reference said `time` (milliseconds since the epoch).
 * `doubt` is called, often, for as long as the two differ: the reference is worth another look.
 */
export function setReferenceTime(by: object, time: number, at: number, doubt?: () => void): void {
  const own = Date.now() - monotonicTime();
  const reference = time - at;
  if (Math.abs(own - reference) <= CLOCK_TOLERANCE_MS) {
    agreed = reference;
    shared[1] = 0;
  } else if (!Number.isNaN(agreed)) {
    shared[1] = faults.indexOf(Math.abs(own - agreed) > Math.abs(reference - agreed) ? 'process' : 'reference');
  }
  shared[0] = reference;
  owner = by;
  onDoubt = doubt;
}

/** Without a reference the clock is the machine's. Does nothing when somebody else has set one since. */
export function forgetReferenceTime(by: object): void {
  if (owner !== by) return;
  shared.set([Number.NaN, 0]);
  agreed = Number.NaN;
  owner = undefined;
  onDoubt = undefined;
}

/** For a thread of this process: its modules are its own, and its clock must be the same. */
export function shareClock(): SharedArrayBuffer {
  return shared.buffer;
}

/** In a thread: takes the clock of the main thread. */
export function joinClock(buffer: SharedArrayBuffer): void {
  shared = new Float64Array(buffer);
}

function referenceAt(monotonic: number): number {
  return (shared[0] ?? Number.NaN) + monotonic;
}
