import { type ChildProcess, fork } from 'node:child_process';
import type { LoadPlan, LoadResult } from './load-plan.ts';

/** A process that is told plans and answers with results. */
export interface Child<Plan, Result> {
  readonly pid: number;
  /** Its first message. */
  readonly first: string;
  send(plan: Plan): void;
  next(): Promise<Result>;
  stop(): void;
}

/** Starts a TypeScript file as a process of its own and waits for its first message. */
export async function startChild<Plan extends object = LoadPlan, Result = LoadResult>(
  file: URL,
  args: readonly string[] = [],
): Promise<Child<Plan, Result>> {
  const child = fork(file, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const first = String(await message(child));
  return {
    pid: child.pid ?? 0,
    first,
    send: (plan) => child.send(plan),
    next: async () => (await message(child)) as Result,
    stop: () => child.disconnect(),
  };
}

function message(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null): void => reject(new Error(`A process of the bench ended with ${code}.`));
    child.once('exit', onExit);
    child.once('message', (value) => {
      child.off('exit', onExit);
      resolve(value);
    });
  });
}

/** One load process for the whole bench. */
export async function startLoad(): Promise<{ run(plan: LoadPlan): Promise<LoadResult>; stop(): void }> {
  const child = await startChild(new URL('./load-client.ts', import.meta.url));
  return {
    async run(plan) {
      const answer = child.next();
      child.send(plan);
      const result = await answer;
      if (result.requests === 0)
        throw new Error(`No request to ${plan.path} succeeded: ${result.failure ?? 'no answer'}`);
      return result;
    },
    stop: () => child.stop(),
  };
}
