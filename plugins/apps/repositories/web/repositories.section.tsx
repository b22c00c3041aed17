import type { StudioSection } from '#plugins/studio/web/contract.tsx';
import { CodeBrackets } from '#plugins/ui/web/icons.tsx';
import { repositoryLinkTexts } from './link-texts/en.ts';

const edit = 'apps.edit';
const manage = 'providers.manage';

export const section: StudioSection = {
  pages: [
    {
      path: '/settings/repositories',
      permission: edit,
      load: () => import('./repository-list-page.tsx'),
    },
    { path: '/settings/repositories/new', permission: manage, load: () => import('./new-repository-page.tsx') },
    { path: '/settings/repositories/:repository_id', permission: edit, load: () => import('./repository-page.tsx') },
    {
      path: '/settings/repositories/:repository_id/apps/:key',
      permission: edit,
      load: () => import('./conflict-page.tsx'),
    },
  ],
  links: [
    {
      ...{
        group: 'settings',
        path: '/settings/repositories',
        words: 'git github gitlab gitea bitbucket version control sync',
        label: () => repositoryLinkTexts().repositories,
      },
      ...{ icon: <CodeBrackets />, order: 56, permission: edit },
    },
  ],
};
