import { currentTime } from '#kernel';
import type { AccountNotice } from '#plugins/accounts/contract.ts';
import type { AccountStateChange } from '#plugins/connected-accounts/contract.ts';
import type { ConsoleNotices } from '#plugins/console-notices/contract.ts';
import type { FailedSource } from '#plugins/dataset-sources/contract.ts';
import type { FormWaiting } from '#plugins/human-input/contract.ts';
import type { Members } from '#plugins/members/contract.ts';
import { troubleOf } from '#plugins/provider-http/contract.ts';
import type { RepositoryLook } from '#plugins/repositories/contract.ts';
import type { EndedRun } from '#plugins/runs/contract.ts';
import type { EndpointEnd } from '#plugins/webhooks/contract.ts';

/**
 * Tells in the console what waits for people and what has stopped, to those who can do something about it. What happens again and
 * again is told once a day, so that it takes no place from the rest.
 */
export class ConsoleTeller {
  readonly #notices: ConsoleNotices;
  readonly #members: Pick<Members, 'workspacesOf'>;
  /** Apps whose faults this process has told of, with the day. */
  readonly #failing = new Set<string>();

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
    const about = { app_id: appId, title: nodeTitle.slice(0, 200) };
    await this.#notices.add({
      workspaceId,
      to,
      kind: 'form-waits',
      name: `${formName(appId, nodeId)}${today()}`,
      about,
    });
  }

  /** No form of the node waits any more. */
  async formsAnswered({ workspaceId, appId, nodeId }: FormWaiting): Promise<void> {
    await this.#notices.settle(workspaceId, 'form-waits', formName(appId, nodeId));
  }

  /** The host only: what follows it may be a secret of the other side. */
  async switchedOff({ workspaceId, appId, endpointId, url }: EndpointEnd): Promise<void> {
    const to = await this.#notices.readers(workspaceId, 'apps.edit');
    const about = { app_id: appId, host: new URL(url).host };
    const name = `webhook ${endpointId} ${currentTime()}`;
    await this.#notices.add({ workspaceId, to, kind: 'webhook-off', name, about });
  }

  /** Who may mend an app, when a visitor of it was told that they are: once a day, however many visitors there are. */
  async runEnded({ workspaceId, appId, keyId, triggeredFrom, end }: EndedRun): Promise<void> {
    if (keyId !== null || triggeredFrom !== 'app-run' || end.kind !== 'run-finished' || end.status !== 'failed') return;
    if (troubleOf(end.error ?? '').trouble !== 'fault') return;
    const name = `app ${appId} ${today()}`;
    if (this.#failing.has(name)) return;
    if (this.#failing.size >= MAX_FAILING) this.#failing.clear();
    this.#failing.add(name);
    const to = await this.#notices.readers(workspaceId, 'apps.edit');
    await this.#notices.add({ workspaceId, to, kind: 'app-fails', name, about: { app_id: appId } });
  }

  /** Whose account it is; of the workspace's, those who may reconnect it. What works again needs nobody. */
  async accountStateChanged(change: AccountStateChange): Promise<void> {
    const { workspaceId, accountId, owner, label, state } = change;
    if (state !== 'broken') {
      await this.#notices.settle(workspaceId, 'account-broken', `account ${accountId} `);
      return;
    }
    const [kind, person = ''] = owner.split(':');
    const to = kind === 'account' ? [person] : await this.#notices.readers(workspaceId, 'providers.manage');
    if (kind === 'end_user') return;
    const about = { label: label.slice(0, 200), owner: kind ?? '' };
    await this.#notices.add({
      workspaceId,
      to,
      kind: 'account-broken',
      name: `account ${accountId} ${today()}`,
      about,
    });
  }

  /** Whoever added the source, while they may still do something about it. */
  async sourceFailed({ workspaceId, datasetId, sourceId, accountId }: FailedSource): Promise<void> {
    const all = await this.#notices.readers(workspaceId, 'knowledge.manage');
    const to = all.filter((id) => id === accountId);
    const name = `source ${sourceId} ${today()}`;
    await this.#notices.add({ workspaceId, to, kind: 'source-failed', name, about: { dataset_id: datasetId } });
  }

  /** Those who link repositories: told once a day, and again when it is something else that waits. */
  async repositoryLooked({ workspaceId, linkId, repository, isBroken, waiting }: RepositoryLook): Promise<void> {
    const beginning = `repository ${linkId} `;
    if (!isBroken && waiting.length === 0) {
      await this.#notices.settle(workspaceId, 'repository-waits', beginning);
      return;
    }
    const to = await this.#notices.readers(workspaceId, 'providers.manage');
    const [first] = waiting;
    const about = {
      ...{ repository_id: linkId, repository: repository.slice(0, 200), count: String(waiting.length) },
      ...{ app: first?.name.slice(0, 200) ?? '', state: isBroken ? 'broken' : (first?.state ?? '') },
    };
    const what = isBroken ? 'broken' : waiting.map(({ key, state }) => `${key}:${state}`).join(' ');
    const name = `${beginning}${today()} ${what}`.slice(0, 300);
    await this.#notices.add({ workspaceId, to, kind: 'repository-waits', name, about });
  }
}

/** Apps kept in mind; those beyond are found again in the database. */
const MAX_FAILING = 10_000;

/** What notices of forms of a node are called, before the day. */
function formName(appId: string, nodeId: string): string {
  return `form ${appId} ${nodeId.slice(0, 200)} `;
}

/** The day, UTC. */
function today(): string {
  return new Date(currentTime()).toISOString().slice(0, 10);
}
