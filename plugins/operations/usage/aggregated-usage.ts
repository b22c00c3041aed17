import type { Logger } from '#kernel';
import type { RunEnds } from '#plugins/runs/contract.ts';
import type { Usage } from './contract.ts';
import type { OutsideCalls } from './outside-calls.ts';

export interface AggregatedParts {
  readonly ends: RunEnds;
  readonly calls: Pick<OutsideCalls, 'written'>;
  readonly logger: Logger;
}

/**
 * Runs are counted some tenths of a second after their ends; whoever asks what was used learns of all that ended before.
 * Where they can't be counted at the moment they are told what is counted.
 */
export function aggregatedUsage(usage: Usage, { ends, calls, logger }: AggregatedParts): Usage {
  const aggregated = (workspaceId: string) =>
    Promise.all([ends.aggregated(workspaceId), calls.written()]).catch((error: unknown) => {
      logger.warn({ err: error, workspaceId }, 'runs that ended could not be counted before usage was read');
    });
  return {
    async groups(workspaceId, query) {
      await aggregated(workspaceId);
      return await usage.groups(workspaceId, query);
    },
    async *lines(workspaceId, range) {
      await aggregated(workspaceId);
      yield* usage.lines(workspaceId, range);
    },
    async *appDays(workspaceId, range) {
      await aggregated(workspaceId);
      yield* usage.appDays(workspaceId, range);
    },
    async figures(workspaceId, appId, range) {
      await aggregated(workspaceId);
      return await usage.figures(workspaceId, appId, range);
    },
  };
}
