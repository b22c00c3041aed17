import type { StudioSection } from '#plugins/studio/web/contract.tsx';
import { LogIn } from '#plugins/ui/web/icons.tsx';
import { oauthClientLinkTexts } from './link-texts/en.ts';

const path = '/installation/services';

export const section: StudioSection = {
  pages: [{ path: '/installation/services', load: () => import('./services-page.tsx') }],
  links: [{ group: 'installation', path, label: () => oauthClientLinkTexts().services, icon: <LogIn />, order: 45 }],
};
