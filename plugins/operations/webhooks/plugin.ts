import { Routes } from '#http';
import { definePlugin, KernelInfo } from '#kernel';
import { Apps } from '#plugins/apps/contract.ts';
import { Database, Notifications } from '#plugins/database/contract.ts';
import { Egress } from '#plugins/egress/contract.ts';
import { PersonalData } from '#plugins/erasure/contract.ts';
import { Jobs, Tasks } from '#plugins/jobs/contract.ts';
import { RunHooks, Runs } from '#plugins/runs/contract.ts';
import { SealedColumns, Secrets, sealedColumn } from '#plugins/secrets/contract.ts';
import { Announcer } from './announcer.ts';
import { EndpointSwitchedOff, Webhooks } from './contract.ts';
import { Delivery, SECRET_PURPOSE } from './delivery.ts';
import { ErasureStore } from './erasure-store.ts';
import { Interests } from './interests.ts';
import { managementRoutes } from './management-routes.ts';
import { WebhookStore } from './store.ts';
import { webhookTasks } from './tasks.ts';
import { WebhooksService } from './webhooks-service.ts';

interface WebhooksConfig {
  readonly attempts: number;
}

const CLEANING_MS = 3_600_000;

export const plugin = definePlugin({
  id: 'webhooks',
  needs: {
    database: Database,
    notifications: Notifications,
    apps: Apps,
    runs: Runs,
    jobs: Jobs,
    egress: Egress,
    secrets: Secrets,
    kernel: KernelInfo,
  },
  provides: [Webhooks],
  config: {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: {
        attempts: {
          type: 'integer',
          minimum: 1,
          maximum: 20,
          default: 8,
          description: 'How often a message to a webhook is tried.',
        },
      },
    },
    env: { WEFT_WEBHOOK_ATTEMPTS: 'attempts' },
  },
  async setup({ services, config, logger, events, provide, contribute, onReady, onClose }) {
    const { database, notifications, apps, runs, jobs, egress, secrets, kernel } = services;
    const { attempts } = config as WebhooksConfig;
    const store = new WebhookStore(database);
    const interests = new Interests({ store, notifications, logger });
    // Before any run can end.
    await interests.start();
    const announcer = new Announcer({ store, jobs, runs, interests });
    const delivery = new Delivery({
      ...{ store, egress, secrets, interests, attempts, version: kernel.version },
      switchedOff: (endpoint) => events.emit(EndpointSwitchedOff, endpoint),
    });
    const webhooks = new WebhooksService({ store, apps, jobs, egress, secrets, interests, announcer });
    provide(Webhooks, () => webhooks);
    const sealed = ['webhook_endpoints.sealed_secret', 'webhook_endpoints.previous_secret'] as const;
    contribute(SealedColumns, ...sealed.map((name) => sealedColumn(name, SECRET_PURPOSE)));
    contribute(Tasks, ...webhookTasks({ announcer, delivery }));
    contribute(RunHooks, {
      id: 'webhooks',
      endWriter: {
        ending: (run) => announcer.ending(run),
        abandoned: (left) => announcer.abandoned(left),
      },
    });
    contribute(PersonalData, new ErasureStore(database));
    contribute(Routes, ...managementRoutes(webhooks));
    let timer: NodeJS.Timeout | undefined;
    const clean = async () => {
      try {
        while (await store.removeOld());
      } catch (error) {
        logger.warn({ err: error }, 'old deliveries of webhooks were not removed');
      }
    };
    onReady(async () => {
      timer = setInterval(clean, CLEANING_MS);
      timer.unref();
    });
    onClose(() => {
      clearInterval(timer);
      interests.stop();
    });
  },
});
