import type { StudioSection } from '#plugins/studio/web/contract.tsx';
import { navigate } from '#plugins/ui/web/contract.ts';
import { Hash, Past } from '#plugins/ui/web/icons.tsx';
import { operationsTexts } from './operations-texts.ts';

export const section: StudioSection = {
  pages: [
    { path: '/settings/audit', permission: 'members.manage', load: () => import('./audit/audit-page.tsx') },
    { path: '/settings/tags', permission: 'apps.edit', load: () => import('./tags/tags-page.tsx') },
  ],
  links: [
    {
      ...{ group: 'settings', path: '/settings/tags', label: () => operationsTexts().tags, icon: <Hash />, order: 40 },
      permission: 'apps.edit',
    },
    {
      ...{
        group: 'settings',
        path: '/settings/audit',
        label: () => operationsTexts().audit,
        icon: <Past />,
        order: 60,
      },
      permission: 'members.manage',
    },
  ],
  actions: [
    {
      id: 'audit-log',
      label: () => operationsTexts().audit,
      permission: 'members.manage',
      run: () => navigate('/settings/audit'),
    },
  ],
};
