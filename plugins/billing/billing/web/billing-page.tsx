import { billingTexts } from '#plugins/billing/web/texts/en.ts';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  Badge,
  type Column,
  DataTable,
  number,
  PageFrame,
  QueryBoundary,
  type QueryState,
  Section,
  useApi,
} from '#plugins/studio/web/contract.tsx';
import { Meter, usageTabs } from '#plugins/usage/web/contract.tsx';
import { Invoices } from './invoices.tsx';
import { Subscription, useOffers } from './subscription.tsx';

/** What the plan allows, what of it is used, and what is paid for it. */
export function Page() {
  const t = billingTexts();
  const answer = useApi('/console/api/workspace/plan');
  const offers = useOffers();
  // From above to below: what comes moves nothing that is there.
  const hasPlan = isThere(answer);
  const hasOffers = hasPlan && isThere(offers.subscription) && isThere(offers.plans);
  return (
    <PageFrame title={t.billing} about={t.billingAbout} wide tabs={usageTabs('/billing')}>
      <QueryBoundary answer={answer}>{(plan) => <Plan plan={plan} />}</QueryBoundary>
      {hasPlan && <Subscription plan={answer.value?.plan} offers={offers} />}
      {hasOffers && <Invoices />}
    </PageFrame>
  );
}

function isThere({ value, error }: QueryState<unknown>): boolean {
  return value !== undefined || error !== undefined;
}

function Plan({ plan: { name, has_own_terms: hasOwnTerms, limits } }: { readonly plan: Schemas['WorkspacePlan'] }) {
  const t = billingTexts();
  const share: Column<Schemas['PlanLimit']> = {
    ...{ key: 'share', label: t.share, isSpare: true },
    cell: ({ used, allowed }) =>
      used === null || allowed === null ? '–' : <Meter part={used} whole={allowed} canBeFull />,
  };
  return (
    <Section title={`${t.plan}: ${name}`} actions={hasOwnTerms && <Badge variant="accent">{t.ownTerms}</Badge>}>
      <DataTable
        label={t.plan}
        rows={limits}
        rowKey={({ limit }) => limit}
        empty={null}
        columns={[
          { key: 'limit', label: t.limit, cell: ({ limit }) => t.limits[limit] ?? limit },
          ...(limits.some(({ used, allowed }) => used !== null && allowed !== null) ? [share] : []),
          {
            key: 'used',
            label: t.used,
            isNumber: true,
            cell: ({ used }) => (used === null ? t.notCounted : number(used, { maximumFractionDigits: 1 })),
          },
          {
            key: 'allowed',
            label: t.allowed,
            isNumber: true,
            cell: ({ allowed }) => (allowed === null ? t.unlimited : number(allowed)),
          },
        ]}
      />
    </Section>
  );
}
