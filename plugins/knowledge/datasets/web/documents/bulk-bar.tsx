import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import type { Base } from '#plugins/datasets/web/base-frame.tsx';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import { Button, Toolbar } from '#plugins/ui/web/contract.ts';
import { act, type DocumentAction, deleteDocuments } from './document-actions.ts';
import { MetadataDialog } from './metadata-dialog.tsx';

type Document = Schemas['KnowledgeDocument'];

/** Which of the chosen documents an action means something for. */
const fits: Readonly<Record<DocumentAction, (document: Document) => boolean>> = {
  enable: ({ enabled, archived, display_status }) => !enabled && !archived && display_status === 'disabled',
  disable: ({ enabled, archived }) => enabled && !archived,
  archive: ({ archived }) => !archived,
  un_archive: ({ archived }) => archived,
  pause: ({ display_status: status }) => status === 'queuing' || status === 'indexing',
  resume: ({ display_status: status }) => status === 'paused',
  retry: ({ display_status: status }) => status === 'error',
};
const order = ['enable', 'disable', 'retry', 'pause', 'resume', 'archive', 'un_archive'] as const;

/** What is done with the chosen documents together; nothing where none is chosen. */
export function BulkBar({
  base,
  rows,
  onDone,
}: {
  readonly base: Base;
  readonly rows: readonly Document[];
  onDone(): void;
}) {
  const t = knowledgeTexts();
  const [isEdited, setEdited] = useState(false);
  if (rows.length === 0) return null;
  return (
    <Toolbar chosen as="fieldset" aria-label={t.chosen(rows.length)}>
      <span>{t.chosen(rows.length)}</span>
      {order.map((action) => {
        const fitting = rows.filter(fits[action]);
        return (
          fitting.length > 0 && (
            <Button
              key={action}
              small
              onClick={() => {
                act(
                  base.id,
                  fitting.map(({ id }) => id),
                  action,
                );
                onDone();
              }}
            >
              {t.actions[action]}
            </Button>
          )
        );
      })}
      <Button small onClick={() => setEdited(true)}>
        {t.metadata}
      </Button>
      <Button
        small
        variant="danger"
        onClick={() => void deleteDocuments(base.id, rows).then((isDone) => isDone && onDone())}
      >
        {t.delete}
      </Button>
      <Button small variant="quiet" onClick={onDone}>
        {t.chooseNone}
      </Button>
      {isEdited && <MetadataDialog base={base} documents={rows} onClose={() => setEdited(false)} />}
    </Toolbar>
  );
}
