import type { StudioSection } from '#plugins/studio/web/contract.tsx';
import { navigate } from '#plugins/ui/web/contract.ts';
import { Wrench } from '#plugins/ui/web/icons.tsx';
import { toolsTexts } from './texts/en.ts';

const permission = 'apps.edit';

export const section: StudioSection = {
  pages: [
    { path: '/tools', permission, load: () => import('./tool-list-page.tsx') },
    { path: '/tools/mcp', permission, load: () => import('./mcp/server-list-page.tsx') },
    { path: '/tools/workflows', permission, load: () => import('./workflows/workflow-list-page.tsx') },
    { path: '/tools/new/openapi', permission: 'plugins.install', load: () => import('./openapi/new-api-page.tsx') },
    { path: '/tools/:kind/:id', permission, load: () => import('./tool-page.tsx') },
  ],
  links: [
    {
      group: 'workspace',
      path: '/tools',
      words: 'openapi mcp api',
      label: () => toolsTexts().tools,
      icon: <Wrench />,
      order: 30,
      permission,
    },
  ],
  things: [{ kind: 'tool', label: () => toolsTexts().tools, icon: <Wrench />, order: 60 }],
  actions: [
    {
      id: 'import-api',
      label: () => toolsTexts().importApi,
      permission: 'plugins.install',
      run: () => navigate('/tools/new/openapi'),
    },
  ],
};
