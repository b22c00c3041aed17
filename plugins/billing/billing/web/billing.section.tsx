import type { StudioSection } from '#plugins/studio/web/contract.tsx';
import { navigate } from '#plugins/ui/web/contract.ts';
import { billingTexts } from './texts/en.ts';

export const section: StudioSection = {
  pages: [{ path: '/billing', permission: 'billing.manage', load: () => import('./billing-page.tsx') }],
  actions: [
    {
      id: 'billing',
      label: () => billingTexts().billing,
      permission: 'billing.manage',
      run: () => navigate('/billing'),
    },
  ],
};
