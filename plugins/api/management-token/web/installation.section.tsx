import type { StudioSection } from '#plugins/studio/web/contract.tsx';
import { navigate } from '#plugins/ui/web/contract.ts';
import { FileText, Grid, Key, Monitor } from '#plugins/ui/web/icons.tsx';
import { installationTexts } from './texts/en.ts';

const group = 'installation';

export const section: StudioSection = {
  pages: [
    { path: '/installation', load: () => import('./server-page.tsx') },
    { path: '/installation/server', load: () => import('./server-page.tsx') },
    { path: '/installation/workspaces', load: () => import('./workspace-list-page.tsx') },
    { path: '/installation/workspaces/:workspace_id', load: () => import('./workspace-page.tsx') },
    { path: '/installation/invoices', load: () => import('./invoices-page.tsx') },
    { path: '/installation/master-key', load: () => import('./master-key-page.tsx') },
  ],
  links: [
    { group, path: '/installation/server', label: () => installationTexts().server, icon: <Monitor />, order: 10 },
    { group, path: '/installation/workspaces', label: () => installationTexts().workspaces, icon: <Grid />, order: 20 },
    { group, path: '/installation/invoices', label: () => installationTexts().invoices, icon: <FileText />, order: 30 },
    { group, path: '/installation/master-key', label: () => installationTexts().masterKey, icon: <Key />, order: 40 },
  ],
  actions: [
    {
      id: 'installation',
      label: () => {
        const { installation, server, health } = installationTexts();
        return `${installation}: ${server}, ${health}`;
      },
      menuIcon: <Monitor />,
      permission: 'workspace.own',
      run: () => navigate('/installation/server'),
    },
  ],
};
