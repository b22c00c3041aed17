import type { StudioSection } from '#plugins/studio/web/contract.tsx';
import { navigate } from '#plugins/ui/web/contract.ts';
import { Past } from '#plugins/ui/web/icons.tsx';
import { auditTexts } from './texts/en.ts';

const permission = 'members.manage';
const path = '/settings/audit';

export const section: StudioSection = {
  pages: [{ path: '/settings/audit', permission, load: () => import('./audit-page.tsx') }],
  links: [{ group: 'settings', path, label: () => auditTexts().audit, icon: <Past />, order: 60, permission }],
  actions: [{ id: 'audit-log', label: () => auditTexts().audit, permission, run: () => navigate(path) }],
};
