import { billingTexts } from '#plugins/billing/web/texts/en.ts';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  Badge,
  call,
  confirm,
  ErrorAlert,
  invalidate,
  number,
  QueryBoundary,
  Section,
  useApi,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, CardList, Muted, toast } from '#plugins/ui/web/contract.ts';
import { dateOf, money } from '#plugins/usage/web/contract.tsx';
import styles from './billing.module.css';

type State = Schemas['Subscription'];
const SUBSCRIPTION = '/console/api/billing/subscription';
/** Also the plan itself and its invoices may be others now. */
const forget = () =>
  invalidate(
    SUBSCRIPTION,
    '/console/api/billing/changes',
    '/console/api/billing/invoices',
    '/console/api/workspace/plan',
  );

/** What is subscribed to, and what may be. */
export const useOffers = () => ({ subscription: useApi(SUBSCRIPTION), plans: useApi('/console/api/billing/plans') });

/** The subscription and the plans that are offered; nothing where this installation sells none. */
export function Subscription({
  plan,
  offers: { subscription, plans },
}: {
  readonly plan: string | undefined;
  readonly offers: ReturnType<typeof useOffers>;
}) {
  return (
    <QueryBoundary answer={subscription}>
      {(state) => (
        <QueryBoundary answer={plans}>
          {({ data, providers }) => (
            <>
              {state.state !== 'none' && <Current state={state} providers={providers} />}
              {data.length > 0 && providers.length > 0 && <Plans plans={data} current={state.plan ?? plan} />}
            </>
          )}
        </QueryBoundary>
      )}
    </QueryBoundary>
  );
}

function Current({
  state,
  providers,
}: {
  readonly state: State;
  readonly providers: readonly Schemas['PaymentProvider'][];
}) {
  const t = billingTexts();
  const sending = useSubmit();
  const isRunning = ['trialing', 'active', 'past_due'].includes(state.state);
  const hasPortal = providers.some(({ id, has_portal: has }) => has && id === state.provider);
  const cancel = async () => {
    const question = { title: `${t.cancelSubscription}?`, about: t.cancelAbout, action: t.cancelSubscription };
    if (!(await confirm(question))) return;
    await sending.run(async () => {
      await call.delete(SUBSCRIPTION);
      forget();
      toast(t.canceled);
    });
  };
  const resume = () =>
    sending.run(async () => {
      await call.post('/console/api/billing/subscription/resume');
      forget();
      toast(t.resumed);
    });
  const portal = () => sending.run(async () => location.assign((await call.post('/console/api/billing/portal')).url));
  return (
    <Section
      title={t.subscription}
      actions={
        <>
          {hasPortal && (
            <Button busy={sending.isBusy} onClick={() => void portal()}>
              {t.portal}
            </Button>
          )}
          {isRunning && state.cancel_at_period_end && (
            <Button busy={sending.isBusy} onClick={() => void resume()}>
              {t.resume}
            </Button>
          )}
          {isRunning && !state.cancel_at_period_end && (
            <Button variant="danger" onClick={() => void cancel()}>
              {t.cancelSubscription}
            </Button>
          )}
        </>
      }
    >
      <p>
        <Badge variant={state.state === 'past_due' ? 'danger' : isRunning ? 'success' : 'plain'}>
          {t.subscriptionStates[state.state] ?? state.state}
        </Badge>{' '}
        {whenOf(state)}
      </p>
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
    </Section>
  );
}

/** What happens next, and when. */
function whenOf({ state, period_end: end, trial_end: trial, grace_until: grace, cancel_at_period_end: ends }: State) {
  const t = billingTexts();
  if (state === 'past_due' && grace !== null) return t.payUntil(dateOf(grace));
  if (state === 'trialing' && trial !== null) return t.trialUntil(dateOf(trial));
  if (state !== 'active' || end === null) return '';
  return ends ? t.endsAt(dateOf(end)) : t.renewsAt(dateOf(end));
}

function Plans({
  plans,
  current,
}: {
  readonly plans: readonly Schemas['OfferedPlan'][];
  readonly current: string | undefined;
}) {
  const t = billingTexts();
  const sending = useSubmit();
  const order = async ({ plan, name }: Schemas['OfferedPlan']) => {
    if (!(await confirm({ title: t.orderPlan(name), about: t.orderPlanAbout, action: t.choosePlan }))) return;
    await sending.run(async () => {
      const { outcome, url } = await call.post(SUBSCRIPTION, { body: { plan } });
      // Where it is paid.
      if (outcome === 'redirect' && url !== null) return location.assign(url);
      forget();
      toast(outcome === 'changed' ? t.planChanged : t.ordered);
    });
  };
  return (
    <Section title={t.plans}>
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      <CardList>
        {plans.map((plan) => (
          <li key={plan.plan} className={styles.card}>
            <h3 dir="auto">{plan.name}</h3>
            <Muted small>{priceOf(plan)}</Muted>
            <ul>
              {plan.limits.map(({ limit, allowed }) => (
                <li key={limit}>
                  <span>{t.limits[limit] ?? limit}</span>
                  <span>{allowed === null ? t.unlimited : number(allowed)}</span>
                </li>
              ))}
            </ul>
            {plan.plan === current ? (
              <span>
                <Badge variant="success">{t.currentPlan}</Badge>
              </span>
            ) : (
              <Button disabled={sending.isBusy} onClick={() => void order(plan)}>
                {t.choosePlan}
              </Button>
            )}
          </li>
        ))}
      </CardList>
    </Section>
  );
}

function priceOf({ price }: Schemas['OfferedPlan']): string {
  const t = billingTexts();
  if (price === null) return t.askPrice;
  const shown = money(price.amount, price.currency);
  return price.per === 'year' ? t.perYear(shown) : t.perMonth(shown);
}
