import type { StudioSection } from '#plugins/studio/web/contract.tsx';
import { Hash } from '#plugins/ui/web/icons.tsx';
import { tagTexts } from './texts/en.ts';

const permission = 'apps.edit';

export const section: StudioSection = {
  pages: [{ path: '/settings/tags', permission, load: () => import('./tags-page.tsx') }],
  links: [
    {
      ...{ group: 'settings', path: '/settings/tags', label: () => tagTexts().tags, icon: <Hash />, order: 40 },
      permission,
    },
  ],
};
