import { Documents } from '../../engine/contract.ts';
import { Authenticators, Routes } from '../../http/contract.ts';
import { definePlugin } from '../../kernel/index.ts';
import { Apps } from '../apps/contract.ts';
import { Conversations } from '../conversations/contract.ts';
import { DirectAnswers } from '../direct-answers/contract.ts';
import { EndUsers } from '../end-users/contract.ts';
import { StoredFiles } from '../files/contract.ts';
import { Idempotency } from '../idempotency/contract.ts';
import { RunOwners, Runs } from '../runs/contract.ts';
import { appKeyAuthenticator, knowledgeKeyAuthenticator } from './caller.ts';
import { consoleRoutes } from './console-routes.ts';
import { generationRoutes } from './generation-routes.ts';
import { NamerSeat, Namers } from './naming.ts';
import { NarratorSeat, Narrators } from './narration.ts';
import { pinnedRunRoutes } from './pinned-run-routes.ts';
import { runEventsRoutes } from './run-events-routes.ts';
import { runOwners } from './run-owners.ts';
import { siteRoutes } from './site-routes.ts';
import { taskRoutes } from './task-routes.ts';

interface DeliveryConfig {
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
    idempotency: Idempotency,
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
      },
    },
    env: { WEFT_BLOCKING_TIMEOUT: 'blockingTimeout' },
  },
  setup({ services, config, contribute, provide }) {
    const { apps, ...parts } = services;
    const { blockingTimeout } = config as DeliveryConfig;
    const versions = apps.version.bind(apps);
    const narrators = new NarratorSeat();
    const namers = new NamerSeat();
    provide(Narrators, () => narrators);
    provide(Namers, () => namers);
    const generation = { ...parts, versions, blockingTimeout, narrators, namers };
    contribute(Authenticators, appKeyAuthenticator(apps), knowledgeKeyAuthenticator);
    contribute(Routes, ...generationRoutes(generation));
    contribute(Routes, ...consoleRoutes(generation, apps), ...runEventsRoutes(generation));
    contribute(Routes, ...taskRoutes(generation));
    contribute(Routes, ...siteRoutes, ...pinnedRunRoutes(generation));
    contribute(
      RunOwners,
      ...runOwners(generation, async (workspaceId, appId) => (await apps.draft(workspaceId, appId)).version),
    );
  },
});
