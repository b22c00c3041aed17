import type { StudioSection } from '#plugins/studio/web/contract.tsx';
import { Key, Person } from '#plugins/ui/web/icons.tsx';
import { accountTexts } from './texts/en.ts';

export const section: StudioSection = {
  pages: [
    { path: '/account/profile', load: () => import('./profile-page.tsx') },
    { path: '/account/security', load: () => import('./security-page.tsx') },
    { path: '/account/command-line', load: () => import('./command-line-page.tsx') },
  ],
  links: [
    { group: 'account', path: '/account/profile', label: () => accountTexts().profile, icon: <Person />, order: 10 },
    {
      group: 'account',
      path: '/account/security',
      words: 'password 2fa sessions api key google',
      label: () => accountTexts().security,
      icon: <Key />,
      order: 20,
    },
  ],
};
