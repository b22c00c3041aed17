import { useState } from 'react';
import type { Base } from '#plugins/datasets/web/base-frame.tsx';
import { readRetrieval, retrievalBody } from '#plugins/datasets/web/search/retrieval.ts';
import { ExternalFields, RetrievalFields } from '#plugins/datasets/web/search/retrieval-fields.tsx';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import { Form, Section, useSubmit } from '#plugins/studio/web/contract.tsx';
import { toast } from '#plugins/ui/web/contract.ts';
import { changeBase } from './base-changes.ts';

/** How the base is searched where nothing else is asked for. */
export function SearchSettings({ base }: { readonly base: Base }) {
  const t = knowledgeTexts();
  const sending = useSubmit();
  const isExternal = base.provider === 'external';
  const [value, setValue] = useState(() => readRetrieval(base.retrieval_model));
  const [elsewhere, setElsewhere] = useState(base.external_retrieval_model ?? { top_k: 4, score_threshold: null });
  return (
    <Section title={t.searching} about={t.searchingAbout}>
      <Form
        sending={sending}
        action={t.save}
        onSubmit={async () => {
          const body = isExternal ? { external_retrieval_model: elsewhere } : { retrieval_model: retrievalBody(value) };
          await changeBase(base.id, body);
          toast(t.saved);
        }}
      >
        {isExternal ? (
          <ExternalFields value={elsewhere} onChange={setElsewhere} />
        ) : (
          <RetrievalFields value={value} hasVectors={base.indexing_technique !== 'economy'} onChange={setValue} />
        )}
      </Form>
    </Section>
  );
}
