import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import type { Base } from '#plugins/datasets/web/base-frame.tsx';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import { call, Form, QueryBoundary, textOf, useApi, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Checkbox, Dialog, Notice, TextArea, TextField, toast } from '#plugins/ui/web/contract.ts';
import { ChildChunks } from './child-chunks.tsx';
import styles from './document.module.css';
import { baseChanged } from './document-actions.ts';
import { pathOf, segmentsRoute } from './segment-actions.ts';
import type { WholeDocument } from './whole-document.ts';

type Segment = Schemas['KnowledgeSegment'];

interface Props {
  readonly base: Base;
  readonly document: WholeDocument;
  /** null: a new one. */
  readonly id: string | null;
  onClose(): void;
}

/** A segment to be changed, or a new one. What is saved is found by the next search. */
export function SegmentDialog({ id, ...rest }: Props) {
  const t = knowledgeTexts();
  const { base, document, onClose } = rest;
  const path = { ...pathOf({ base: base.id, document: document.id }), segment_id: id ?? '' };
  const answer = useApi('/console/api/datasets/{dataset_id}/documents/{document_id}/segments/{segment_id}', {
    path,
    when: id !== null,
  });
  const title = id === null ? t.addSegment : t.segmentTitle(answer.value?.position ?? 0);
  return (
    <Dialog open shape="wide" title={title} onClose={onClose}>
      {id === null ? (
        <SegmentForm {...rest} segment={null} />
      ) : (
        <QueryBoundary answer={answer}>
          {(segment) => (
            <div className={styles.stack}>
              {document.archived && <Notice>{t.archivedFixed}</Notice>}
              <SegmentForm key={segment.updated_at} {...rest} segment={segment} />
              {document.doc_form === 'hierarchical_model' && (
                <ChildChunks base={base} document={document} segment={segment} />
              )}
            </div>
          )}
        </QueryBoundary>
      )}
    </Dialog>
  );
}

function SegmentForm({ base, document, segment, onClose }: Omit<Props, 'id'> & { readonly segment: Segment | null }) {
  const t = knowledgeTexts();
  const sending = useSubmit();
  const [makesChildren, setMakesChildren] = useState(false);
  const isQuestion = document.doc_form === 'qa_model';

  async function save(fields: FormData): Promise<void> {
    const keywords = keywordsOf(textOf(fields, 'keywords'));
    const summary = textOf(fields, 'summary');
    const body = {
      content: textOf(fields, 'content'),
      ...(isQuestion && { answer: textOf(fields, 'answer') }),
      ...(keywords.join() !== (segment?.keywords ?? []).join() && { keywords }),
      ...(summary !== (segment?.summary ?? '') && { summary }),
    };
    const path = pathOf({ base: base.id, document: document.id });
    if (segment === null) await call.post(segmentsRoute, { path, body: { segments: [body] } });
    else {
      await call.patch(`${segmentsRoute}/{segment_id}`, {
        path: { ...path, segment_id: segment.id },
        body: { ...body, ...(makesChildren && { regenerate_child_chunks: true }) },
      });
    }
    baseChanged(base.id);
    toast(t.saved);
    onClose();
  }

  return (
    <Form sending={sending} action={t.save} onSubmit={save}>
      <TextArea
        label={isQuestion ? t.question : t.content}
        name="content"
        required
        rows={isQuestion ? 3 : 10}
        maxLength={100_000}
        defaultValue={segment?.content ?? ''}
        wrong={sending.fieldError('content')}
      />
      {isQuestion && (
        <TextArea
          label={t.answer}
          name="answer"
          required
          rows={6}
          maxLength={100_000}
          defaultValue={segment?.answer ?? ''}
          wrong={sending.fieldError('answer')}
        />
      )}
      {segment !== null && document.doc_form === 'hierarchical_model' && (
        <Checkbox
          label={t.makeChildren}
          hint={t.makeChildrenHint}
          checked={makesChildren}
          onChange={(event) => setMakesChildren(event.currentTarget.checked)}
        />
      )}
      <TextField
        label={t.keywords}
        note={t.optional}
        hint={t.keywordsHint}
        name="keywords"
        defaultValue={(segment?.keywords ?? []).join(', ')}
      />
      {base.indexing_technique === 'high_quality' && (
        <TextArea
          label={t.summary}
          note={t.optional}
          hint={t.summaryHint}
          name="summary"
          rows={2}
          defaultValue={segment?.summary ?? ''}
        />
      )}
    </Form>
  );
}

/** Typed with commas between them. */
function keywordsOf(typed: string): readonly string[] {
  return typed
    .split(/[,，、]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');
}
