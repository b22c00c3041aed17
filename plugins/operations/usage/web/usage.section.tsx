import type { StudioSection } from '#plugins/studio/web/contract.tsx';
import { navigate } from '#plugins/ui/web/contract.ts';
import { Lines } from '#plugins/ui/web/icons.tsx';
import { usageTexts } from './texts/en.ts';

export const section: StudioSection = {
  pages: [
    { path: '/usage', permission: 'logs.view', load: () => import('./usage/usage-page.tsx') },
    { path: '/usage/budgets', permission: 'billing.manage', load: () => import('./usage/budgets-page.tsx') },
  ],
  links: [
    {
      ...{ group: 'workspace', path: '/usage', label: () => usageTexts().usage, icon: <Lines />, order: 60 },
      permission: 'logs.view',
    },
  ],
  actions: [
    {
      id: 'budgets',
      label: () => usageTexts().budgets,
      permission: 'billing.manage',
      run: () => navigate('/usage/budgets'),
    },
  ],
};
