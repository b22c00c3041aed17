import type { ReactNode } from 'react';
import { PageFrame } from '#plugins/studio/web/contract.tsx';
import { toolsTexts } from './texts/en.ts';

/** The lists of tools. */
export function ToolsFrame({
  current,
  about,
  actions,
  children,
}: {
  readonly current: '/tools' | '/tools/mcp' | '/tools/workflows';
  readonly about: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  const t = toolsTexts();
  const tabs = [
    { label: t.all, href: '/tools' },
    { label: t.mcpServers, href: '/tools/mcp' },
    { label: t.workflows, href: '/tools/workflows' },
  ];
  return (
    <PageFrame
      title={t.tools}
      about={about}
      actions={actions}
      tabs={tabs.map((tab) => ({ ...tab, isCurrent: tab.href === current }))}
      wide
    >
      {children}
    </PageFrame>
  );
}
