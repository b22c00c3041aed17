import {
  can,
  PageFrame,
  Pager,
  SearchField,
  Shown,
  setQuery,
  useAnswer,
  useQuery,
} from '#plugins/studio/web/contract.tsx';
import { Button, EmptyState, LinkButton, navigate, Select } from '#plugins/ui/web/contract.ts';
import { AppCard } from './app-card.tsx';
import styles from './app-list.module.css';
import { appsTexts } from './apps-texts.ts';

const LIMIT = 30;
const MODES = ['chat', 'agent-chat', 'advanced-chat', 'workflow', 'completion'] as const;
const STATES = ['draft', 'active', 'paused'] as const;

/** The apps of the workspace, those changed last first. */
export function Page() {
  const t = appsTexts();
  const [name] = useQuery('q');
  const [mode] = useQuery('mode');
  const [status] = useQuery('status');
  const [tag] = useQuery('tag');
  const [page] = useQuery('page', '1');
  const tags = useAnswer('/console/api/tags', { query: { limit: 100 } });
  const filter = Object.fromEntries(Object.entries({ name, mode, status, tag }).filter(([, value]) => value !== ''));
  const isFiltered = Object.keys(filter).length > 0;
  const answer = useAnswer('/console/api/apps', { query: { page: Number(page) || 1, limit: LIMIT, ...filter } });
  const clear = () => setQuery({ q: '', mode: '', status: '', tag: '', page: '' });
  return (
    <PageFrame
      title={t.apps}
      about={t.about}
      wide
      actions={
        can('apps.edit') && (
          <>
            <Button onClick={() => navigate('/apps/deleted')}>{t.deletedApps}</Button>
            <Button look="main" onClick={() => navigate('/apps/new')}>
              {t.newApp}
            </Button>
          </>
        )
      }
    >
      <div className={styles.filters}>
        <SearchField label={t.search} value={name} onChange={(q) => setQuery({ q, page: '' })} />
        <Select
          label={t.kind}
          labelHidden
          empty={t.allKinds}
          value={mode}
          options={MODES.map((value) => ({ value, label: t.modes[value] ?? value }))}
          onChange={(event) => setQuery({ mode: event.currentTarget.value, page: '' })}
        />
        <Select
          label={t.status}
          labelHidden
          empty={t.allStates}
          value={status}
          options={STATES.map((value) => ({ value, label: t.states[value] ?? value }))}
          onChange={(event) => setQuery({ status: event.currentTarget.value, page: '' })}
        />
        {(tags.value?.data.length ?? 0) > 0 && (
          <Select
            label={t.tag}
            labelHidden
            empty={t.allTags}
            value={tag}
            options={tags.value?.data.map((each) => ({ value: each.name })) ?? []}
            onChange={(event) => setQuery({ tag: event.currentTarget.value, page: '' })}
          />
        )}
      </div>
      <Shown answer={answer}>
        {({ data, total }) =>
          data.length === 0 ? (
            <EmptyState
              title={isFiltered ? t.noHits : t.none}
              {...(!isFiltered && { about: t.noneAbout })}
              action={
                isFiltered ? (
                  <Button onClick={clear}>{t.clear}</Button>
                ) : (
                  can('apps.edit') && (
                    <LinkButton look="main" href="/apps/new">
                      {t.newApp}
                    </LinkButton>
                  )
                )
              }
            />
          ) : (
            <>
              <ul className={styles.cards}>
                {data.map((app) => (
                  <AppCard key={app.id} app={app} />
                ))}
              </ul>
              <Pager
                page={Number(page) || 1}
                limit={LIMIT}
                total={total}
                onPage={(next) => setQuery({ page: next === 1 ? '' : String(next) })}
              />
            </>
          )
        }
      </Shown>
    </PageFrame>
  );
}
