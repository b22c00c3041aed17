import { SearchField, setQuery, useQuery } from '#plugins/studio/web/contract.tsx';
import { runsTexts } from '#plugins/studio-runs/web/runs-texts.ts';
import { Button, Select } from '#plugins/ui/web/contract.ts';
import styles from './log.module.css';

const SOURCES = ['service-api', 'web-app', 'console', 'debugging', 'schedule', 'webhook'] as const;
const PERIODS = ['1', '7', '30', '90'] as const;
const DAY = 86_400;

/** What the filters in the address say, as routes take them. */
export function useLogFilters(names: readonly string[]): Readonly<Record<string, string | number>> {
  const [search] = useQuery('q');
  const [period] = useQuery('period');
  const [source] = useQuery('source');
  const [status] = useQuery('status');
  const [feedback] = useQuery('feedback');
  const [user] = useQuery('user');
  const days = Number(period);
  // To the hour: the same question keeps its answer while a page is looked at.
  const from = days > 0 ? Math.floor(Date.now() / 3_600_000) * 3_600 - days * DAY : 0;
  const all = { search, source, status, feedback, user, from: from > 0 ? from : '' };
  return Object.fromEntries(
    Object.entries(all).filter(([name, value]) => value !== '' && (name === 'from' || names.includes(name))),
  );
}

/** Takes every filter out of the address. */
export function clearFilters(): void {
  setQuery({ q: '', period: '', source: '', status: '', feedback: '', user: '', cursor: '' });
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
  const [search] = useQuery('q');
  const [user] = useQuery('user');
  return (
    <div className={styles.filters}>
      <SearchField label={searchLabel} value={search} onChange={(q) => setQuery({ q, cursor: '' })} />
      <Choice name="period" label={t.period} empty={t.anyTime} values={PERIODS} labels={t.periods} />
      <Choice name="status" label={t.status} empty={t.anyStatus} values={states} labels={t.states} />
      <Choice name="source" label={t.source} empty={t.anySource} values={SOURCES} labels={t.sources} />
      {hasFeedback && (
        <Choice
          name="feedback"
          label={t.feedback}
          empty={t.anyFeedback}
          values={['like', 'dislike', 'any', 'none']}
          labels={t.ratings}
        />
      )}
      {user !== '' && (
        <Button small onClick={() => setQuery({ user: '', cursor: '' })}>
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
  const [value] = useQuery(name);
  return (
    <Select
      label={label}
      labelHidden
      empty={empty}
      value={value}
      options={values.map((each) => ({ value: each, label: labels[each] ?? each }))}
      onChange={(event) => setQuery({ [name]: event.currentTarget.value, cursor: '' })}
    />
  );
}
