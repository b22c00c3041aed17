import { type Profiler, Session } from 'node:inspector/promises';
import { type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';

/** Milliseconds between two looks: what is done between them counts as one task, so it may be this much too long. */
const LOOK = 1;
/** Milliseconds of processor time that are remembered: shorter tasks keep nobody waiting. */
const REMEMBERED = 10;
/**
 * Milliseconds of processor time that a task may take where reading the floor's JSON takes `FLOOR`: on an undisturbed server of today. The claim is
 * 50; a test beside others shares its processor's caches with them.
 */
const LIMIT = 75;
const FLOOR = 25;
/** Bytes of the JSON whose reading is the floor. */
const FLOOR_BYTES = 8_000_000;
/** Functions of a task that are named. */
const NAMED = 8;

/** Times in milliseconds of the clock of the process. */
interface Task {
  readonly from: number;
  readonly to: number;
  readonly cpu: number;
}

/** What the main thread did while something was going on. */
export interface MainThreadWork<Result> {
  readonly result: Result;
  /** Milliseconds of processor time of its longest task, without the collector of garbage. */
  readonly longest: number;
  /** What it may take: three times as long as reading 8 MB of JSON takes at this time. */
  readonly limit: number;
  /** The functions in which that task was, those with the most time first. */
  readonly where: readonly string[];
}

/** Times that a work is measured which took too long: what others do to this processor only ever adds, and rarely thrice. */
const ATTEMPTS = 3;

/**
 * Measures tasks of this thread: what it does without letting others have a turn. Processor time and not the clock, for on a busy
 * machine a task waits for its processor; without collecting garbage, which comes when it likes. A work over its limit is done again,
 * and the least is told: a task that is too long is so each time. `before` prepares each time, unmeasured.
 */
export async function measureMainThread<Result>(
  work: () => Promise<Result>,
  before?: () => Promise<void>,
): Promise<MainThreadWork<Result>> {
  let least: MainThreadWork<Result> | undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    await before?.();
    const measured = await measureOnce(work);
    if (least === undefined || measured.longest / measured.limit < least.longest / least.limit) least = measured;
    if (least.longest < least.limit) break;
  }
  return least as MainThreadWork<Result>;
}

async function measureOnce<Result>(work: () => Promise<Result>): Promise<MainThreadWork<Result>> {
  const floorBefore = floor();
  const tasks: Task[] = [];
  const collections: PerformanceEntry[] = [];
  const observer = new PerformanceObserver((list) => collections.push(...list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
  let from = clock();
  let used = cpuTime();
  let timer = setTimeout(look, LOOK);
  function look(): void {
    const to = clock();
    const now = cpuTime();
    if (now - used > REMEMBERED) tasks.push({ from, to, cpu: now - used });
    from = to;
    used = now;
    timer = setTimeout(look, LOOK);
  }
  try {
    const result = await work();
    // The task that ends with the result is looked at too, and the collections of the last one are told.
    await new Promise((resolve) => setTimeout(resolve, 2 * LOOK));
    await new Promise((resolve) => setImmediate(resolve));
    clearTimeout(timer);
    const { profile } = await session.post('Profiler.stop');
    const counted = tasks.map((task) => ({ ...task, cpu: task.cpu - collecting(task, collections) }));
    const [longest] = counted.toSorted((one, other) => other.cpu - one.cpu);
    const limit = (LIMIT * Math.max(FLOOR, floorBefore, floor())) / FLOOR;
    return {
      result,
      limit,
      longest: longest?.cpu ?? 0,
      where: longest === undefined ? [] : functionsOf(profile, longest),
    };
  } finally {
    clearTimeout(timer);
    observer.disconnect();
    session.disconnect();
  }
}

/** Milliseconds of processor time that reading JSON takes now: other work beside this process makes all of it slower. */
function floor(): number {
  const item = '{"id":"0190a000-0000-7000-8000-000000000000","name":"of some length","list":[1,2,3],"on":true},';
  const text = `[${item.repeat(FLOOR_BYTES / item.length)}1]`;
  const times = Array.from({ length: 9 }, () => {
    const used = cpuTime();
    JSON.parse(text);
    return cpuTime() - used;
  });
  // The first ones find memory and code cold.
  return times.slice(4).toSorted((one, other) => one - other)[2] ?? 0;
}

function clock(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

function cpuTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

function collecting({ from, to }: Task, collections: readonly PerformanceEntry[]): number {
  const offset = clock() - performance.now();
  return collections
    .filter(({ startTime }) => startTime + offset >= from && startTime + offset < to)
    .reduce((sum, { duration }) => sum + duration, 0);
}

function functionsOf(
  { nodes, samples = [], timeDeltas = [], startTime }: Profiler.Profile,
  { from, to }: Task,
): string[] {
  const names = new Map(
    nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => {
      return [id, `${functionName || '(nameless)'} ${url.split('/').slice(-2).join('/')}:${lineNumber + 1}`];
    }),
  );
  const times = new Map<string, number>();
  let at = startTime;
  for (const [index, sample] of samples.entries()) {
    const passed = timeDeltas[index] ?? 0;
    at += passed;
    const name = names.get(sample) ?? '';
    if (at / 1_000 >= from && at / 1_000 <= to) times.set(name, (times.get(name) ?? 0) + passed / 1_000);
  }
  const most = [...times].toSorted(([, one], [, other]) => other - one).slice(0, NAMED);
  return most.map(([name, time]) => `${time.toFixed(1)} ms ${name}`);
}
