import { useState } from 'react';
import type { Base } from '#plugins/datasets/web/base-frame.tsx';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import {
  call,
  confirm,
  ErrorAlert,
  Form,
  invalidate,
  Section,
  textOf,
  useApi,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, Checkbox, Dialog, IconButton, TextField } from '#plugins/ui/web/contract.ts';
import { Pencil, Trash } from '#plugins/ui/web/icons.tsx';
import styles from './settings.module.css';

const tagsRoute = '/console/api/dataset-tags';

interface Tag {
  readonly id: string;
  readonly name: string;
  readonly datasets: number;
}

/** Tags of the workspace; those that are checked are the base's. */
export function Tags({ base }: { readonly base: Base }) {
  const t = knowledgeTexts();
  const sending = useSubmit();
  const [name, setName] = useState('');
  const [renamed, setRenamed] = useState<Tag | null>(null);
  const tags = useApi(tagsRoute).value?.data ?? [];
  const own = new Set(base.tags.map(({ id }) => id));
  const change = (work: () => Promise<unknown>) =>
    void sending.run(async () => {
      await work();
      invalidate(tagsRoute, '/console/api/datasets');
    });
  const bind = (id: string, isOn: boolean) => {
    const path = { dataset_id: base.id, tag_id: id };
    const route = '/console/api/datasets/{dataset_id}/tags/{tag_id}';
    return isOn ? call.put(route, { path }) : call.delete(route, { path });
  };

  async function add(): Promise<void> {
    const known = tags.find((tag) => tag.name.toLowerCase() === name.trim().toLowerCase());
    const tag = known ?? (await call.post(tagsRoute, { body: { name: name.trim() } }));
    await bind(tag.id, true);
    setName('');
  }

  async function remove(tag: Tag) {
    const about = t.deleteTagAbout(tag.datasets);
    if (!(await confirm({ title: t.deleteTitle(tag.name), about, action: t.delete }))) return;
    change(() => call.delete(`${tagsRoute}/{tag_id}`, { path: { tag_id: tag.id } }));
  }

  return (
    <Section title={t.tags} about={t.tagsAbout}>
      {tags.length > 0 && (
        <ul className={styles.lines}>
          {tags.map((tag) => (
            <li key={tag.id}>
              <Checkbox
                label={tag.name}
                checked={own.has(tag.id)}
                onChange={(event) => {
                  const isOn = event.currentTarget.checked;
                  change(() => bind(tag.id, isOn));
                }}
              />
              <span className={styles.end}>{t.baseCount(tag.datasets)}</span>
              <IconButton small label={`${t.rename}: ${tag.name}`} onClick={() => setRenamed(tag)}>
                <Pencil />
              </IconButton>
              <IconButton small label={`${t.delete}: ${tag.name}`} onClick={() => void remove(tag)}>
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
          if (name.trim() !== '') change(add);
        }}
      >
        <TextField
          label={t.newTag}
          maxLength={50}
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" disabled={name.trim() === ''} busy={sending.isBusy}>
          {t.add}
        </Button>
      </form>
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      {renamed !== null && <RenameDialog tag={renamed} onClose={() => setRenamed(null)} />}
    </Section>
  );
}

function RenameDialog({ tag, onClose }: { readonly tag: Tag; onClose(): void }) {
  const t = knowledgeTexts();
  const sending = useSubmit();
  return (
    <Dialog open title={`${t.rename}: ${tag.name}`} onClose={onClose}>
      <Form
        sending={sending}
        action={t.save}
        actions={<Button onClick={onClose}>{t.cancel}</Button>}
        onSubmit={async (fields) => {
          const body = { name: textOf(fields, 'name') };
          await call.patch(`${tagsRoute}/{tag_id}`, {
            path: { tag_id: tag.id },
            body,
            invalidates: [tagsRoute, '/console/api/datasets'],
          });
          onClose();
        }}
      >
        <TextField
          label={t.name}
          name="name"
          defaultValue={tag.name}
          required
          maxLength={50}
          wrong={sending.fieldError('name')}
        />
      </Form>
    </Dialog>
  );
}
