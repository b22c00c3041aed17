import type { StudioSection } from '#plugins/studio/web/contract.tsx';
import { navigate } from '#plugins/ui/web/contract.ts';
import { Grid } from '#plugins/ui/web/icons.tsx';
import { appsTexts } from './apps-texts.ts';

export const section: StudioSection = {
  pages: [
    { path: '/apps', load: () => import('./app-list-page.tsx') },
    { path: '/workspaces/new', load: () => import('./new-workspace-page.tsx') },
  ],
  links: [{ group: 'workspace', path: '/apps', label: () => appsTexts().apps, icon: <Grid />, order: 10 }],
  actions: [
    {
      id: 'new-workspace',
      label: () => appsTexts().newWorkspace,
      run: () => navigate('/workspaces/new'),
    },
  ],
};
