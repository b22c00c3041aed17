import type { StudioSection } from '#plugins/studio/web/contract.tsx';
import { Layers, Share } from '#plugins/ui/web/icons.tsx';
import { accessTexts } from './texts/en.ts';

const permission = 'apps.edit';

export const section: StudioSection = {
  pages: [
    { path: '/app/:app_id/access', permission, load: () => import('./access-page.tsx') },
    { path: '/app/:app_id/versions', permission, load: () => import('./versions/versions-page.tsx') },
    { path: '/app/:app_id/review', permission, load: () => import('./versions/review-page.tsx') },
  ],
  links: [
    {
      ...{ group: 'app', path: '/app/:app_id/access', label: () => accessTexts().access, icon: <Share />, order: 20 },
      permission,
    },
    {
      ...{
        group: 'app',
        path: '/app/:app_id/versions',
        label: () => accessTexts().versions,
        icon: <Layers />,
        order: 70,
      },
      permission,
    },
  ],
};
