import type { StudioSection } from '#plugins/studio/web/contract.tsx';
import { navigate } from '#plugins/ui/web/contract.ts';
import { Grid } from '#plugins/ui/web/icons.tsx';
import { showFirstSteps } from './list/first-steps-memory.ts';
import { listTexts } from './list/texts/en.ts';
import { appsTexts } from './texts/en.ts';

export const section: StudioSection = {
  pages: [
    { path: '/apps', load: () => import('./app-list-page.tsx') },
    { path: '/apps/new', permission: 'apps.edit', load: () => import('./new-app-page.tsx') },
    { path: '/apps/deleted', permission: 'apps.edit', load: () => import('./deleted-apps-page.tsx') },
    { path: '/workspaces/new', load: () => import('./new-workspace-page.tsx') },
  ],
  links: [{ group: 'workspace', path: '/apps', label: () => appsTexts().apps, icon: <Grid />, order: 10 }],
  appDetails: {
    permission: 'apps.edit',
    label: () => listTexts().editDetails,
    dialog: () => import('./list/details-dialog.tsx'),
  },
  things: [{ kind: 'app', label: () => appsTexts().apps, icon: <Grid />, order: 10 }],
  actions: [
    { id: 'new-app', label: () => appsTexts().newApp, permission: 'apps.edit', run: () => navigate('/apps/new') },
    { id: 'first-steps', label: () => listTexts().showSteps, permission: 'apps.edit', run: showFirstSteps },
    {
      id: 'new-workspace',
      label: () => appsTexts().newWorkspace,
      run: () => navigate('/workspaces/new'),
    },
  ],
};
