import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import type { Base } from '#plugins/datasets/web/base-frame.tsx';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import {
  Badge,
  call,
  confirm,
  ErrorAlert,
  Pager,
  QueryBoundary,
  Section,
  useApi,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, EmptyState, IconButton, TextArea, Toolbar } from '#plugins/ui/web/contract.ts';
import { Pencil, Trash } from '#plugins/ui/web/icons.tsx';
import styles from './document.module.css';
import { baseChanged } from './document-actions.ts';
import { pathOf, segmentsRoute } from './segment-actions.ts';
import type { WholeDocument } from './whole-document.ts';

const LIMIT = 10;
const route = `${segmentsRoute}/{segment_id}/chunks` as const;

/** The small pieces by which a segment is found. */
export function ChildChunks({
  base,
  document,
  segment,
}: {
  readonly base: Base;
  readonly document: WholeDocument;
  readonly segment: Schemas['KnowledgeSegment'];
}) {
  const t = knowledgeTexts();
  const sending = useSubmit();
  const [page, setPage] = useState(1);
  // null: none is edited; '': a new one.
  const [edited, setEdited] = useState<string | null>(null);
  const path = { ...pathOf({ base: base.id, document: document.id }), segment_id: segment.id };
  const answer = useApi(route, { path, query: { page, limit: LIMIT } });

  const save = (content: string) =>
    sending.run(async () => {
      if (edited === '') await call.post(route, { path, body: { content } });
      else await call.patch(`${route}/{chunk_id}`, { path: { ...path, chunk_id: edited ?? '' }, body: { content } });
      setEdited(null);
      baseChanged(base.id);
    });

  const remove = (id: string) =>
    sending.run(async () => {
      if (!(await confirm({ title: t.deleteChild, about: t.deleteChildAbout, action: t.delete }))) return;
      await call.delete(`${route}/{chunk_id}`, { path: { ...path, chunk_id: id } });
      baseChanged(base.id);
    });

  const editing = { isBusy: sending.isBusy, onSave: save, onCancel: () => setEdited(null) };

  return (
    <Section
      title={t.children}
      about={t.childrenAbout}
      actions={
        !document.archived && (
          <Button small onClick={() => setEdited('')}>
            {t.addChild}
          </Button>
        )
      }
    >
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      {edited === '' && <ChildEditor {...editing} content="" />}
      <QueryBoundary answer={answer}>
        {({ data, total }) =>
          data.length === 0 ? (
            <EmptyState title={t.noChildren} />
          ) : (
            <>
              <ul className={styles.children}>
                {data.map(({ id, content, position, type }) => (
                  <li key={id}>
                    {edited === id ? (
                      <ChildEditor {...editing} content={content} />
                    ) : (
                      <ChildText
                        child={{ content, position, type }}
                        mayChange={!document.archived}
                        onEdit={() => setEdited(id)}
                        onDelete={() => void remove(id)}
                      />
                    )}
                  </li>
                ))}
              </ul>
              <Pager page={page} limit={LIMIT} total={total} onPage={setPage} />
            </>
          )
        }
      </QueryBoundary>
    </Section>
  );
}

function ChildText({
  child: { content, position, type },
  mayChange,
  onEdit,
  onDelete,
}: {
  readonly child: Pick<Schemas['KnowledgeChildChunk'], 'content' | 'position' | 'type'>;
  readonly mayChange: boolean;
  onEdit(): void;
  onDelete(): void;
}) {
  const t = knowledgeTexts();
  return (
    <>
      <span className={styles.childtext} dir="auto">
        {content}
      </span>
      {type === 'customized' && <Badge>{t.byHand}</Badge>}
      {mayChange && (
        <span>
          <IconButton small label={`${t.edit} #${position}`} onClick={onEdit}>
            <Pencil />
          </IconButton>
          <IconButton small label={`${t.delete} #${position}`} onClick={onDelete}>
            <Trash />
          </IconButton>
        </span>
      )}
    </>
  );
}

function ChildEditor({
  content,
  isBusy,
  onSave,
  onCancel,
}: {
  readonly content: string;
  readonly isBusy: boolean;
  onSave(content: string): unknown;
  onCancel(): void;
}) {
  const t = knowledgeTexts();
  const [text, setText] = useState(content);
  return (
    <div className={styles.stack}>
      <TextArea
        label={t.content}
        labelHidden
        autoFocus
        rows={3}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <Toolbar end>
        <Button small onClick={onCancel}>
          {t.cancel}
        </Button>
        <Button small variant="primary" busy={isBusy} disabled={text.trim() === ''} onClick={() => void onSave(text)}>
          {t.save}
        </Button>
      </Toolbar>
    </div>
  );
}
