import type { PageProps } from '#plugins/studio/web/contract.tsx';
import { PageFrame, Shown, useAnswer, useQuery } from '#plugins/studio/web/contract.tsx';
import { basePath } from '#plugins/studio-knowledge/web/base-frame.tsx';
import { knowledgeTexts } from '#plugins/studio-knowledge/web/knowledge-texts.ts';
import { useRefresh } from '#plugins/studio-knowledge/web/use-refresh.ts';
import { navigate } from '#plugins/ui/web/contract.ts';
import { DocumentAbout } from './document-about.tsx';
import { DocumentMenu } from './document-menu.tsx';
import { DocumentStatus, isUnderWay } from './document-status.tsx';
import { Segments } from './segments.tsx';

/** One document: its segments, and how it became them. */
export function Page({ params }: PageProps) {
  const t = knowledgeTexts();
  const path = { dataset_id: params.dataset_id ?? '', document_id: params.document_id ?? '' };
  const [view] = useQuery('view', 'segments');
  const base = useAnswer('/console/api/datasets/{dataset_id}', { path }).value;
  const answer = useAnswer('/console/api/datasets/{dataset_id}/documents/{document_id}', { path });
  const document = answer.value;
  useRefresh(answer, document !== undefined && isUnderWay(document));
  const here = basePath(path.dataset_id, 'documents', path.document_id);
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
      <Shown answer={answer}>
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
      </Shown>
    </PageFrame>
  );
}
