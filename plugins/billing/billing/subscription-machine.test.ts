import { describe, expect, it } from 'vitest';
import { type SubscriptionEvent, type SubscriptionFacts, subscriptionStates } from './contract.ts';
import { nextChangeAt, nextFacts, planOf } from './subscription-machine.ts';

const DAY = 86_400_000;
const at = 1_000 * DAY;
const settings = { graceDays: 14 };
const base: SubscriptionFacts = {
  provider: 'invoices',
  state: 'active',
  plan: 'team',
  orderedPlan: null,
  externalId: null,
  periodStart: at - 10 * DAY,
  periodEnd: at + 20 * DAY,
  trialEnd: null,
  graceUntil: null,
  cancelAtPeriodEnd: false,
  pausedAt: null,
};
const facts: Readonly<Record<string, SubscriptionFacts | null>> = {
  none: null,
  pending: { ...base, state: 'pending', orderedPlan: 'team', periodStart: null, periodEnd: null },
  trialing: { ...base, state: 'trialing', periodStart: null, periodEnd: null, trialEnd: at + 5 * DAY },
  active: base,
  past_due: { ...base, state: 'past_due', graceUntil: at + 3 * DAY },
  canceled: { ...base, state: 'canceled' },
  expired: { ...base, state: 'expired' },
};
const provider = 'invoices';
const events: Readonly<Record<string, SubscriptionEvent>> = {
  order: { type: 'ordered', provider, plan: 'professional', at },
  trial: { type: 'trial', provider, plan: 'team', until: at + DAY, at },
  paid: { type: 'paid', provider, plan: 'team', from: at, until: at + 30 * DAY, at },
  failed: { type: 'payment_failed', at },
  cancel: { type: 'cancel', isImmediate: false, at },
  end: { type: 'cancel', isImmediate: true, at },
  resume: { type: 'resume', at },
  soon: { type: 'time', at: at + DAY },
  month: { type: 'time', at: at + 21 * DAY },
  year: { type: 'time', at: at + 365 * DAY },
  closed: { type: 'closed', at },
  reopened: { type: 'reopened', at },
};

/** Column: the event; row: the state; `-` nothing changes, `!` is refused, `+` the state stays and something else changes. */
const table = `
            order    trial     paid    failed    cancel    end       resume  soon  month     year     closed  reopened
  none      pending  trialing  active  -         !         !         !       -     -         -        -       -
  pending   +        trialing  active  -         canceled  canceled  !       -     -         -        -       -
  trialing  +        !         active  past_due  +         canceled  !       -     expired   expired  +       -
  active    +        !         +       past_due  +         canceled  !       -     past_due  expired  +       -
  past_due  +        !         active  -         +         canceled  !       -     expired   expired  +       -
  canceled  pending  !         active  -         -         -         !       -     -         -        -       -
  expired   pending  !         active  -         -         -         !       -     -         -        -       -
`;

function outcome(state: string, event: SubscriptionEvent): string {
  const before = facts[state] ?? null;
  try {
    const next = nextFacts(before, event, settings);
    if (next === null) return '-';
    return next.state === before?.state ? '+' : next.state;
  } catch (error) {
    expect(error).toMatchObject({ code: 'billing.not_possible' });
    return '!';
  }
}

const [head = '', ...lines] = table.trim().split('\n');
const columns = head.trim().split(/\s+/);
const rows = lines.map((line) => line.trim().split(/\s+/));

describe('the subscription machine', () => {
  it('has a line for each state, and a column for each event', () => {
    expect(rows.map(([state]) => state)).toEqual(['none', ...subscriptionStates]);
    expect(columns).toEqual(Object.keys(events));
    expect(rows.every((row) => row.length === columns.length + 1)).toBe(true);
  });

  it.each(
    rows.flatMap(([state = '', ...cells]) => cells.map((cell, index) => [state, columns[index] ?? '', cell] as const)),
  )('makes of %s at %s: %s', (state, event, expected) => {
    expect(outcome(state, events[event] as SubscriptionEvent)).toBe(expected);
  });

  it('gives the plan while it is tried, paid, or unpaid in grace', () => {
    const plans = subscriptionStates.map((state) => planOf({ ...base, state }));
    expect(plans).toEqual([null, 'team', 'team', 'team', null, null]);
  });

  it('begins grace where the period ended, however late the clock looks', () => {
    const late = nextFacts(base, { type: 'time', at: at + 25 * DAY }, settings);
    expect(late).toMatchObject({ state: 'past_due', graceUntil: at + 34 * DAY });
    expect(nextChangeAt(late as SubscriptionFacts)).toBe(at + 34 * DAY);
    expect(nextFacts(base, { type: 'time', at: at + 34 * DAY }, settings)).toMatchObject({ state: 'expired' });
    expect(nextFacts(base, { type: 'time', at: at + 21 * DAY }, { graceDays: 0 })).toMatchObject({ state: 'expired' });
  });

  it('ends at the end of the period what was canceled, unless that is taken back', () => {
    const canceled = nextFacts(base, { type: 'cancel', isImmediate: false, at }, settings) as SubscriptionFacts;
    expect(canceled).toMatchObject({ state: 'active', cancelAtPeriodEnd: true });
    expect(nextFacts(canceled, { type: 'cancel', isImmediate: false, at }, settings)).toBeNull();
    expect(nextFacts(canceled, { type: 'time', at: at + 21 * DAY }, settings)).toMatchObject({ state: 'canceled' });
    const resumed = nextFacts(canceled, { type: 'resume', at }, settings);
    expect(resumed).toEqual(base);
  });

  it('takes payments told twice or out of order once, and an order as fulfilled by its payment', () => {
    const ordered = nextFacts(base, events.order as SubscriptionEvent, settings) as SubscriptionFacts;
    expect(ordered).toMatchObject({ state: 'active', plan: 'team', orderedPlan: 'professional' });
    const event = { type: 'paid', provider, plan: 'professional', from: at, until: at + 60 * DAY, at } as const;
    const paid = nextFacts(ordered, event, settings) as SubscriptionFacts;
    expect(paid).toMatchObject({ state: 'active', plan: 'professional', orderedPlan: null, periodEnd: at + 60 * DAY });
    expect(nextFacts(paid, event, settings)).toBeNull();
    expect(nextFacts(paid, events.paid as SubscriptionEvent, settings)).toBeNull();
  });

  it('stands still while its workspace is closed, and then has all the time it had', () => {
    const late = { ...base, state: 'past_due', graceUntil: at + 3 * DAY } as const;
    const tried = { ...base, state: 'trialing', periodStart: null, periodEnd: null, trialEnd: at + 5 * DAY } as const;
    for (const before of [base, late, tried]) {
      const paused = nextFacts(before, { type: 'closed', at }, settings) as SubscriptionFacts;
      expect(paused).toEqual({ ...before, pausedAt: at });
      expect(planOf(paused)).toBe('team');
      expect(nextChangeAt(paused)).toBeNull();
      expect(nextFacts(paused, { type: 'closed', at: at + DAY }, settings)).toBeNull();
      expect(nextFacts(paused, { type: 'time', at: at + 365 * DAY }, settings)).toBeNull();
      const back = nextFacts(paused, { type: 'reopened', at: at + 25 * DAY }, settings) as SubscriptionFacts;
      expect(nextChangeAt(back)).toBe((nextChangeAt(before) ?? 0) + 25 * DAY);
      expect(back.periodStart).toBe(before.periodStart);
      expect(nextFacts(back, { type: 'reopened', at: at + 26 * DAY }, settings)).toBeNull();
    }
  });

  it('leaves its times to the provider that keeps it, and is paused whatever that tells meanwhile', () => {
    const { graceUntil: _grace, orderedPlan: _ordered, pausedAt: _paused, ...told } = { ...base, externalId: 'sub_1' };
    const paused = { ...base, externalId: 'sub_1', pausedAt: at };
    const rolled = { ...told, type: 'synced', question: 1, periodEnd: at + 50 * DAY, at: at + 20 * DAY } as const;
    const synced = nextFacts(paused, rolled, settings) as SubscriptionFacts;
    expect(synced).toMatchObject({ pausedAt: at, periodEnd: at + 50 * DAY });
    const back = nextFacts(synced, { type: 'reopened', at: at + 25 * DAY }, settings);
    expect(back).toMatchObject({ pausedAt: null, periodEnd: at + 50 * DAY });
    const paid = nextFacts({ ...base, pausedAt: at }, events.paid as SubscriptionEvent, settings);
    expect(paid).toMatchObject({ pausedAt: at, periodEnd: at + 30 * DAY });
  });

  it('takes what a provider says as it is, and does not lengthen grace by saying it again', () => {
    const {
      graceUntil: _grace,
      orderedPlan: _ordered,
      pausedAt: _paused,
      ...told
    } = { ...base, provider: 'stripe', externalId: 'sub_1' };
    const synced = (state: SubscriptionFacts['state'], when: number) =>
      ({ ...told, type: 'synced', question: 1, state, at: when }) as const;
    const active = nextFacts(null, synced('active', at), settings) as SubscriptionFacts;
    expect(active).toMatchObject({ state: 'active', externalId: 'sub_1' });
    expect(nextFacts(active, synced('active', at + DAY), settings)).toBeNull();
    const late = nextFacts(active, synced('past_due', at), settings) as SubscriptionFacts;
    expect(late.graceUntil).toBe(at + 14 * DAY);
    expect(nextFacts(late, synced('past_due', at + DAY), settings)).toBeNull();
    expect(nextFacts(late, synced('canceled', at), settings)).toMatchObject({ state: 'canceled', graceUntil: null });
  });

  it('gives no grace a second time to who let it pass, until there is a payment', () => {
    const {
      graceUntil: _grace,
      orderedPlan: _ordered,
      pausedAt: _paused,
      ...told
    } = { ...base, provider: 'stripe', externalId: 'sub_1' };
    const synced = (state: SubscriptionFacts['state'], when: number) =>
      ({ ...told, type: 'synced', question: 1, state, at: when }) as const;
    const next = (current: SubscriptionFacts | null, event: SubscriptionEvent) =>
      nextFacts(current, event, settings) as SubscriptionFacts;
    const late = next(next(null, synced('active', at)), synced('past_due', at));
    const expired = next(late, { type: 'time', at: at + 14 * DAY });
    expect(expired.state).toBe('expired');
    const ordered = next(expired, { type: 'ordered', provider: 'stripe', plan: told.plan, at: at + 15 * DAY });
    for (const over of [expired, ordered]) {
      const again = nextFacts(over, synced('past_due', at + 15 * DAY), settings) ?? over;
      expect(again).toMatchObject({ state: 'expired', graceUntil: null });
      expect(planOf(again)).toBeNull();
    }
    expect(next(expired, synced('active', at + 16 * DAY))).toMatchObject({ state: 'active', plan: told.plan });
  });
});
