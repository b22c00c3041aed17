import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import type { Base } from '#plugins/datasets/web/base-frame.tsx';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import { call, Form, textOf, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Dialog, Menu, type MenuItem, TextField } from '#plugins/ui/web/contract.ts';
import {
  Archive,
  CirclePause,
  CirclePlay,
  Download,
  Ellipsis,
  Eye,
  EyeOff,
  Pencil,
  RefreshCw,
  Trash,
} from '#plugins/ui/web/icons.tsx';
import { act, baseChanged, deleteDocuments, download } from './document-actions.ts';

type Document = Schemas['KnowledgeDocument'];

/** What can be done with one document in the state it is in. */
export function DocumentMenu({
  base,
  document,
  onDeleted,
}: {
  readonly base: Base;
  readonly document: Document;
  readonly onDeleted?: () => void;
}) {
  const t = knowledgeTexts();
  const [isRenamed, setRenamed] = useState(false);
  const items: readonly MenuItem[] = [
    ...stateItems(base.id, document),
    { label: t.rename, icon: <Pencil />, onSelect: () => setRenamed(true) },
    { label: t.download, icon: <Download />, onSelect: () => void download(base.id, document.id) },
    {
      label: t.delete,
      icon: <Trash />,
      danger: true,
      onSelect: () => void deleteDocuments(base.id, [document], onDeleted),
    },
  ];
  return (
    <>
      <Menu small label={t.actionsOf(document.name)} items={items}>
        <Ellipsis />
      </Menu>
      {isRenamed && <Rename base={base} document={document} onClose={() => setRenamed(false)} />}
    </>
  );
}

function stateItems(base: string, { id, display_status: status, archived, enabled }: Document): readonly MenuItem[] {
  const t = knowledgeTexts();
  const item = (action: Parameters<typeof act>[2], icon: React.ReactNode): MenuItem => ({
    label: t.actions[action],
    icon,
    onSelect: () => act(base, [id], action),
  });
  if (archived) return [item('un_archive', <Archive />)];
  if (status === 'queuing' || status === 'indexing') return [item('pause', <CirclePause />)];
  if (status === 'paused') return [item('resume', <CirclePlay />)];
  return [
    ...(status === 'error' ? [item('retry', <RefreshCw />)] : []),
    enabled ? item('disable', <EyeOff />) : item('enable', <Eye />),
    item('archive', <Archive />),
  ];
}

function Rename({ base, document, onClose }: { readonly base: Base; readonly document: Document; onClose(): void }) {
  const t = knowledgeTexts();
  const sending = useSubmit();
  return (
    <Dialog open title={t.renameTitle} onClose={onClose}>
      <Form
        sending={sending}
        action={t.save}
        onSubmit={async (fields) => {
          await call.patch('/console/api/datasets/{dataset_id}/documents/{document_id}', {
            path: { dataset_id: base.id, document_id: document.id },
            body: { name: textOf(fields, 'name') },
          });
          baseChanged(base.id);
          onClose();
        }}
      >
        <TextField
          label={t.name}
          name="name"
          required
          maxLength={255}
          defaultValue={document.name}
          wrong={sending.fieldError('name')}
        />
      </Form>
    </Dialog>
  );
}
