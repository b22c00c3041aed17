import { useMemo, useState } from 'react';
import { exportApp, restoreApp, setPaused } from '#plugins/apps/web/app-actions.ts';
import { appsTexts } from '#plugins/apps/web/texts/en.ts';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { call, errorText, Form, invalidate, Picker, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Button, Dialog, Toolbar, toast } from '#plugins/ui/web/contract.ts';
import { CirclePause, Download, Hash, Trash } from '#plugins/ui/web/icons.tsx';
import { tagSource } from './tag-source.ts';
import { listTexts } from './texts/en.ts';

type App = Schemas['ListedApp'];

/** What can be done with several apps together. */
export function SelectionBar({
  apps,
  chosen,
  onChange,
}: {
  /** Those that are shown. */
  readonly apps: readonly App[];
  readonly chosen: ReadonlySet<string>;
  onChange(chosen: ReadonlySet<string> | null): void;
}) {
  const t = listTexts();
  const words = appsTexts();
  const [isTagging, setTagging] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const selected = apps.filter(({ id }) => chosen.has(id));
  const isNone = selected.length === 0;

  /** Does it to one after the other, and tells of those with which it failed. */
  async function each(some: readonly App[], work: (app: App) => Promise<unknown>): Promise<readonly App[]> {
    setBusy(true);
    const done: App[] = [];
    const failures: unknown[] = [];
    for (const app of some) {
      await work(app).then(
        () => done.push(app),
        (error: unknown) => failures.push(error),
      );
    }
    setBusy(false);
    invalidate('/console/api/apps', '/console/api/deleted-apps', '/console/api/tags');
    if (failures.length > 0) toast(t.failedMany(failures.length, errorText(failures[0])));
    return done;
  }

  async function pause(): Promise<void> {
    const active = selected.filter(({ status }) => status === 'active');
    if (active.length === 0) return toast(t.nothingToPause);
    const done = await each(active, ({ id }) => setPaused(id, true));
    if (done.length === 0) return;
    const run = () => void each(done, ({ id }) => setPaused(id, false));
    toast(t.pausedMany(done.length), { label: words.undo, run });
  }

  async function remove(): Promise<void> {
    const done = await each(selected, ({ id }) => call.delete('/console/api/apps/{app_id}', { path: { app_id: id } }));
    onChange(new Set());
    if (done.length === 0) return;
    const run = () => void each(done, ({ id }) => restoreApp(id));
    toast(t.deletedMany(done.length), { label: words.undo, run });
  }

  return (
    <Toolbar chosen role="toolbar" aria-label={t.selected(selected.length)}>
      <span role="status">{t.selected(selected.length)}</span>
      <Button small variant="quiet" onClick={() => onChange(new Set(apps.map(({ id }) => id)))}>
        {t.selectAll}
      </Button>
      <Button small disabled={isNone || isBusy} onClick={() => setTagging(true)}>
        <Hash />
        {t.tagThem}
      </Button>
      <Button small disabled={isNone || isBusy} onClick={() => void pause()}>
        <CirclePause />
        {words.pause}
      </Button>
      <Button small disabled={isNone || isBusy} onClick={() => void each(selected, exportApp)}>
        <Download />
        {words.export}
      </Button>
      <Button small variant="danger" disabled={isNone || isBusy} onClick={() => void remove()}>
        <Trash />
        {words.delete}
      </Button>
      <Button small onClick={() => onChange(null)}>
        {t.endSelection}
      </Button>
      {isTagging && (
        <TagDialog
          count={selected.length}
          onClose={() => setTagging(false)}
          onTag={async (tag) => {
            const missing = selected.filter(({ tags }) => !tags.includes(tag));
            const done = await each(missing, ({ id, tags }) =>
              call.patch('/console/api/apps/{app_id}', { path: { app_id: id }, body: { tags: [...tags, tag] } }),
            );
            setTagging(false);
            // Those that had it already have it, too.
            const count = selected.length - missing.length + done.length;
            if (count > 0) toast(t.tagged(count, tag));
          }}
        />
      )}
    </Toolbar>
  );
}

function TagDialog({
  count,
  onClose,
  onTag,
}: {
  readonly count: number;
  onClose(): void;
  onTag(tag: string): Promise<void>;
}) {
  const t = listTexts();
  const sending = useSubmit();
  const [tag, setTag] = useState('');
  const source = useMemo(() => tagSource({ aboutNew: t.newTag }), [t.newTag]);
  return (
    <Dialog open title={t.tagTitle(count)} onClose={onClose}>
      <Form sending={sending} action={t.tagThem} onSubmit={() => onTag(tag)}>
        <Picker
          label={t.tagName}
          hint={t.tagHint}
          required
          nothing={t.noTags}
          source={source}
          value={tag}
          onChange={setTag}
        />
      </Form>
    </Dialog>
  );
}
