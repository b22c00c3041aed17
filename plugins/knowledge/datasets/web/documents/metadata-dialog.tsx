import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { type Base, basePath } from '#plugins/datasets/web/base-frame.tsx';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import { call, Form, Link, QueryBoundary, useApi, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Dialog, Notice, TextField, toast } from '#plugins/ui/web/contract.ts';
import { baseChanged } from './document-actions.ts';
import { changedValues, inputTypes, shownValue } from './metadata-values.ts';

/** Values of the base's fields, for one document or several: of several, only what they have in common is shown. */
export function MetadataDialog({
  base,
  documents,
  onClose,
}: {
  readonly base: Base;
  readonly documents: readonly Schemas['KnowledgeDocument'][];
  onClose(): void;
}) {
  const t = knowledgeTexts();
  const sending = useSubmit();
  const path = { dataset_id: base.id };
  const answer = useApi('/console/api/datasets/{dataset_id}/fields', { path });
  const [only] = documents;
  const title =
    documents.length === 1 && only !== undefined ? t.metadataOf(only.name) : t.metadataOfMany(documents.length);
  return (
    <Dialog open title={title} onClose={onClose}>
      <QueryBoundary answer={answer}>
        {({ data: fields }) =>
          fields.length === 0 ? (
            <Notice>
              {t.noFields} <Link href={basePath(base.id, 'settings')}>{t.tabs.settings}</Link>
            </Notice>
          ) : (
            <Form
              sending={sending}
              action={t.save}
              onSubmit={async (form) => {
                const values = changedValues(fields, documents, form);
                if (Object.keys(values).length > 0) {
                  await call.post('/console/api/datasets/{dataset_id}/documents/metadata', {
                    path,
                    body: { changes: documents.map(({ id }) => ({ document: id, values, partial: true })) },
                  });
                  baseChanged(base.id);
                }
                toast(t.saved);
                onClose();
              }}
            >
              {documents.length > 1 && <Notice>{t.metadataShared}</Notice>}
              {fields.map((field) => (
                <TextField
                  key={field.id}
                  label={field.name}
                  name={field.id}
                  note={t.fieldTypes[field.type]}
                  type={inputTypes[field.type]}
                  {...(field.type === 'number' && { step: 'any' })}
                  maxLength={2000}
                  defaultValue={shownValue(field, documents)}
                />
              ))}
            </Form>
          )
        }
      </QueryBoundary>
    </Dialog>
  );
}
