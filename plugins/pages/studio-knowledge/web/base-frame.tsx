import type { ReactNode } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { PageFrame, Shown, useAnswer } from '#plugins/studio/web/contract.tsx';
import { knowledgeTexts } from './knowledge-texts.ts';

export type Base = Schemas['WholeDataset'];
export type BaseTab = 'documents' | 'search' | 'sources' | 'settings';

/** The address of a page of a base. */
export function basePath(id: string, ...rest: readonly string[]): string {
  return ['/knowledge', ...[id, ...rest].map(encodeURIComponent)].join('/');
}

/** A page of one base: its name, its tabs, and what the page shows of it. */
export function BaseFrame({
  id,
  tab,
  actions,
  children,
}: {
  readonly id: string;
  readonly tab: BaseTab;
  actions?(base: Base): ReactNode;
  readonly children: (base: Base) => ReactNode;
}) {
  const t = knowledgeTexts();
  const answer = useAnswer('/console/api/datasets/{dataset_id}', { path: { dataset_id: id } });
  const base = answer.value;
  // What is kept elsewhere is searched, and not read.
  const names: readonly BaseTab[] =
    base?.provider === 'external' ? ['search', 'settings'] : ['documents', 'search', 'sources', 'settings'];
  return (
    <PageFrame
      title={base?.name ?? t.knowledge}
      {...(base?.description ? { about: base.description } : {})}
      wide
      crumbs={[{ label: t.knowledge, href: '/knowledge' }]}
      tabs={
        base === undefined
          ? []
          : names.map((name) => ({ label: t.tabs[name], href: basePath(id, name), isCurrent: tab === name }))
      }
      {...(base !== undefined && actions !== undefined && { actions: actions(base) })}
    >
      <Shown answer={answer}>{children}</Shown>
    </PageFrame>
  );
}
