import { useState } from 'react';
import { runsTexts } from '#plugins/logs/web/texts/en.ts';
import {
  call,
  can,
  DataTable,
  dateTime,
  ErrorAlert,
  errorText,
  invalidate,
  number,
  PageFrame,
  type PageProps,
  Pager,
  QueryBoundary,
  SearchField,
  saveFile,
  setSearchParams,
  useApi,
  useSearchParam,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { type AnswerOf, Button, EmptyState, Menu, toast } from '#plugins/ui/web/contract.ts';
import { Ellipsis } from '#plugins/ui/web/icons.tsx';
import { AnnotationDialog } from './annotation-dialog.tsx';
import styles from './annotations.module.css';
import { annotationsCsv } from './annotations-csv.ts';
import { HitsDialog } from './hits-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { ReplySwitch } from './reply-switch.tsx';

const ANNOTATIONS = '/console/api/apps/{app_id}/annotations';
const REPLY = '/console/api/apps/{app_id}/annotation-reply';
const LIMIT = 30;
type Annotation = AnswerOf<typeof ANNOTATIONS>['data'][number];

interface Path {
  readonly app_id: string;
}

/** What was deleted is written again by the toast: under a new id, with no hits. */
async function remove(path: Path, { id, question, answer: text }: Annotation): Promise<void> {
  const t = runsTexts();
  const invalidateAll = () => invalidate([ANNOTATIONS, path], [REPLY, path]);
  try {
    await call.delete(`${ANNOTATIONS}/{annotation_id}`, { path: { ...path, annotation_id: id } });
  } catch (error) {
    toast(errorText(error));
    return;
  }
  invalidateAll();
  const undo = async () => {
    await call
      .post(ANNOTATIONS, { path, body: { question, answer: text } })
      .catch((error: unknown) => toast(errorText(error)));
    invalidateAll();
  };
  toast(t.annotationDeleted, { label: t.undo, run: () => void undo() });
}

/** All of them as a file. */
async function save(path: Path): Promise<void> {
  const all: Annotation[] = [];
  for (let next = 1; ; next++) {
    const { data, has_more: hasMore } = await call.get(ANNOTATIONS, { path, query: { page: next, limit: 100 } });
    all.push(...data);
    if (!hasMore) break;
  }
  saveFile(new Blob([annotationsCsv(all)], { type: 'text/csv;charset=utf-8' }), 'annotations.csv');
}

/** Answers that were written beforehand: who asks about the same gets them, without a model. */
export function Page({ params: { app_id: appId = '' } }: PageProps) {
  const t = runsTexts();
  const [keyword] = useSearchParam('q');
  const [page] = useSearchParam('page', '1');
  const [open, setOpen] = useSearchParam('open');
  const [hitsOf, setHitsOf] = useSearchParam('hits');
  const [changing, setChanging] = useState<Annotation | null>(null);
  const path = { app_id: appId };
  const at = Number(page) || 1;
  const answer = useApi(ANNOTATIONS, {
    path,
    query: { page: at, limit: LIMIT, ...(keyword !== '' && { keyword }) },
  });
  const saving = useSubmit();
  const mayEdit = can('apps.edit');
  const addButton = mayEdit && (
    <Button variant="primary" onClick={() => setOpen('new')}>
      {t.newAnnotation}
    </Button>
  );
  return (
    <PageFrame
      title={t.annotations}
      about={t.annotationsAbout}
      wide
      actions={
        <>
          <Button busy={saving.isBusy} onClick={() => void saving.run(() => save(path))}>
            {t.exportCsv}
          </Button>
          {mayEdit && <Button onClick={() => setOpen('import')}>{t.importCsv}</Button>}
          {addButton}
        </>
      }
    >
      <ReplySwitch appId={appId} />
      <div className={styles.filters}>
        <SearchField label={t.searchAnnotations} value={keyword} onChange={(q) => setSearchParams({ q, page: '' })} />
      </div>
      {saving.error !== undefined && <ErrorAlert error={saving.error} />}
      <QueryBoundary answer={answer}>
        {({ data, total }) => (
          <>
            <DataTable
              label={t.annotations}
              rows={data}
              rowKey={({ id }) => id}
              columns={[
                {
                  key: 'question',
                  label: t.question,
                  cell: ({ question }) => <div className={styles.text}>{question}</div>,
                },
                {
                  key: 'answer',
                  label: t.answer,
                  cell: ({ answer: text }) => <div className={styles.text}>{text}</div>,
                },
                {
                  key: 'hits',
                  label: t.hits,
                  isNumber: true,
                  cell: ({ id, hit_count: count }) =>
                    count === 0 ? (
                      '0'
                    ) : (
                      <Button small variant="quiet" aria-label={t.hitsOf(count)} onClick={() => setHitsOf(id)}>
                        {number(count)}
                      </Button>
                    ),
                },
                { key: 'when', label: t.written, cell: ({ created_at: when }) => dateTime(when), isSpare: true },
              ]}
              actions={
                mayEdit
                  ? (annotation) => (
                      <Menu
                        small
                        label={t.actionsOf(annotation.question)}
                        items={[
                          { label: t.edit, onSelect: () => setChanging(annotation) },
                          { label: t.delete, danger: true, onSelect: () => void remove(path, annotation) },
                        ]}
                      >
                        <Ellipsis />
                      </Menu>
                    )
                  : undefined
              }
              empty={
                keyword === '' ? (
                  <EmptyState title={t.noAnnotations} about={t.noAnnotationsAbout} action={addButton} />
                ) : (
                  <EmptyState
                    title={t.noAnnotationMatches}
                    action={<Button onClick={() => setSearchParams({ q: '', page: '' })}>{t.clear}</Button>}
                  />
                )
              }
            />
            <Pager
              page={at}
              limit={LIMIT}
              total={total}
              onPage={(next) => setSearchParams({ page: next === 1 ? '' : String(next) })}
            />
          </>
        )}
      </QueryBoundary>
      {open === 'new' && mayEdit && (
        <AnnotationDialog appId={appId} begin={{ question: '', answer: '' }} onClose={() => setOpen('')} />
      )}
      {open === 'import' && mayEdit && <ImportDialog appId={appId} onClose={() => setOpen('')} />}
      {changing !== null && (
        <AnnotationDialog appId={appId} id={changing.id} begin={changing} onClose={() => setChanging(null)} />
      )}
      {hitsOf !== '' && <HitsDialog appId={appId} id={hitsOf} onClose={() => setHitsOf('')} />}
    </PageFrame>
  );
}
