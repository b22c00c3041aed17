import { type HealthCheck, isPlatformError } from '#kernel';

/** Whether a thread that runs apps answers. */
export function threadsHealthCheck(ping: (signal: AbortSignal) => Promise<void>): HealthCheck {
  return {
    id: 'engine.threads',
    title: 'Engine',
    isRequired: true,
    async check(signal) {
      try {
        await ping(signal);
        return { state: 'ok', summary: 'The threads that run apps answer.' };
      } catch (error) {
        return {
          state: 'failed',
          code: isPlatformError(error) ? error.code : 'engine.no_thread',
          summary: error instanceof Error ? error.message : 'No thread answers.',
          next: 'Look into the log for why threads end: too little memory (WEFT_ENGINE_HEAP_MB), or nodes that block them. Start Weft again if they stay away.',
        };
      }
    },
  };
}
