import { Admissions, Routes } from '../../http/contract.ts';
import { definePlugin } from '../../kernel/index.ts';
import { Apps } from '../apps/contract.ts';
import { Database } from '../database/contract.ts';
import { RunFollowers, Runs } from '../runs/contract.ts';
import { PlanLimits, PlanUses, Workspaces } from '../workspaces/contract.ts';
import { Limits } from './contract.ts';
import { openCounters } from './counters.ts';
import { LimitsService } from './limits-service.ts';
import { managementRoutes } from './management-routes.ts';
import { Quotas } from './quota.ts';
import { connectRedis } from './redis-connection.ts';
import { openRunSlots } from './run-slots.ts';
import { LimitStore } from './store.ts';

interface LimitsConfig {
  readonly redisUrl: string;
}

export const plugin = definePlugin({
  id: 'limits',
  needs: {
    database: Database,
    workspaces: Workspaces,
    apps: Apps,
    runs: Runs,
    plans: PlanLimits,
    planUses: PlanUses,
  },
  provides: [Limits],
  config: {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        redisUrl: {
          type: 'string',
          default: '',
          description: 'Address of a Redis (redis://…) in which all processes count together; empty: each for itself.',
        },
      },
    },
    env: { REDIS_URL: 'redisUrl' },
  },
  async setup({ services, config, logger, provide, contribute, onClose }) {
    const { database, ...parts } = services;
    const { redisUrl } = config as LimitsConfig;
    const redis = redisUrl === '' ? null : await connectRedis(redisUrl, logger);
    const slots = openRunSlots(redis, logger);
    const quotas = new Quotas(openCounters(redis));
    const limits = new LimitsService({ ...parts, store: new LimitStore(database), quotas, slots });
    provide(Limits, () => limits);
    contribute(Admissions, {
      id: 'limits',
      admit: ({ path, principal }) => (/^\/v1(\/|$)/.test(path) ? limits.admit(principal) : undefined),
    });
    contribute(RunFollowers, {
      id: 'limits',
      refusal: (start) => limits.refusal(start),
      enter: (start, client) => limits.enterRun(start, client),
      ended: (run) => {
        limits.ended(run).catch((error: unknown) => {
          logger.warn({ err: error, runId: run.runId }, 'the tokens of a run were not counted');
        });
      },
    });
    contribute(Routes, ...managementRoutes(limits));
    onClose(async () => {
      slots.close();
      await redis?.close();
    });
  },
});
