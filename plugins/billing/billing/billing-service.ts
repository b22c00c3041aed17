import type { Logger } from '#kernel';
import type { ConsoleNotices } from '#plugins/console-notices/contract.ts';
import type { Limits } from '#plugins/limits/contract.ts';
import type { Workspaces } from '#plugins/workspaces/contract.ts';
import type { Billing, Subscription, SubscriptionEvent } from './contract.ts';
import type { BillingStore } from './store.ts';
import { type MachineSettings, nextFacts } from './subscription-machine.ts';

export interface BillingParts {
  readonly store: BillingStore;
  readonly workspaces: Workspaces;
  readonly limits: Limits;
  readonly notices: ConsoleNotices;
  readonly settings: MachineSettings;
  readonly logger: Logger;
}

/** Subscriptions, and the plans they mean. */
export class BillingService implements Billing {
  readonly #parts: BillingParts;

  constructor(parts: BillingParts) {
    this.#parts = parts;
  }

  subscription(workspaceId: string) {
    return this.#parts.store.find(workspaceId);
  }

  async apply(workspaceId: string, event: SubscriptionEvent, source: string): Promise<Subscription | null> {
    const { store, workspaces, settings } = this.#parts;
    const plan = (await workspaces.get(workspaceId))?.plan ?? 'sandbox';
    const next = (current: Parameters<typeof nextFacts>[0]) => nextFacts(current, event, settings);
    const subscription = await store.change({ workspaceId, event, source, plan, next });
    await this.#settle(workspaceId);
    if (subscription?.state === 'past_due') await this.#tell(workspaceId, subscription);
    return subscription;
  }

  orders(page: { limit: number; before?: string | undefined }) {
    return this.#parts.store.orders(page);
  }

  changes(workspaceId: string, page: { limit: number; before?: string | undefined }) {
    return this.#parts.store.changes(workspaceId, page);
  }

  /** Lets time pass for those it changes, and finishes what a process that died began. */
  async tick(now: number): Promise<void> {
    for (const workspaceId of await this.#parts.store.due(new Date(now))) {
      await this.apply(workspaceId, { type: 'time', at: now }, 'clock').catch((error: unknown) => {
        this.#parts.logger.warn({ err: error, workspaceId }, 'a subscription could not be brought up to date');
      });
    }
  }

  /** Whoever pays, once for each time that a payment is missing. The subscription is right without that. */
  async #tell(workspaceId: string, { graceUntil }: Subscription): Promise<void> {
    const { notices, logger } = this.#parts;
    try {
      const to = await notices.readers(workspaceId, 'billing.manage');
      const name = `past due ${graceUntil}`;
      await notices.add({ workspaceId, to, kind: 'payment-failed', name, about: {} });
    } catch (error) {
      logger.warn({ err: error, workspaceId }, 'a payment that is missing was not told in the console');
    }
  }

  /** Whoever finds that the subscription changed while they applied its plan does it again: the last one is right. */
  async #settle(workspaceId: string): Promise<void> {
    const { store, limits } = this.#parts;
    let wanted = await store.unapplied(workspaceId);
    while (wanted !== null) {
      await limits.setPlan(workspaceId, wanted.plan);
      if (await store.applied(workspaceId, wanted)) return;
      wanted = await store.effective(workspaceId);
    }
  }
}
