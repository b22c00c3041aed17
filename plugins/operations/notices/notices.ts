import { type Language, languageOf } from '#http';
import { currentTime, isPlatformError, type Logger } from '#kernel';
import type { AccountNotice, Accounts } from '#plugins/accounts/contract.ts';
import type { ConsoleNotices } from '#plugins/console-notices/contract.ts';
import type { OpenTransaction } from '#plugins/database/contract.ts';
import { type Jobs, type Task, task } from '#plugins/jobs/contract.ts';
import type { Mail } from '#plugins/mail/contract.ts';
import type { Members, OwnershipMove } from '#plugins/members/contract.ts';
import type { BudgetWarning } from '#plugins/usage/contract.ts';
import type { Workspaces } from '#plugins/workspaces/contract.ts';
import { accountEmail, budgetEmail, type EmailText, ownershipEmail } from './email-text.ts';
import { type NoticeJob, noticePayload } from './notice-job.ts';
import type { ToldStore } from './told-store.ts';

const SEND_TASK = 'notices.send';

interface NoticeParts {
  readonly told: ToldStore;
  readonly shown: ConsoleNotices;
  readonly mail: Mail;
  readonly jobs: Jobs;
  readonly accounts: Accounts;
  readonly members: Members;
  readonly workspaces: Workspaces;
  readonly logger: Logger;
}

/** E-mails about what people must know. Each is a job: tried again while the mail server is away. Without one there are none. */
export class Notices {
  readonly #parts: NoticeParts;

  constructor(parts: NoticeParts) {
    this.#parts = parts;
  }

  async changed({ accountId, what, address }: AccountNotice): Promise<void> {
    await this.#add({ accountId, at: currentTime(), change: { what, address } });
  }

  async moved({ workspaceId, from, to }: OwnershipMove): Promise<void> {
    const facts = { workspaceId, at: currentTime() };
    await this.#add({ ...facts, accountId: from, ownership: { side: 'given', otherId: to } });
    await this.#add({ ...facts, accountId: to, ownership: { side: 'received', otherId: from } });
  }

  /** Once in a period for a level of a budget, whichever process sees it: the owner by e-mail, and in the console. */
  async warned({ workspaceId, budget, level, since }: BudgetWarning): Promise<void> {
    const { told, shown, mail, jobs, members } = this.#parts;
    const owner = (await members.list(workspaceId)).find(({ role }) => role === 'owner');
    if (owner === undefined) return;
    const { id, appId, keyId, period, unit, currency, amount, used, action } = budget;
    const of = keyId !== null ? 'app key' : appId !== null ? 'app' : 'workspace';
    const about = { period, unit, currency, amount, used, action, of } as const;
    const job = { accountId: owner.accountId, workspaceId, at: currentTime(), budget: { ...about, level } };
    const name = `budget ${id} ${since} ${amount} ${level}`;
    const notice = { workspaceId, to: [owner.accountId], kind: `budget-${level}`, name, about } as const;
    if (mail.isConfigured) await jobs.prepare();
    await told.once(workspaceId, name, async (within) => {
      await shown.add(notice, within);
      await this.#add(job, within);
    });
    await shown.announce(workspaceId);
  }

  /** Sends one. Who is gone, or was sent too many, gets none. */
  async send(job: NoticeJob): Promise<void> {
    const { accounts, mail, logger } = this.#parts;
    const account = await accounts.get(job.accountId);
    const text = account === null ? null : await this.#emailOf(job, languageOf(account.language));
    if (account === null || text === null) return;
    try {
      await mail.send({ to: account.email, about: 'notices', ...text });
    } catch (error) {
      if (!isPlatformError(error) || error.code !== 'mail.too_many_letters') throw error;
      logger.warn({ accountId: job.accountId }, 'a notice was not sent: too many e-mails within an hour');
    }
  }

  async #emailOf(
    { at, change, workspaceId, ownership, budget }: NoticeJob,
    language: Language,
  ): Promise<EmailText | null> {
    const { accounts, workspaces } = this.#parts;
    if (change !== undefined) return accountEmail(change.what, { at, address: change.address, language });
    const workspace = workspaceId === undefined ? null : await workspaces.get(workspaceId);
    if (workspace === null) return null;
    if (budget !== undefined) return budgetEmail(budget, workspace.name, language);
    if (ownership === undefined) return null;
    const other = (await accounts.get(ownership.otherId))?.email ?? null;
    return ownershipEmail(ownership.side, { at, language, workspace: workspace.name, other });
  }

  async #add(payload: NoticeJob, within?: OpenTransaction): Promise<void> {
    const { mail, jobs } = this.#parts;
    if (!mail.isConfigured) return;
    const job = { task: SEND_TASK, workspaceId: payload.workspaceId ?? null, payload };
    await jobs.enqueue(job, within === undefined ? {} : { within });
  }
}

/** Sends a notice. */
export function sendTask(notices: Notices): Task {
  return task<NoticeJob>({ id: SEND_TASK, payload: noticePayload, run: (job) => notices.send(job) });
}
