import { Documents } from '#engine';
import { CallsPerMinute, Routes } from '#http';
import { currentTime, definePlugin } from '#kernel';
import { AppCode } from '#plugins/app-code/contract.ts';
import { AppDrafts, AppSources, Apps, PublishWitnesses } from '#plugins/apps/contract.ts';
import { Database } from '#plugins/database/contract.ts';
import { Jobs, Tasks, task } from '#plugins/jobs/contract.ts';
import { RepositoryHosts } from '#plugins/repository-hosts/contract.ts';
import { SealedColumns, sealedColumn } from '#plugins/secrets/contract.ts';
import { ExportedTables } from '#plugins/workspace-export/contract.ts';
import { AppStore } from './app-store.ts';
import { choiceRoutes } from './choice-routes.ts';
import { RepositoryLinks, RepositoryLooked } from './contract.ts';
import { Explorer } from './explorer.ts';
import { exportedTables } from './exported-tables.ts';
import { HookReceiver } from './hook-receiver.ts';
import { hookRoutes } from './hook-routes.ts';
import { EVERY, LinkStore } from './link-store.ts';
import { LinksService } from './links-service.ts';
import { lookRoutes } from './look-routes.ts';
import { PlanStore } from './plan-store.ts';
import { Poller } from './poller.ts';
import { repositoryRoutes } from './repository-routes.ts';
import { Syncer } from './syncer.ts';
import { DocumentTexts } from './texts.ts';
import { publishWitness, SYNC_TASK, type SyncJob, syncJob } from './witness.ts';

/** Milliseconds until a look is tried again while another process is at it. */
const AGAIN = 500;

/** Calls of webhooks from one network, per minute, that are not let in. */
const GUESSES = 60;

const uuid = { type: 'string', format: 'uuid' } as const;

export const plugin = definePlugin({
  id: 'repositories',
  needs: {
    database: Database,
    documents: Documents,
    jobs: Jobs,
    hosts: RepositoryHosts,
    apps: Apps,
    sources: AppSources,
    drafts: AppDrafts,
    code: AppCode,
  },
  setup({ services, logger, events, contribute, provide, onReady, onStop }) {
    const { database, documents, jobs, hosts, apps, sources, drafts, code } = services;
    const linkStore = new LinkStore(database);
    const store = new AppStore(database);
    const texts = new DocumentTexts({ documents, code });
    const parts = { hosts, code, sources, drafts, texts, logger, apps: store, links: linkStore };
    const plans = new PlanStore(database);
    const syncer = new Syncer({ ...parts, plans, looked: (look) => events.emit(RepositoryLooked, look) });
    const links = new LinksService({ links: linkStore, store, apps, hosts, jobs });
    const explorer = new Explorer({ ...parts, allApps: apps });
    const poller = new Poller({ links: linkStore, jobs, logger, every: EVERY });
    provide(RepositoryLinks, () => ({
      place: async (workspaceId, repositoryId) =>
        (await linkStore.list(workspaceId)).find(({ id }) => id === repositoryId) ?? null,
    }));
    contribute(PublishWitnesses, publishWitness(store, linkStore, jobs));
    contribute(
      Tasks,
      task<SyncJob>({
        id: SYNC_TASK,
        payload: {
          type: 'object',
          required: ['workspaceId', 'linkId', 'beganBy'],
          additionalProperties: false,
          properties: {
            workspaceId: uuid,
            linkId: uuid,
            beganBy: { type: 'string', enum: ['poll', 'webhook', 'person', 'publish', 'link'] },
            who: { type: 'string' },
          },
        },
        async run({ workspaceId, linkId, beganBy, who = '' }, { signal }) {
          // Unlinked meanwhile.
          if (!(await linkStore.list(workspaceId)).some(({ id }) => id === linkId)) return;
          const isDone = await syncer.sync(workspaceId, linkId, { beganBy, who }, signal);
          if (!isDone)
            await jobs.enqueue(syncJob({ workspaceId, linkId, beganBy, who }, new Date(currentTime() + AGAIN)));
        },
      }),
    );
    contribute(
      SealedColumns,
      sealedColumn('repository_links.sealed_key', 'repository-hosts.deploy-key'),
      sealedColumn('repository_links.sealed_hook_secret', 'repository-hosts.hook-secret'),
    );
    contribute(ExportedTables, ...exportedTables);
    const guesses = new CallsPerMinute(GUESSES, currentTime);
    const receiver = new HookReceiver({ linkStore, links, hosts, guesses });
    contribute(Routes, ...choiceRoutes({ explorer, hosts }), ...repositoryRoutes({ links, store, linkStore }));
    contribute(Routes, ...hookRoutes({ receiver, linkStore, hosts }), ...lookRoutes(explorer));
    onReady(async () => poller.start());
    onStop(() => poller.stop());
  },
});
