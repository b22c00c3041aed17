import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { Badge, call, changed, Failure, useAnswer, useSending } from '#plugins/studio/web/contract.tsx';
import styles from '#plugins/studio-build/web/build.module.css';
import { buildTexts } from '#plugins/studio-build/web/build-texts.ts';
import { ApiError, Button, Dialog, Loading, Notice, TextArea, TextField, toast } from '#plugins/ui/web/contract.ts';

const MAX_SHOWN = 200;

/** What a publication would change, with a name and a note for it. */
export function PublishDialog({ appId, onClose }: { readonly appId: string; onClose(): void }) {
  const t = buildTexts();
  const path = { app_id: appId };
  const sending = useSending();
  const [name, setName] = useState('');
  const [note, setNote] = useState('');
  const answer = useAnswer('/console/api/apps/{app_id}/changes', { path });
  const isFirst = answer.error instanceof ApiError && answer.error.code === 'not_published';
  const changes = answer.value?.data;
  const publish = async () => {
    const body = { ...(name.trim() !== '' && { name: name.trim() }), ...(note.trim() !== '' && { note: note.trim() }) };
    const isDone = await sending.run(async () => {
      const made = await call.post('/console/api/apps/{app_id}/publish', { path, body });
      toast(t.published(made.number));
      changed('/console/api/apps');
    });
    if (isDone) onClose();
  };
  return (
    <Dialog
      open
      title={t.publishTitle}
      shape="wide"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button look="main" busy={sending.isBusy} disabled={changes?.length === 0} onClick={() => void publish()}>
            {t.publish}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        {answer.isLoading && changes === undefined && <Loading label={t.loading} />}
        {isFirst && <Notice>{t.firstVersion}</Notice>}
        {answer.error !== undefined && !isFirst && <Failure error={answer.error} again={answer.again} />}
        {changes?.length === 0 && <Notice>{t.nothingToPublish}</Notice>}
        {changes !== undefined && changes.length > 0 && (
          <ul className={styles.changes} aria-label={t.changes}>
            {changes.slice(0, MAX_SHOWN).map((change) => (
              <ChangeItem key={`${change.part} ${change.id} ${change.change}`} change={change} />
            ))}
          </ul>
        )}
        <TextField
          label={t.versionName}
          note={t.optional}
          maxLength={100}
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <TextArea
          label={t.versionNote}
          note={t.optional}
          rows={3}
          maxLength={1000}
          value={note}
          onInput={(event) => setNote(event.currentTarget.value)}
        />
        {sending.error !== undefined && <Failure error={sending.error} />}
      </div>
    </Dialog>
  );
}

const looks = { added: 'ok', removed: 'bad', changed: 'accent' } as const;

function ChangeItem({ change }: { readonly change: Schemas['DocumentChange'] }) {
  const t = buildTexts();
  return (
    <li>
      <Badge look={looks[change.change]}>{t.changeWords[change.change]}</Badge>
      <span>{t.parts[change.part]}</span>
      <strong dir="auto">{change.title || change.id}</strong>
      {change.fields.length > 0 && (
        <span className={styles.faint} dir="auto">
          {change.fields
            .map(({ path }) => path)
            .slice(0, 8)
            .join(', ')}
        </span>
      )}
    </li>
  );
}
