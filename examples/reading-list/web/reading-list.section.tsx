import type { StudioSection } from '#plugins/studio/web/contract.tsx';
import { BookOpen } from '#plugins/ui/web/icons.tsx';
import { texts } from './texts/en.json';

export const section: StudioSection = {
  pages: [{ path: '/reading-list', permission: 'apps.use', load: () => import('./reading-list-page.tsx') }],
  links: [{ group: 'workspace', path: '/reading-list', label: () => texts().title, icon: <BookOpen />, order: 90 }],
};
