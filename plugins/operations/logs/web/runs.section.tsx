import type { StudioSection } from '#plugins/studio/web/contract.tsx';
import { Lines, MessageSquare, Past, Rows } from '#plugins/ui/web/icons.tsx';
import { runsTexts } from './texts/en.ts';

const TALKING = ['chat', 'agent-chat', 'advanced-chat', 'completion'];
const permission = 'logs.view';

export const section: StudioSection = {
  pages: [
    { path: '/app/:app_id/runs', permission, load: () => import('./runs/run-list-page.tsx') },
    // Who may use apps looks at their own runs and conversations.
    { path: '/app/:app_id/run/:run_id', load: () => import('./runs/run-page.tsx') },
    { path: '/app/:app_id/conversations', load: () => import('./conversations/conversation-list-page.tsx') },
    { path: '/app/:app_id/conversations/:id', load: () => import('./conversations/conversation-page.tsx') },
    { path: '/app/:app_id/annotations', permission, load: () => import('./annotations/annotations-page.tsx') },
    { path: '/app/:app_id/analytics', permission, load: () => import('./analytics/analytics-page.tsx') },
  ],
  things: [{ kind: 'conversation', label: () => runsTexts().conversations, icon: <MessageSquare />, order: 40 }],
  links: [
    {
      group: 'app',
      path: '/app/:app_id/runs',
      also: '/app/:app_id/run',
      label: () => runsTexts().runs,
      icon: <Past />,
      order: 30,
      permission,
    },
    {
      group: 'app',
      path: '/app/:app_id/conversations',
      label: () => runsTexts().conversations,
      icon: <MessageSquare />,
      order: 40,
      modes: TALKING,
    },
    {
      group: 'app',
      path: '/app/:app_id/analytics',
      label: () => runsTexts().analytics,
      icon: <Lines />,
      order: 50,
      permission,
    },
    {
      group: 'app',
      path: '/app/:app_id/annotations',
      label: () => runsTexts().annotations,
      icon: <Rows />,
      order: 60,
      permission,
      modes: TALKING,
    },
  ],
};
