import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import type { Base } from '#plugins/datasets/web/base-frame.tsx';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import {
  call,
  choiceOf,
  confirm,
  ErrorAlert,
  Form,
  invalidate,
  Section,
  textOf,
  useApi,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, Dialog, IconButton, Select, Switch, TextField } from '#plugins/ui/web/contract.ts';
import { Pencil, Trash } from '#plugins/ui/web/icons.tsx';
import styles from './settings.module.css';

type Field = Schemas['DatasetField'];
const route = '/console/api/datasets/{dataset_id}/fields';
const types = ['string', 'number', 'time'] as const;

/** What documents are described by, so that a search can be narrowed. */
export function Fields({ base }: { readonly base: Base }) {
  const t = knowledgeTexts();
  const sending = useSubmit();
  const [renamed, setRenamed] = useState<Field | null>(null);
  const path = { dataset_id: base.id };
  const answer = useApi(route, { path });
  const fields = answer.value;
  const change = (work: () => Promise<unknown>) =>
    sending.run(async () => {
      await work();
      invalidate(['/console/api/datasets/{dataset_id}', { dataset_id: base.id }]);
    });

  async function remove({ id, name }: Field): Promise<void> {
    if (!(await confirm({ title: t.deleteTitle(name), about: t.deleteFieldAbout, action: t.delete }))) return;
    await change(() => call.delete(`${route}/{field_id}`, { path: { ...path, field_id: id } }));
  }

  return (
    <Section title={t.fields} about={t.fieldsAbout}>
      {fields !== undefined && (
        <>
          {fields.data.length > 0 && (
            <ul className={styles.lines}>
              {fields.data.map((field) => (
                <li key={field.id}>
                  <span dir="auto">{field.name}</span>
                  <span className={styles.end}>{t.fieldTypes[field.type]}</span>
                  <IconButton small label={`${t.rename}: ${field.name}`} onClick={() => setRenamed(field)}>
                    <Pencil />
                  </IconButton>
                  <IconButton small label={`${t.delete}: ${field.name}`} onClick={() => void remove(field)}>
                    <Trash />
                  </IconButton>
                </li>
              ))}
            </ul>
          )}
          <form
            className={styles.inline}
            onSubmit={(event) => {
              event.preventDefault();
              const form = event.currentTarget;
              const typed = new FormData(form);
              const body = { name: textOf(typed, 'name'), type: choiceOf(typed, 'type', types) };
              void change(() => call.post(route, { path, body })).then((isDone) => isDone && form.reset());
            }}
          >
            <TextField label={t.newField} name="name" required maxLength={255} />
            <Select
              label={t.kind}
              name="type"
              options={types.map((value) => ({ value, label: t.fieldTypes[value] }))}
            />
            <Button type="submit" busy={sending.isBusy}>
              {t.add}
            </Button>
          </form>
          <Switch
            label={t.builtIn}
            hint={t.builtInHint(fields.built_in_fields.map(({ name }) => name).join(', '))}
            checked={fields.built_in_field_enabled}
            onChange={(event) => {
              const isOn = event.currentTarget.checked;
              void change(() => call.patch(route, { path, body: { built_in_field_enabled: isOn } }));
            }}
          />
        </>
      )}
      {answer.error !== undefined && <ErrorAlert error={answer.error} refetch={answer.refetch} />}
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      {renamed !== null && <Rename base={base} field={renamed} onClose={() => setRenamed(null)} />}
    </Section>
  );
}

function Rename({ base, field, onClose }: { readonly base: Base; readonly field: Field; onClose(): void }) {
  const t = knowledgeTexts();
  const sending = useSubmit();
  return (
    <Dialog open title={t.renameField} onClose={onClose}>
      <Form
        sending={sending}
        action={t.save}
        onSubmit={async (typed) => {
          await call.patch(`${route}/{field_id}`, {
            path: { dataset_id: base.id, field_id: field.id },
            body: { name: textOf(typed, 'name') },
            invalidates: [['/console/api/datasets/{dataset_id}', { dataset_id: base.id }]],
          });
          onClose();
        }}
      >
        <TextField
          label={t.name}
          name="name"
          required
          maxLength={255}
          defaultValue={field.name}
          wrong={sending.fieldError('name')}
        />
      </Form>
    </Dialog>
  );
}
