import type { Worker } from 'node:worker_threads';
import { definePlugin } from '#kernel';

/** `WEFT_ENGINE_HEAP_MB` of servers that load this: threads of the engine are known by it. */
const HEAP_MB = 333;

const threads = new Set<Worker>();
const notice = (worker: Worker) => {
  if (worker.resourceLimits?.maxOldGenerationSizeMb !== HEAP_MB) return;
  threads.add(worker);
  worker.once('exit', () => threads.delete(worker));
};
// Before any plugin is set up: the first threads are there when the last one is.
process.on('worker', notice);

/** Loaded by servers of tests (`WEFT_PLUGINS`): one engine thread ends, without a goodbye, at every SIGUSR2. */
export const plugin = definePlugin({
  id: 'mortal-threads',
  setup({ onClose, logger }) {
    const end = () => {
      const all = [...threads];
      const thread = all[Math.floor(Math.random() * all.length)];
      logger.info({ threads: all.length }, 'an engine thread is ended');
      void thread?.terminate();
    };
    process.on('SIGUSR2', end);
    onClose(() => {
      process.off('SIGUSR2', end);
      process.off('worker', notice);
    });
  },
});
