import type { StudioSection } from '#plugins/studio/web/contract.tsx';
import { Key } from '#plugins/ui/web/icons.tsx';
import { ssoTexts } from './texts/en.ts';

const permission = 'workspace.manage';

export const section: StudioSection = {
  pages: [
    {
      path: '/settings/sso',
      permission,
      load: () => import('./connection-list-page.tsx'),
    },
    { path: '/settings/sso/:connection_id', permission, load: () => import('./connection-page.tsx') },
  ],
  links: [
    {
      ...{
        group: 'settings',
        path: '/settings/sso',
        words: 'saml oidc single sign-on',
        label: () => ssoTexts().sso,
        icon: <Key />,
        order: 50,
      },
      permission,
    },
  ],
};
