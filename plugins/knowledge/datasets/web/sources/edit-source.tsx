import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import type { Base } from '#plugins/datasets/web/base-frame.tsx';
import { baseChanged } from '#plugins/datasets/web/documents/document-actions.ts';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import { call, Form, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Dialog, toast } from '#plugins/ui/web/contract.ts';
import { SourceFields } from './source-fields.tsx';
import { sourceBody } from './source-form.ts';

/** Changes where a source is, what is taken of it, and how often it is read. */
export function EditSource({
  base,
  source,
  onClose,
}: {
  readonly base: Base;
  readonly source: Schemas['DatasetSource'];
  onClose(): void;
}) {
  const t = knowledgeTexts();
  const sending = useSubmit();
  return (
    <Dialog open shape="wide" title={t.editSource} onClose={onClose}>
      <Form
        sending={sending}
        action={t.save}
        onSubmit={async (fields) => {
          await call.patch('/console/api/datasets/{dataset_id}/sources/{source_id}', {
            path: { dataset_id: base.id, source_id: source.id },
            body: sourceBody(source.kind, fields),
          });
          baseChanged(base.id);
          toast(t.saved);
          onClose();
        }}
      >
        <SourceFields kind={source.kind} source={source} sending={sending} />
      </Form>
    </Dialog>
  );
}
