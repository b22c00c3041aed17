import { useState } from 'react';
import { call, changed, confirm, Failure, Section, useAnswer, useSending } from '#plugins/studio/web/contract.tsx';
import type { Base } from '#plugins/studio-knowledge/web/base-frame.tsx';
import { knowledgeTexts } from '#plugins/studio-knowledge/web/knowledge-texts.ts';
import { Button, Checkbox, IconButton, TextField } from '#plugins/ui/web/contract.ts';
import { Trash } from '#plugins/ui/web/icons.tsx';
import styles from './settings.module.css';

const tagsRoute = '/console/api/dataset-tags';

/** Tags of the workspace; those that are checked are the base's. */
export function Tags({ base }: { readonly base: Base }) {
  const t = knowledgeTexts();
  const sending = useSending();
  const [name, setName] = useState('');
  const tags = useAnswer(tagsRoute).value?.data ?? [];
  const own = new Set(base.tags.map(({ id }) => id));
  const change = (work: () => Promise<unknown>) =>
    void sending.run(async () => {
      await work();
      changed(tagsRoute, '/console/api/datasets');
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

  async function remove(tag: { readonly id: string; readonly name: string; readonly datasets: number }) {
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
      {sending.error !== undefined && <Failure error={sending.error} />}
    </Section>
  );
}
