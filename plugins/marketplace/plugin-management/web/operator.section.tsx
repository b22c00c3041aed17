import type { StudioSection } from '#plugins/studio/web/contract.tsx';
import { Lock } from '#plugins/ui/web/icons.tsx';
import { operatorTexts } from './operator/texts/en.ts';

const path = '/installation/plugins';

export const section: StudioSection = {
  pages: [{ path: '/installation/plugins', load: () => import('./operator/trust-page.tsx') }],
  links: [{ group: 'installation', path, label: () => operatorTexts().trust, icon: <Lock />, order: 50 }],
};
