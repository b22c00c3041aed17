import { currentTime } from '#kernel';
import type { AccountNotice } from '#plugins/accounts/contract.ts';
import type { ConsoleNotices } from '#plugins/console-notices/contract.ts';
import type { FailedSource } from '#plugins/dataset-sources/contract.ts';
import type { FormWaiting } from '#plugins/human-input/contract.ts';
import type { Members } from '#plugins/members/contract.ts';
import type { EndpointEnd } from '#plugins/webhooks/contract.ts';

/**
 * Tells in the console what waits for people and what has stopped, to those who can do something about it. What happens again and
 * again is told once a day, so that it takes no place from the rest.
 */
export class ConsoleTeller {
  readonly #notices: ConsoleNotices;
  readonly #members: Pick<Members, 'workspacesOf'>;

  constructor(notices: ConsoleNotices, members: Pick<Members, 'workspacesOf'>) {
    this.#notices = notices;
    this.#members = members;
  }

  /** Of sign-ins from new places: in every workspace of the person, for they may look at one of them only. */
  async accountChanged({ accountId, what, address }: AccountNotice): Promise<void> {
    if (what !== 'new-sign-in') return;
    const name = `sign-in ${currentTime()} ${address}`;
    for (const { workspaceId } of await this.#members.workspacesOf(accountId)) {
      await this.#notices.add({ workspaceId, to: [accountId], kind: what, name, about: { address } });
    }
  }

  /** Those who see all waiting forms. */
  async formWaits({ workspaceId, appId, nodeId, nodeTitle }: FormWaiting): Promise<void> {
    const to = await this.#notices.readers(workspaceId, 'logs.view');
    const name = `form ${appId} ${nodeId.slice(0, 200)} ${today()}`;
    await this.#notices.add({ workspaceId, to, kind: 'form-waits', name, about: { title: nodeTitle.slice(0, 200) } });
  }

  /** The host only: what follows it may be a secret of the other side. */
  async switchedOff({ workspaceId, appId, endpointId, url }: EndpointEnd): Promise<void> {
    const to = await this.#notices.readers(workspaceId, 'apps.edit');
    const about = { app_id: appId, host: new URL(url).host };
    const name = `webhook ${endpointId} ${currentTime()}`;
    await this.#notices.add({ workspaceId, to, kind: 'webhook-off', name, about });
  }

  /** Whoever added the source, while they may still do something about it. */
  async sourceFailed({ workspaceId, datasetId, sourceId, accountId }: FailedSource): Promise<void> {
    const all = await this.#notices.readers(workspaceId, 'knowledge.manage');
    const to = all.filter((id) => id === accountId);
    const name = `source ${sourceId} ${today()}`;
    await this.#notices.add({ workspaceId, to, kind: 'source-failed', name, about: { dataset_id: datasetId } });
  }
}

/** The day, UTC. */
function today(): string {
  return new Date(currentTime()).toISOString().slice(0, 10);
}
