import type { ReactNode } from 'react';
import { PageFrame } from '#plugins/studio/web/contract.tsx';
import { pluginsTexts } from './texts/en.ts';

/** The two lists of plugins. */
export function PluginsFrame({
  current,
  actions,
  children,
}: {
  readonly current: 'catalogue' | 'installed';
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  const t = pluginsTexts();
  return (
    <PageFrame
      title={t.plugins}
      about={t.about}
      actions={actions}
      wide
      tabs={[
        { label: t.catalogue, href: '/plugins', isCurrent: current === 'catalogue' },
        { label: t.installed, href: '/plugins?show=installed', isCurrent: current === 'installed' },
      ]}
    >
      {children}
    </PageFrame>
  );
}
