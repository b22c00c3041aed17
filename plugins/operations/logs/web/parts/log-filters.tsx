import { runsTexts } from '#plugins/logs/web/texts/en.ts';
import { knownOf, SearchField, setSearchParams, useSearchParam } from '#plugins/studio/web/contract.tsx';
import { Button, Select } from '#plugins/ui/web/contract.ts';
import styles from './log.module.css';

const SOURCES = ['service-api', 'web-app', 'console', 'debugging', 'schedule', 'webhook'] as const;
const RATINGS = ['like', 'dislike', 'any', 'none'] as const;
const PERIODS = ['1', '7', '30', '90'] as const;
const DAY = 86_400;

/** What the filters in the address say, as routes take them; words that are none of theirs are left out. */
export function useLogFilters<const Status extends string>(states: readonly Status[], hasFeedback = false) {
  const [search] = useSearchParam('q');
  const [period] = useSearchParam('period');
  const [user] = useSearchParam('user');
  const source = knownOf(SOURCES, useSearchParam('source')[0]);
  const status = knownOf(states, useSearchParam('status')[0]);
  const feedback = knownOf(RATINGS, useSearchParam('feedback')[0]);
  const days = Number(period);
  // To the hour: the same question keeps its answer while a page is looked at.
  const from = days > 0 ? Math.floor(Date.now() / 3_600_000) * 3_600 - days * DAY : 0;
  return {
    ...(search !== '' && { search }),
    ...(source !== undefined && { source }),
    ...(status !== undefined && { status }),
    ...(hasFeedback && feedback !== undefined && { feedback }),
    ...(user !== '' && { user }),
    ...(from > 0 && { from }),
  };
}

/** Takes every filter out of the address. */
export function clearFilters(): void {
  setSearchParams({ q: '', period: '', source: '', status: '', feedback: '', user: '', cursor: '' });
}

/** Filters of a log: words, period, state, source, and opinions where there are any. */
export function LogFilters({
  searchLabel,
  states,
  hasFeedback = false,
}: {
  readonly searchLabel: string;
  readonly states: readonly string[];
  readonly hasFeedback?: boolean;
}) {
  const t = runsTexts();
  const [search] = useSearchParam('q');
  const [user] = useSearchParam('user');
  return (
    <div className={styles.filters}>
      <SearchField label={searchLabel} value={search} onChange={(q) => setSearchParams({ q, cursor: '' })} />
      <Choice name="period" label={t.period} empty={t.anyTime} values={PERIODS} labels={t.periods} />
      <Choice name="status" label={t.status} empty={t.anyStatus} values={states} labels={t.states} />
      <Choice name="source" label={t.source} empty={t.anySource} values={SOURCES} labels={t.sources} />
      {hasFeedback && (
        <Choice name="feedback" label={t.feedback} empty={t.anyFeedback} values={RATINGS} labels={t.ratings} />
      )}
      {user !== '' && (
        <Button small onClick={() => setSearchParams({ user: '', cursor: '' })}>
          <bdi>{t.onlyUser(user)}</bdi> ×
        </Button>
      )}
    </div>
  );
}

function Choice({
  name,
  label,
  empty,
  values,
  labels,
}: {
  readonly name: string;
  readonly label: string;
  readonly empty: string;
  readonly values: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
}) {
  const [value] = useSearchParam(name);
  return (
    <Select
      label={label}
      labelHidden
      empty={empty}
      value={value}
      options={values.map((each) => ({ value: each, label: labels[each] ?? each }))}
      onChange={(event) => setSearchParams({ [name]: event.currentTarget.value, cursor: '' })}
    />
  );
}
