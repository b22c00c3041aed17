import type { StudioSection } from '#plugins/studio/web/contract.tsx';
import { Workflow } from '#plugins/ui/web/icons.tsx';
import { appPanelAction } from './editor/app-action.ts';
import { buildTexts } from './texts/en.ts';

export const section: StudioSection = {
  pages: [{ path: '/app/:app_id/build', permission: 'apps.edit', load: () => import('./build-page.tsx') }],
  actions: [{ id: 'app-panel', permission: 'apps.edit', label: () => buildTexts().openApp, ...appPanelAction }],
  links: [
    {
      ...{ group: 'app', path: '/app/:app_id/build', label: () => buildTexts().build, icon: <Workflow />, order: 10 },
      permission: 'apps.edit',
    },
  ],
};
