import type { StudioSection } from '#plugins/studio/web/contract.tsx';
import { People, Settings } from '#plugins/ui/web/icons.tsx';
import { memberTexts } from './texts/en.ts';

export const section: StudioSection = {
  pages: [
    { path: '/members', load: () => import('./members/members-page.tsx') },
    { path: '/settings/workspace', load: () => import('./workspace/workspace-page.tsx') },
  ],
  things: [{ kind: 'member', label: () => memberTexts().members, icon: <People />, order: 50 }],
  links: [
    {
      group: 'settings',
      path: '/members',
      words: 'invite users team roles',
      label: () => memberTexts().members,
      icon: <People />,
      order: 10,
    },
    {
      ...{ group: 'settings', path: '/settings/workspace', label: () => memberTexts().workspace },
      ...{ icon: <Settings />, order: 20 },
    },
  ],
};
