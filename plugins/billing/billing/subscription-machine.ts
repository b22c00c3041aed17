import { PlatformError } from '#kernel';
import type { SubscriptionEvent, SubscriptionFacts } from './contract.ts';

const DAY = 86_400_000;

/** How long a plan goes on without a payment. */
export interface MachineSettings {
  readonly graceDays: number;
}

/**
 * What becomes of a subscription: pure, so that every pair of state and event is a line of a table. Null: nothing
 * changes. Throws `billing.not_possible` for what somebody asked for in vain; what providers and clocks tell never does.
 */
export function nextFacts(
  current: SubscriptionFacts | null,
  event: SubscriptionEvent,
  { graceDays }: MachineSettings,
): SubscriptionFacts | null {
  const grace = (since: number) => since + graceDays * DAY;
  switch (event.type) {
    case 'ordered':
      return ordered(current, event);
    case 'trial':
      if (current !== null && current.state !== 'pending') throw notPossible('A trial is for who has no subscription.');
      return { ...blank, provider: event.provider, state: 'trialing', plan: event.plan, trialEnd: event.until };
    case 'paid':
      return paid(current, event);
    case 'payment_failed':
      if (current === null || !['trialing', 'active'].includes(current.state)) return null;
      return { ...current, state: 'past_due', graceUntil: grace(event.at) };
    case 'cancel':
      return canceled(current, event.isImmediate);
    case 'resume':
      if (current?.cancelAtPeriodEnd !== true || !isLive(current))
        throw notPossible('No cancelation is on its way; order a plan instead.');
      return { ...current, cancelAtPeriodEnd: false };
    case 'time':
      return current === null ? null : afterTime(current, event.at, grace);
    case 'closed':
      if (current === null || !isLive(current) || current.pausedAt !== null) return null;
      return { ...current, pausedAt: event.at };
    case 'reopened':
      return current === null ? null : reopened(current, event.at);
    case 'synced':
      return synced(current, event, grace);
  }
}

/** The plan a subscription gives; null: none. */
export function planOf(facts: SubscriptionFacts): string | null {
  return isLive(facts) ? facts.plan : null;
}

/** When time alone changes it next; null: never. */
export function nextChangeAt({ state, trialEnd, periodEnd, graceUntil, pausedAt }: SubscriptionFacts): number | null {
  if (pausedAt !== null) return null;
  if (state === 'trialing') return trialEnd;
  if (state === 'active') return periodEnd;
  return state === 'past_due' ? graceUntil : null;
}

/** Whether it gives its plan. */
export function isLive({ state }: SubscriptionFacts): boolean {
  return state === 'trialing' || state === 'active' || state === 'past_due';
}

const blank = {
  orderedPlan: null,
  externalId: null,
  periodStart: null,
  periodEnd: null,
  trialEnd: null,
  graceUntil: null,
  cancelAtPeriodEnd: false,
  pausedAt: null,
};

function ordered(current: SubscriptionFacts | null, { provider, plan }: SubscriptionEvent & { type: 'ordered' }) {
  if (current !== null && isLive(current)) {
    if (current.plan === plan && current.orderedPlan === null) throw notPossible(`The plan is ${plan} already.`);
    return current.orderedPlan === plan ? null : { ...current, orderedPlan: current.plan === plan ? null : plan };
  }
  if (current?.state === 'pending' && current.orderedPlan === plan && current.provider === provider) return null;
  return { ...blank, provider, state: 'pending' as const, plan, orderedPlan: plan };
}

/** A payment for a time that is paid already adds nothing: payments are told more than once, and in any order. */
function paid(current: SubscriptionFacts | null, event: SubscriptionEvent & { type: 'paid' }) {
  const { provider, plan, from, until } = event;
  if (current?.state === 'active' && (current.periodEnd ?? 0) >= until) return null;
  const kept = current !== null && isLive(current) ? current : blank;
  const orderedPlan = kept.orderedPlan === plan ? null : kept.orderedPlan;
  return {
    ...blank,
    cancelAtPeriodEnd: kept.cancelAtPeriodEnd,
    pausedAt: kept.pausedAt,
    orderedPlan,
    provider,
    state: 'active' as const,
    plan,
    periodStart: from,
    periodEnd: until,
  };
}

/** Grace is for who has the plan: where it is over, only a payment brings the plan back, however often it is said anew. */
function synced(
  current: SubscriptionFacts | null,
  { type: _type, question: _question, at, ...told }: SubscriptionEvent & { type: 'synced' },
  grace: (since: number) => number,
): SubscriptionFacts | null {
  const isLate = told.state === 'past_due';
  const isOver = isLate && (current === null || !isLive(current));
  const since = current?.state === 'past_due' ? current.graceUntil : null;
  const graceUntil = isLate && !isOver ? (since ?? grace(at)) : null;
  const pausedAt = current?.pausedAt ?? null;
  const next = { ...blank, ...told, ...(isOver && { state: 'expired' as const }), graceUntil, pausedAt };
  return current !== null && isSame(current, next) ? null : next;
}

/** What was paid for is had in full: its times move by as long as it was closed. A provider that keeps it tells its own. */
function reopened(current: SubscriptionFacts, at: number): SubscriptionFacts | null {
  const { pausedAt, externalId, periodEnd, trialEnd, graceUntil } = current;
  if (pausedAt === null) return null;
  const closedFor = externalId === null ? Math.max(at - pausedAt, 0) : 0;
  const later = (time: number | null) => (time === null ? null : time + closedFor);
  const times = { periodEnd: later(periodEnd), trialEnd: later(trialEnd), graceUntil: later(graceUntil) };
  return { ...current, ...times, pausedAt: null };
}

function canceled(current: SubscriptionFacts | null, isImmediate: boolean): SubscriptionFacts | null {
  if (current === null) throw notPossible('There is no subscription.');
  if (current.state === 'canceled' || current.state === 'expired') return null;
  if (isImmediate || current.state === 'pending') return ended(current, 'canceled');
  return current.cancelAtPeriodEnd ? null : { ...current, cancelAtPeriodEnd: true };
}

/** A clock that stood still for months goes through all that would have happened. */
function afterTime(current: SubscriptionFacts, at: number, grace: (since: number) => number): SubscriptionFacts | null {
  let facts = current;
  for (;;) {
    const due = nextChangeAt(facts);
    if (due === null || at < due) return facts === current ? null : facts;
    if (facts.cancelAtPeriodEnd) return ended(facts, 'canceled');
    if (facts.state === 'past_due') return ended(facts, 'expired');
    facts = { ...facts, state: 'past_due', graceUntil: grace(due) };
  }
}

function ended(facts: SubscriptionFacts, state: 'canceled' | 'expired'): SubscriptionFacts {
  return { ...facts, state, graceUntil: null, orderedPlan: null, cancelAtPeriodEnd: false, pausedAt: null };
}

function isSame(one: SubscriptionFacts, other: SubscriptionFacts): boolean {
  return (Object.keys(other) as (keyof SubscriptionFacts)[]).every((key) => one[key] === other[key]);
}

function notPossible(message: string): PlatformError {
  return new PlatformError('conflict', 'billing.not_possible', message);
}
