import type { StudioSection } from '#plugins/studio/web/contract.tsx';
import { navigate } from '#plugins/ui/web/contract.ts';
import { Brain } from '#plugins/ui/web/icons.tsx';
import { modelsTexts } from './texts/en.ts';

export const section: StudioSection = {
  pages: [
    { path: '/models', permission: 'apps.edit', load: () => import('./provider-list-page.tsx') },
    { path: '/models/defaults', permission: 'apps.edit', load: () => import('./defaults-page.tsx') },
    { path: '/models/:provider', permission: 'providers.manage', load: () => import('./provider-page.tsx') },
  ],
  links: [
    {
      group: 'workspace',
      words: 'llm openai anthropic provider api key',
      path: '/models',
      label: () => modelsTexts().models,
      icon: <Brain />,
      order: 40,
      permission: 'apps.edit',
    },
  ],
  actions: [
    {
      id: 'default-models',
      label: () => modelsTexts().defaults,
      permission: 'apps.edit',
      run: () => navigate('/models/defaults'),
    },
  ],
};
