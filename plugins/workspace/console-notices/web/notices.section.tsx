import type { StudioSection } from '#plugins/studio/web/contract.tsx';
import { navigate } from '#plugins/ui/web/contract.ts';
import { noticesTexts } from './texts/en.ts';

export const section: StudioSection = {
  pages: [{ path: '/notices', load: () => import('./notice-list-page.tsx') }],
  actions: [{ id: 'notices', label: () => noticesTexts().title, run: () => navigate('/notices') }],
};
