import { can } from '#plugins/studio/web/contract.tsx';
import { usageTexts } from '#plugins/usage/web/texts/en.ts';

/** The pages about usage and what it costs, of those the ones that the role may see. */
export function usageTabs(current: '/usage' | '/usage/budgets' | '/billing') {
  const t = usageTexts();
  const tabs = [
    ...(can('logs.view') ? [{ label: t.usage, href: '/usage' }] : []),
    ...(can('billing.manage')
      ? [
          { label: t.budgets, href: '/usage/budgets' },
          { label: t.billing, href: '/billing' },
        ]
      : []),
  ];
  return tabs.length > 1 ? tabs.map((tab) => ({ ...tab, isCurrent: tab.href === current })) : [];
}
