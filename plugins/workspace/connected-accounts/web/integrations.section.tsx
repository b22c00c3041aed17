import type { StudioSection } from '#plugins/studio/web/contract.tsx';
import { Chain } from '#plugins/ui/web/icons.tsx';
import { integrationLinkTexts } from './link-texts/en.ts';

const words = 'google drive github gitlab microsoft onedrive notion oauth connect';

export const section: StudioSection = {
  pages: [
    { path: '/account/integrations', load: () => import('./own-page.tsx') },
    { path: '/integrations', permission: 'providers.manage', load: () => import('./workspace-page.tsx') },
  ],
  links: [
    {
      ...{ group: 'account', path: '/account/integrations', words, label: () => integrationLinkTexts().own },
      ...{ icon: <Chain />, order: 30 },
    },
    {
      ...{ group: 'settings', path: '/integrations', words, label: () => integrationLinkTexts().integrations },
      ...{ icon: <Chain />, order: 55, permission: 'providers.manage' },
    },
  ],
};
