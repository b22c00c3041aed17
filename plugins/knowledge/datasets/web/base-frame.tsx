import type { ReactNode } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { PageFrame, QueryBoundary, useApi, useVisited } from '#plugins/studio/web/contract.tsx';
import { knowledgeTexts } from './texts/en.ts';

export type Base = Schemas['WholeDataset'];
export type BaseTab = 'documents' | 'search' | 'sources' | 'settings';

/** The address of a page of a base. */
export function basePath(id: string, ...rest: readonly string[]): string {
  return ['/knowledge', ...[id, ...rest].map(encodeURIComponent)].join('/');
}

/** Until the base is there, the tab that one is in stands for all, in their place. */
function tabsOf(base: Base | undefined, current: BaseTab): readonly BaseTab[] {
  if (base === undefined) return [current];
  // What is kept elsewhere is searched, and not read.
  return base.provider === 'external' ? ['search', 'settings'] : ['documents', 'search', 'sources', 'settings'];
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
  /** Asked before the base is there, too, so that they do not push down what is below them. */
  actions?(base: Base | undefined): ReactNode;
  readonly children: (base: Base) => ReactNode;
}) {
  const t = knowledgeTexts();
  const answer = useApi('/console/api/datasets/{dataset_id}', { path: { dataset_id: id } });
  const base = answer.value;
  useVisited(base && { kind: 'dataset', id, name: base.name, about: null, path: basePath(id) });
  const isThere = answer.error === undefined || base !== undefined;
  const names = isThere ? tabsOf(base, tab) : [];
  return (
    <PageFrame
      title={base?.name ?? t.knowledge}
      {...(base?.description ? { about: base.description } : {})}
      wide
      crumbs={[{ label: t.knowledge, href: '/knowledge' }]}
      tabs={names.map((name) => ({ label: t.tabs[name], href: basePath(id, name), isCurrent: tab === name }))}
      {...(isThere && actions !== undefined && { actions: actions(base) })}
    >
      <QueryBoundary answer={answer}>{children}</QueryBoundary>
    </PageFrame>
  );
}
