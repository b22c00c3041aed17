import type { PublishedChange, PublishWitness } from '#plugins/apps/contract.ts';
import type { OpenTransaction } from '#plugins/database/contract.ts';
import type { Jobs, NewJob } from '#plugins/jobs/contract.ts';
import type { AppStore } from './app-store.ts';
import type { RunTrigger } from './link.ts';
import type { LinkStore } from './link-store.ts';

export const SYNC_TASK = 'repositories.sync';

export interface SyncJob {
  readonly workspaceId: string;
  readonly linkId: string;
  readonly beganBy: RunTrigger;
  /** Of whoever asked; absent: nobody did. */
  readonly who?: string;
}

/** A look at a link; one that waits already is enough for all that began it. */
export function syncJob({ workspaceId, linkId, beganBy, who = '' }: SyncJob, runAt?: Date): NewJob {
  const payload: SyncJob = { workspaceId, linkId, beganBy, ...(who !== '' && { who: who.slice(0, 200) }) };
  return {
    task: SYNC_TASK,
    payload,
    workspaceId,
    key: `${linkId} ${beganBy}`,
    maxAttempts: 20,
    ...(runAt !== undefined && { runAt }),
  };
}

/** Each version that is published is to be committed: the row and the job are there with it, or none of them is. */
export function publishWitness(
  store: AppStore,
  links: LinkStore,
  jobs: Pick<Jobs, 'prepare' | 'enqueue'>,
): PublishWitness {
  return {
    id: 'repositories',
    async prepare(workspaceId) {
      if (await links.has(workspaceId)) await jobs.prepare();
    },
    async published(transaction: OpenTransaction, change: PublishedChange) {
      for (const linkId of await store.witness(transaction, change)) {
        await jobs.enqueue(
          syncJob({ workspaceId: change.workspaceId, linkId, beganBy: 'publish', who: change.publishedBy }),
          { within: transaction },
        );
      }
    },
  };
}
