import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { type Base, BaseFrame } from '#plugins/datasets/web/base-frame.tsx';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import type { PageProps } from '#plugins/studio/web/contract.tsx';
import { call, ErrorAlert, errorText, invalidate, Section, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Button, EmptyState, Muted, Stack, TextArea, Toolbar, toast } from '#plugins/ui/web/contract.ts';
import { QueryLog } from './query-log.tsx';
import { ExternalRecords, Records } from './records.tsx';
import { readRetrieval, retrievalBody } from './retrieval.ts';
import { ExternalFields, RetrievalFields } from './retrieval-fields.tsx';
import styles from './search.module.css';

type HitTest = Schemas['HitTest'];

/** What a base finds for a question and why, with settings that are tried here and may be kept. */
export function Page({ params }: PageProps) {
  return (
    <BaseFrame id={params.dataset_id ?? ''} tab="search">
      {(base) => <Search key={base.id} base={base} />}
    </BaseFrame>
  );
}

const QUERIES = '/console/api/datasets/{dataset_id}/queries';

function Search({ base }: { readonly base: Base }) {
  const t = knowledgeTexts();
  const sending = useSubmit();
  const [query, setSearchParams] = useState('');
  const [found, setFound] = useState<HitTest | null>(null);
  const settings = useSettings(base);

  function ask(question: string): void {
    setSearchParams(question);
    if (question.trim() === '') return;
    void sending.run(async () => {
      const answer = await call.post('/console/api/datasets/{dataset_id}/hit-testing', {
        path: { dataset_id: base.id },
        body: { query: question.trim(), ...settings.body },
      });
      setFound(answer);
      invalidate([QUERIES, { dataset_id: base.id }]);
    });
  }

  return (
    <>
      <div className={styles.columns}>
        <Stack>
          <form
            className={styles.stack}
            onSubmit={(event) => {
              event.preventDefault();
              ask(query);
            }}
          >
            <TextArea
              label={t.question}
              rows={3}
              maxLength={250}
              value={query}
              onInput={(event) => setSearchParams(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
                event.preventDefault();
                ask(query);
              }}
            />
            <Toolbar end>
              <Button type="submit" variant="primary" disabled={query.trim() === ''} busy={sending.isBusy}>
                {t.ask}
              </Button>
            </Toolbar>
          </form>
          <details className={styles.details}>
            <summary>{t.triedSettings}</summary>
            <Stack>
              <Muted small>{t.triedSettingsAbout}</Muted>
              {settings.fields}
              <Toolbar end>
                <Button disabled={!settings.isChanged} onClick={settings.reset}>
                  {t.resetSettings}
                </Button>
                <Button
                  disabled={!settings.isChanged}
                  onClick={() =>
                    void settings.keep().then(
                      () => toast(t.settingsKept),
                      (error: unknown) => toast(errorText(error)),
                    )
                  }
                >
                  {t.keepSettings}
                </Button>
              </Toolbar>
            </Stack>
          </details>
        </Stack>
        <Results base={base} found={found} error={sending.error} />
      </div>
      <QueryLog base={base} onAsk={ask} />
    </>
  );
}

function Results({
  base,
  found,
  error,
}: {
  readonly base: Base;
  readonly found: HitTest | null;
  readonly error: unknown;
}) {
  const t = knowledgeTexts();
  return (
    <Section title={t.found}>
      {error !== undefined && <ErrorAlert error={error} />}
      {found === null ? (
        <EmptyState title={t.notAsked} about={t.notAskedAbout} />
      ) : found.records.length + found.external.length === 0 ? (
        <EmptyState title={t.nothingFound} about={t.nothingFoundAbout} />
      ) : (
        <Stack role="status">
          <Records base={base} found={found} />
          <ExternalRecords records={found.external} />
        </Stack>
      )}
    </Section>
  );
}

/** The base's own settings to begin with; what is tried is sent with each question. */
function useSettings(base: Base) {
  const isExternal = base.provider === 'external';
  const [tried, setTried] = useState(() => readRetrieval(base.retrieval_model));
  const own = base.external_retrieval_model ?? { top_k: 4, score_threshold: null };
  const [elsewhere, setElsewhere] = useState(own);
  const body = isExternal ? { external_retrieval_model: elsewhere } : { retrieval_model: retrievalBody(tried) };
  const kept = isExternal
    ? { external_retrieval_model: own }
    : { retrieval_model: retrievalBody(readRetrieval(base.retrieval_model)) };
  const fields = isExternal ? (
    <ExternalFields value={elsewhere} onChange={setElsewhere} />
  ) : (
    <RetrievalFields value={tried} hasVectors={base.indexing_technique !== 'economy'} onChange={setTried} />
  );
  return {
    body,
    fields,
    isChanged: JSON.stringify(body) !== JSON.stringify(kept),
    reset() {
      setTried(readRetrieval(base.retrieval_model));
      setElsewhere(own);
    },
    async keep() {
      await call.patch('/console/api/datasets/{dataset_id}', {
        path: { dataset_id: base.id },
        body,
        invalidates: [['/console/api/datasets/{dataset_id}', { dataset_id: base.id }]],
      });
    },
  };
}
