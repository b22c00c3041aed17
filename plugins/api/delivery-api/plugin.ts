import { Documents } from '#engine';
import { Routes, SharedReadings } from '#http';
import { definePlugin, optional } from '#kernel';
import { Apps } from '#plugins/apps/contract.ts';
import { Conversations } from '#plugins/conversations/contract.ts';
import { DirectAnswers } from '#plugins/direct-answers/contract.ts';
import { EndUsers } from '#plugins/end-users/contract.ts';
import { StoredFiles } from '#plugins/files/contract.ts';
import { Idempotency, noIdempotency } from '#plugins/idempotency/contract.ts';
import { RunOwners, Runs } from '#plugins/runs/contract.ts';
import { OpenStreams, type StreamLimits } from './callers/open-streams.ts';
import { runOwners } from './callers/run-owners.ts';
import { AppRuns, appRuns } from './generation/app-runs.ts';
import { consoleRoutes } from './generation/console-routes.ts';
import { generationRoutes } from './generation/generation-routes.ts';
import { pinnedRunRoutes } from './generation/pinned-run-routes.ts';
import type { RunPurposeOwner } from './generation/run-purposes.ts';
import {
  ProviderSlot,
  type SpeechStreamer,
  SpeechStreamers,
  type TitleGenerator,
  TitleGenerators,
} from './generation/single-providers.ts';
import { runEventsRoutes } from './routes/run-events-routes.ts';
import { taskRoutes } from './routes/task-routes.ts';

interface DeliveryConfig extends StreamLimits {
  readonly blockingTimeout: number;
}

export const plugin = definePlugin({
  id: 'delivery-api',
  needs: {
    apps: Apps,
    runs: Runs,
    documents: Documents,
    endUsers: EndUsers,
    conversations: Conversations,
    answers: DirectAnswers,
    files: StoredFiles,
    idempotency: optional(Idempotency),
  },
  config: {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        blockingTimeout: {
          type: 'integer',
          minimum: 100,
          default: 60_000,
          description: 'Milliseconds a blocking call may take.',
        },
        streamsPerApp: {
          type: 'integer',
          minimum: 0,
          default: 1_000,
          description:
            'Streams of runs that clients of one app may have joined at a time in one process; 0: any number.',
        },
        streamsPerUser: {
          type: 'integer',
          minimum: 0,
          default: 100,
          description: 'The same for one user of an app.',
        },
      },
    },
    env: {
      WEFT_BLOCKING_TIMEOUT: 'blockingTimeout',
      WEFT_STREAMS_PER_APP: 'streamsPerApp',
      WEFT_STREAMS_PER_USER: 'streamsPerUser',
    },
  },
  setup({ services, config, contribute, provide }) {
    const { apps, idempotency = noIdempotency, ...parts } = services;
    const { blockingTimeout, ...limits } = config as DeliveryConfig;
    const versions = apps.version.bind(apps);
    const speechStreamers = new ProviderSlot<SpeechStreamer>();
    const titleGenerators = new ProviderSlot<TitleGenerator>();
    provide(SpeechStreamers, () => speechStreamers);
    provide(TitleGenerators, () => titleGenerators);
    const streams = new OpenStreams(limits);
    const purposes = new Map<string, RunPurposeOwner>();
    const generation = {
      ...parts,
      purposes,
      idempotency,
      versions,
      blockingTimeout,
      streams,
      shared: new SharedReadings(),
      speechStreamers,
      titleGenerators,
    };
    provide(AppRuns, () => appRuns(generation, purposes));
    contribute(Routes, ...generationRoutes(generation));
    contribute(Routes, ...consoleRoutes(generation, apps), ...runEventsRoutes(generation, apps));
    contribute(Routes, ...taskRoutes(generation));
    contribute(Routes, ...pinnedRunRoutes(generation));
    contribute(
      RunOwners,
      ...runOwners(generation, async (workspaceId, appId) => (await apps.draft(workspaceId, appId)).version),
    );
  },
});
