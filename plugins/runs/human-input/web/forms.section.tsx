import type { StudioSection } from '#plugins/studio/web/contract.tsx';
import { CirclePause } from '#plugins/ui/web/icons.tsx';
import { formTexts } from './texts/en.ts';

export const section: StudioSection = {
  pages: [
    { path: '/forms', permission: 'logs.view', load: () => import('./form-list-page.tsx') },
    // Who may use apps answers what is asked of them in their own runs.
    { path: '/forms/:form_id', load: () => import('./form-page.tsx') },
  ],
  links: [
    {
      ...{ group: 'workspace', path: '/forms', label: () => formTexts().forms, icon: <CirclePause />, order: 50 },
      permission: 'logs.view',
    },
  ],
};
