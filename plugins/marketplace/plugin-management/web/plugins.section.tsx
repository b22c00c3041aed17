import type { StudioSection } from '#plugins/studio/web/contract.tsx';
import { Layers } from '#plugins/ui/web/icons.tsx';
import { pluginsTexts } from './texts/en.ts';

const permission = 'apps.edit';

export const section: StudioSection = {
  pages: [
    { path: '/plugins', permission, load: () => import('./list-page.tsx') },
    { path: '/plugins/:name', permission, load: () => import('./plugin-page.tsx') },
    { path: '/plugins/:scope/:name', permission, load: () => import('./plugin-page.tsx') },
  ],
  links: [
    {
      ...{ group: 'workspace', path: '/plugins', order: 35, permission },
      label: () => pluginsTexts().plugins,
      icon: <Layers />,
    },
  ],
};
