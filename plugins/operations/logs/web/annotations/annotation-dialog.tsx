import { runsTexts } from '#plugins/logs/web/texts/en.ts';
import { call, Form, invalidate, textOf, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Button, Dialog, TextArea, toast } from '#plugins/ui/web/contract.ts';

const ANNOTATIONS = '/console/api/apps/{app_id}/annotations';

/** Writes a pair of question and answer, or changes one. */
export function AnnotationDialog({
  appId,
  id,
  begin,
  onClose,
}: {
  readonly appId: string;
  /** Of the one that is changed; without it one is written. */
  readonly id?: string;
  readonly begin: { readonly question: string; readonly answer: string };
  onClose(): void;
}) {
  const t = runsTexts();
  const sending = useSubmit();
  const path = { app_id: appId };
  async function save(fields: FormData): Promise<void> {
    const body = { question: textOf(fields, 'question'), answer: textOf(fields, 'answer') };
    if (id === undefined) await call.post(ANNOTATIONS, { path, body });
    else await call.put(`${ANNOTATIONS}/{annotation_id}`, { path: { ...path, annotation_id: id }, body });
    invalidate([ANNOTATIONS, path], ['/console/api/apps/{app_id}/annotation-reply', path]);
    toast(id === undefined ? t.annotationMade : t.annotationChanged);
    onClose();
  }
  return (
    <Dialog open title={id === undefined ? t.newAnnotation : t.changeAnnotation} shape="wide" onClose={onClose}>
      <Form sending={sending} action={t.save} actions={<Button onClick={onClose}>{t.cancel}</Button>} onSubmit={save}>
        <TextArea
          name="question"
          label={t.question}
          rows={3}
          required
          defaultValue={begin.question}
          wrong={sending.fieldError('question')}
        />
        <TextArea
          name="answer"
          label={t.answer}
          rows={8}
          required
          defaultValue={begin.answer}
          wrong={sending.fieldError('answer')}
        />
      </Form>
    </Dialog>
  );
}
