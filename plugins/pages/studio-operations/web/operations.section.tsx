import type { StudioSection } from '#plugins/studio/web/contract.tsx';
import { navigate } from '#plugins/ui/web/contract.ts';
import { CirclePause, Hash, Key, Lines, Past } from '#plugins/ui/web/icons.tsx';
import { operationsTexts } from './operations-texts.ts';

export const section: StudioSection = {
  pages: [
    { path: '/usage', permission: 'logs.view', load: () => import('./usage/usage-page.tsx') },
    { path: '/usage/budgets', permission: 'billing.manage', load: () => import('./usage/budgets-page.tsx') },
    { path: '/billing', permission: 'billing.manage', load: () => import('./usage/billing-page.tsx') },
    { path: '/forms', permission: 'logs.view', load: () => import('./forms/form-list-page.tsx') },
    // Who may use apps answers what is asked of them in their own runs.
    { path: '/forms/:form_id', load: () => import('./forms/form-page.tsx') },
    { path: '/settings/sso', permission: 'workspace.manage', load: () => import('./sso/connection-list-page.tsx') },
    {
      path: '/settings/sso/:connection_id',
      permission: 'workspace.manage',
      load: () => import('./sso/connection-page.tsx'),
    },
    { path: '/settings/audit', permission: 'members.manage', load: () => import('./audit/audit-page.tsx') },
    { path: '/settings/tags', permission: 'apps.edit', load: () => import('./tags/tags-page.tsx') },
  ],
  links: [
    {
      ...{ group: 'workspace', path: '/forms', label: () => operationsTexts().forms, icon: <CirclePause />, order: 50 },
      permission: 'logs.view',
    },
    {
      ...{ group: 'workspace', path: '/usage', label: () => operationsTexts().usage, icon: <Lines />, order: 60 },
      permission: 'logs.view',
    },
    {
      ...{ group: 'settings', path: '/settings/tags', label: () => operationsTexts().tags, icon: <Hash />, order: 40 },
      permission: 'apps.edit',
    },
    {
      ...{ group: 'settings', path: '/settings/sso', label: () => operationsTexts().sso, icon: <Key />, order: 50 },
      permission: 'workspace.manage',
    },
    {
      ...{
        group: 'settings',
        path: '/settings/audit',
        label: () => operationsTexts().audit,
        icon: <Past />,
        order: 60,
      },
      permission: 'members.manage',
    },
  ],
  actions: [
    {
      id: 'budgets',
      label: () => operationsTexts().budgets,
      permission: 'billing.manage',
      run: () => navigate('/usage/budgets'),
    },
    {
      id: 'billing',
      label: () => operationsTexts().billing,
      permission: 'billing.manage',
      run: () => navigate('/billing'),
    },
    {
      id: 'audit-log',
      label: () => operationsTexts().audit,
      permission: 'members.manage',
      run: () => navigate('/settings/audit'),
    },
  ],
};
