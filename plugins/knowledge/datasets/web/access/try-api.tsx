import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { ExternalRecords } from '#plugins/datasets/web/search/records.tsx';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import { call, Form, textOf, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Dialog, EmptyState, TextField } from '#plugins/ui/web/contract.ts';

/** Asks another system, to see whether it answers. */
export function TryApi({ api, onClose }: { readonly api: Schemas['ExternalKnowledgeApi']; onClose(): void }) {
  const t = knowledgeTexts();
  const sending = useSubmit();
  const [records, setRecords] = useState<readonly Schemas['ExternalKnowledgeRecord'][] | null>(null);
  return (
    <Dialog open shape="wide" title={t.tryTitle(api.name)} onClose={onClose}>
      <Form
        sending={sending}
        action={t.ask}
        onSubmit={async (fields) => {
          setRecords(null);
          const answer = await call.post('/console/api/external-knowledge-apis/{id}/test', {
            path: { id: api.id },
            body: { knowledge_id: textOf(fields, 'knowledge'), query: textOf(fields, 'query') },
          });
          setRecords(answer.records);
        }}
      >
        <TextField label={t.externalId} hint={t.externalIdHint} name="knowledge" required maxLength={200} />
        <TextField label={t.question} name="query" required maxLength={250} />
      </Form>
      {records !== null &&
        (records.length === 0 ? <EmptyState title={t.nothingFound} /> : <ExternalRecords records={records} />)}
    </Dialog>
  );
}
