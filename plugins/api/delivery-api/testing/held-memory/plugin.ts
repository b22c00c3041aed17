import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { definePlugin } from '#kernel';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Loaded by servers of tests (`WEFT_PLUGINS`): logs what its main thread holds, garbage collected, at every SIGUSR2. */
export const plugin = definePlugin({
  id: 'held-memory',
  setup({ onClose, logger }) {
    const tell = async () => {
      // Buffers and strings outside the heap are let go a moment after what referred to them.
      for (let times = 0; times < 3; times += 1) {
        collectGarbage();
        await pause(50);
      }
      const { heapUsed, external } = process.memoryUsage();
      logger.info({ heldMb: Math.round((heapUsed + external) / 2 ** 20) }, 'memory held');
    };
    process.on('SIGUSR2', tell);
    onClose(() => void process.off('SIGUSR2', tell));
  },
});
