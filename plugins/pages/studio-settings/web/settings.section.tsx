import type { StudioSection } from '#plugins/studio/web/contract.tsx';
import { Key, People, Person, Settings } from '#plugins/ui/web/icons.tsx';
import { settingsTexts } from './settings-texts.ts';

export const section: StudioSection = {
  pages: [
    { path: '/members', load: () => import('./members/members-page.tsx') },
    { path: '/settings/workspace', load: () => import('./workspace/workspace-page.tsx') },
    { path: '/account/profile', load: () => import('./account/profile-page.tsx') },
    { path: '/account/security', load: () => import('./account/security-page.tsx') },
  ],
  links: [
    { group: 'settings', path: '/members', label: () => settingsTexts().members, icon: <People />, order: 10 },
    {
      ...{ group: 'settings', path: '/settings/workspace', label: () => settingsTexts().workspace },
      ...{ icon: <Settings />, order: 20 },
    },
    { group: 'account', path: '/account/profile', label: () => settingsTexts().profile, icon: <Person />, order: 10 },
    { group: 'account', path: '/account/security', label: () => settingsTexts().security, icon: <Key />, order: 20 },
  ],
};
