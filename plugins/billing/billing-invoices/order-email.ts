import { languageOf } from '#http';
import { type Contributions, isPlatformError, type Logger } from '#kernel';
import type { Accounts } from '#plugins/accounts/contract.ts';
import type { PlanOrder } from '#plugins/billing/contract.ts';
import { type Jobs, type Task, task } from '#plugins/jobs/contract.ts';
import type { Email, Mail } from '#plugins/mail/contract.ts';
import type { PlanLimit, Workspaces } from '#plugins/workspaces/contract.ts';
import { orderTexts } from './order-texts.ts';

const TASK = 'billing-invoices.tell-order';

interface OrderJob {
  readonly workspaceId: string;
  readonly plan: string;
  /** Which of the addresses. */
  readonly receiver: number;
}

interface OrderEmailParts {
  /** Addresses of whoever runs the server. */
  readonly receivers: readonly string[];
  readonly mail: Mail;
  readonly accounts: Pick<Accounts, 'byEmail'>;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly workspaces: Pick<Workspaces, 'get'>;
  readonly plans: Contributions<PlanLimit>;
  readonly logger: Logger;
}

/** Tells whoever runs the server that a plan was ordered: they issue the invoice. */
export class OrderEmail {
  readonly #parts: OrderEmailParts;

  constructor(parts: OrderEmailParts) {
    this.#parts = parts;
  }

  /** A line in the log, and a job for each e-mail. An order that can't be told stays in the list of orders. */
  async tell({ workspaceId, plan, by }: Pick<PlanOrder, 'workspaceId' | 'plan' | 'by'>): Promise<void> {
    const { receivers, mail, jobs, logger } = this.#parts;
    logger.info({ workspaceId, plan, by }, 'a plan was ordered and waits for an invoice: weft invoices orders');
    if (!mail.isConfigured) return;
    for (const receiver of receivers.keys()) {
      const payload: OrderJob = { workspaceId, plan, receiver };
      await jobs
        .enqueue({ task: TASK, workspaceId, payload, key: `${plan}/${receiver}` })
        .catch((error: unknown) => logger.error({ err: error, workspaceId, plan }, 'an order was not told by mail'));
    }
  }

  task(): Task {
    const { receivers, accounts, workspaces, plans } = this.#parts;
    const send = (email: Email, of: OrderJob) => this.#send(email, of);
    return task<OrderJob>({
      id: TASK,
      payload: {
        type: 'object',
        additionalProperties: false,
        required: ['workspaceId', 'plan', 'receiver'],
        properties: {
          workspaceId: { type: 'string', format: 'uuid' },
          plan: { type: 'string', maxLength: 50 },
          receiver: { type: 'integer', minimum: 0 },
        },
      },
      async run(job) {
        const { workspaceId, plan, receiver } = job;
        const to = receivers[receiver];
        const workspace = await workspaces.get(workspaceId);
        if (to === undefined || workspace === null) return;
        const known = plans.get(plan);
        const texts = orderTexts[languageOf((await accounts.byEmail(to))?.language)];
        const price = known?.price == null ? '' : texts.price(known.price);
        const text = texts.order({ workspace: workspace.name, workspaceId, plan: known?.name ?? plan, price });
        const email: Email = { to, about: 'orders', ...text };
        await send(email, job);
      },
    });
  }

  /** An order beyond what an address gets within an hour is in the list of orders and in the log, as all are. */
  async #send(email: Email, { workspaceId, plan }: OrderJob): Promise<void> {
    try {
      await this.#parts.mail.send(email);
    } catch (error) {
      if (!isPlatformError(error) || error.code !== 'mail.too_many_letters') throw error;
      const message = 'an order was not told by mail: too many e-mails within an hour';
      this.#parts.logger.warn({ workspaceId, plan }, message);
    }
  }
}
