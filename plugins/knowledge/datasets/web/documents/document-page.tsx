import { basePath } from '#plugins/datasets/web/base-frame.tsx';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import type { PageProps } from '#plugins/studio/web/contract.tsx';
import { PageFrame, QueryBoundary, useApi, useSearchParam, useVisited } from '#plugins/studio/web/contract.tsx';
import { navigate } from '#plugins/ui/web/contract.ts';
import { DocumentAbout } from './document-about.tsx';
import { DocumentMenu } from './document-menu.tsx';
import { DocumentStatus, isUnderWay } from './document-status.tsx';
import { Segments } from './segments.tsx';

/** One document: its segments, and how it became them. */
export function Page({ params }: PageProps) {
  const t = knowledgeTexts();
  const path = { dataset_id: params.dataset_id ?? '', document_id: params.document_id ?? '' };
  const [view] = useSearchParam('view', 'segments');
  const base = useApi('/console/api/datasets/{dataset_id}', { path }).value;
  const answer = useApi('/console/api/datasets/{dataset_id}/documents/{document_id}', { path, isUnderWay });
  const document = answer.value;
  const here = basePath(path.dataset_id, 'documents', path.document_id);
  useVisited(
    document && { kind: 'document', id: path.document_id, name: document.name, about: base?.name ?? null, path: here },
  );
  return (
    <PageFrame
      title={document?.name ?? t.document}
      crumbs={[
        { label: t.knowledge, href: '/knowledge' },
        { label: base?.name ?? '…', href: basePath(path.dataset_id, 'documents') },
      ]}
      tabs={[
        { label: t.segments, href: here, isCurrent: view !== 'about' },
        { label: t.aboutDocument, href: `${here}?view=about`, isCurrent: view === 'about' },
      ]}
      {...(base !== undefined &&
        document !== undefined && {
          actions: (
            <DocumentMenu
              base={base}
              document={document}
              onDeleted={() => navigate(basePath(path.dataset_id, 'documents'))}
            />
          ),
        })}
    >
      <QueryBoundary answer={answer}>
        {(shown) => (
          <>
            {shown.display_status !== 'available' && <DocumentStatus document={shown} />}
            {base !== undefined &&
              (view === 'about' ? (
                <DocumentAbout base={base} document={shown} />
              ) : (
                <Segments base={base} document={shown} />
              ))}
          </>
        )}
      </QueryBoundary>
    </PageFrame>
  );
}
