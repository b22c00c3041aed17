import { useEffect } from 'react';
import { type Api, Button, EmptyState, Loading, Switch } from '#plugins/ui/web/contract.ts';
import { Past as PastSign } from '#plugins/ui/web/icons.tsx';
import { goTo } from '#plugins/web-app/web/workflow/go-to.ts';
import { hearTabs } from '#plugins/web-app/web/workflow/run-memory.ts';
import { workflowTexts } from '#plugins/web-app/web/workflow/texts/en.ts';
import { PastItems } from './past-items.tsx';
import css from './results-view.module.css';
import { usePast } from './use-past.ts';

interface ResultsViewProps {
  readonly api: Api;
  readonly owner: string;
  readonly isKept: boolean;
  onUse(inputs: Readonly<Record<string, unknown>>): void;
}

/** What was run here before: single runs and batches. */
export function ResultsView({ api, owner, isKept, onUse }: ResultsViewProps) {
  const t = workflowTexts();
  const past = usePast(api, { runs: true, isKept });
  useEffect(() => hearTabs(owner, past.again), [owner, past.again]);
  return (
    <div className={css.view}>
      <h2 className="said">{t.results}</h2>
      <div className={css.head}>
        <Switch
          label={t.onlyKept}
          checked={isKept}
          onChange={({ currentTarget }) => goTo({ view: 'results', isKept: currentTarget.checked }, { replace: true })}
        />
      </div>
      {past.error !== undefined && past.items.length === 0 ? (
        <EmptyState title={t.loadFailed} action={<Button onClick={past.again}>{t.tryAgain}</Button>} />
      ) : past.isLoading && past.items.length === 0 ? (
        <Loading label={t.loading} />
      ) : past.items.length > 0 ? (
        <PastItems api={api} past={past} onUse={onUse} />
      ) : isKept ? (
        <EmptyState title={t.noKept} about={t.noKeptAbout} />
      ) : (
        <EmptyState
          sign={<PastSign />}
          title={t.noResults}
          about={t.noResultsAbout}
          action={
            <Button variant="primary" onClick={() => goTo({ view: 'run', task: '' })}>
              {t.run}
            </Button>
          }
        />
      )}
    </div>
  );
}
