import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import type { Base } from '#plugins/datasets/web/base-frame.tsx';
import { baseChanged } from '#plugins/datasets/web/documents/document-actions.ts';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import { call, ErrorAlert, errorText, setSearchParams, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Button, Checkbox, Dialog, Menu, type MenuItem, toast } from '#plugins/ui/web/contract.ts';
import {
  CirclePause,
  CirclePlay,
  CircleStop,
  Ellipsis,
  Pencil,
  RefreshCw,
  Rows,
  Trash,
} from '#plugins/ui/web/icons.tsx';

type Source = Schemas['DatasetSource'];
const route = '/console/api/datasets/{dataset_id}/sources/{source_id}';

/** What can be done with a source in the state it is in. */
export function SourceMenu({ base, source }: { readonly base: Base; readonly source: Source }) {
  const t = knowledgeTexts();
  const [isRemoved, setRemoved] = useState(false);
  const path = { dataset_id: base.id, source_id: source.id };
  const act = (said: string, work: () => Promise<unknown>) =>
    void work()
      .finally(() => baseChanged(base.id))
      .then(
        () => toast(said),
        (error: unknown) => toast(errorText(error)),
      );
  const isRunning = source.status === 'waiting' || source.status === 'running';
  const setPaused = (isPaused: boolean) => call.patch(route, { path, body: { is_paused: isPaused } });
  const items: readonly MenuItem[] = [
    { label: t.showPages, icon: <Rows />, onSelect: () => setSearchParams({ source: source.id }) },
    isRunning
      ? {
          label: t.stopReading,
          icon: <CircleStop />,
          onSelect: () => act(t.stopped, () => call.post(`${route}/cancel`, { path })),
        }
      : {
          label: t.readAgain,
          icon: <RefreshCw />,
          onSelect: () => act(t.readsAgain, () => call.post(`${route}/refresh`, { path })),
        },
    ...(source.refresh === 'never'
      ? []
      : [
          source.is_paused
            ? {
                label: t.actions.resume,
                icon: <CirclePlay />,
                onSelect: () => act(t.sourceResumed, () => setPaused(false)),
              }
            : {
                label: t.actions.pause,
                icon: <CirclePause />,
                onSelect: () => act(t.sourcePaused, () => setPaused(true)),
              },
        ]),
    { label: t.edit, icon: <Pencil />, onSelect: () => setSearchParams({ edit: source.id }) },
    { label: t.remove, icon: <Trash />, danger: true, onSelect: () => setRemoved(true) },
  ];
  return (
    <>
      <Menu small label={t.actionsOf(source.name === '' ? source.url : source.name)} items={items}>
        <Ellipsis />
      </Menu>
      {isRemoved && <RemoveSource base={base} source={source} onClose={() => setRemoved(false)} />}
    </>
  );
}

/** Asks whether its documents go with it. */
function RemoveSource({ base, source, onClose }: { readonly base: Base; readonly source: Source; onClose(): void }) {
  const t = knowledgeTexts();
  const sending = useSubmit();
  const [keeps, setKeeps] = useState(false);
  const remove = async () => {
    await call.delete(route, {
      path: { dataset_id: base.id, source_id: source.id },
      query: { confirm: true, keep_documents: keeps },
    });
    baseChanged(base.id);
    onClose();
  };
  return (
    <Dialog
      open
      title={t.removeSource}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button variant="danger" busy={sending.isBusy} onClick={() => void sending.run(remove)}>
            {t.remove}
          </Button>
        </>
      }
    >
      <p>{keeps ? t.removeKeeps : t.removeAbout}</p>
      <Checkbox label={t.keepDocuments} checked={keeps} onChange={(event) => setKeeps(event.currentTarget.checked)} />
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
    </Dialog>
  );
}
