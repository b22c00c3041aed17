import type { ContentThreads } from '#plugins/content-threads/contract.ts';

/** Runs tasks where the test is: for tests of what tasks do, which start no thread. */
export const threadsHere: ContentThreads = {
  async run(task, input) {
    const { run } = await import(task.module.href);
    return run(input);
  },
};
