import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  Badge,
  type Column,
  DataTable,
  number,
  PageFrame,
  Section,
  Shown,
  useAnswer,
} from '#plugins/studio/web/contract.tsx';
import { operationsTexts } from '#plugins/studio-operations/web/operations-texts.ts';
import { Meter } from '#plugins/studio-operations/web/parts/meter.tsx';
import { Invoices } from './invoices.tsx';
import { Subscription } from './subscription.tsx';
import { usageTabs } from './usage-tabs.ts';

/** What the plan allows, what of it is used, and what is paid for it. */
export function Page() {
  const t = operationsTexts();
  const answer = useAnswer('/console/api/workspace/plan');
  return (
    <PageFrame title={t.billing} about={t.billingAbout} wide tabs={usageTabs('/billing')}>
      <Shown answer={answer}>{(plan) => <Plan plan={plan} />}</Shown>
      <Subscription plan={answer.value?.plan} />
      <Invoices />
    </PageFrame>
  );
}

function Plan({ plan: { name, has_own_terms: hasOwnTerms, limits } }: { readonly plan: Schemas['WorkspacePlan'] }) {
  const t = operationsTexts();
  const share: Column<Schemas['PlanLimit']> = {
    ...{ key: 'share', label: t.share, isSpare: true },
    cell: ({ used, allowed }) =>
      used === null || allowed === null ? '–' : <Meter part={used} whole={allowed} canBeFull />,
  };
  return (
    <Section title={`${t.plan}: ${name}`} actions={hasOwnTerms && <Badge look="accent">{t.ownTerms}</Badge>}>
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
