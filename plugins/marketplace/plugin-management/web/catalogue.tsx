import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { QueryBoundary, SearchField, setSearchParams, useApi, useSearchParam } from '#plugins/studio/web/contract.tsx';
import { Button, EmptyState, IconButton, Notice, Select, Toolbar } from '#plugins/ui/web/contract.ts';
import { ChevronLeft, ChevronRight } from '#plugins/ui/web/icons.tsx';
import { ListActions } from './manage/list-actions.tsx';
import { PackageCards } from './package-cards.tsx';
import { packageHref } from './package-href.ts';
import styles from './plugins.module.css';
import { PluginsFrame } from './plugins-frame.tsx';
import { pluginsTexts } from './texts/en.ts';

type Sources = Schemas['PluginCatalogue']['sources'];
const LIMIT = 24;
const KINDS = ['tool', 'model', 'extension', 'bundle'] as const;

/** What could be installed, of all sources of the server. */
export function Catalogue() {
  const t = pluginsTexts();
  const [q] = useSearchParam('q');
  const [kind] = useSearchParam('kind');
  const [category] = useSearchParam('category');
  const [source] = useSearchParam('source');
  const [written] = useSearchParam('page', '1');
  const page = Math.max(1, Math.trunc(Number(written)) || 1);
  const asked = Object.entries({ q, kind, category, source }).filter(([, value]) => value !== '');
  const answer = useApi('/console/api/plugin-catalogue', {
    query: { ...Object.fromEntries(asked), page, limit: LIMIT },
  });
  return (
    <PluginsFrame current="catalogue" actions={<ListActions />}>
      <Toolbar>
        <SearchField label={t.search} value={q} onChange={(next) => setSearchParams({ q: next, page: '' })} />
        <Filter name="kind" value={kind} empty={t.allKinds} options={KINDS.map((each) => [each, t.kinds[each]])} />
        <Filter name="category" value={category} empty={t.allCategories} options={Object.entries(t.categories)} />
        <SourceFilter value={source} sources={answer.value?.sources ?? []} />
      </Toolbar>
      <QueryBoundary answer={answer}>
        {({ items, has_more: hasMore, silent }) => (
          <>
            {silent.map((each) => (
              <Notice key={each.source} variant="warning">
                {t.silent(each.source, each.reason)}
              </Notice>
            ))}
            {items.length === 0 ? (
              <EmptyState
                title={t.noHits}
                about={t.noHitsAbout}
                action={
                  <Button onClick={() => setSearchParams({ q: '', kind: '', category: '', source: '', page: '' })}>
                    {t.clear}
                  </Button>
                }
              />
            ) : (
              <PackageCards
                items={items.map((item) => ({
                  ...item,
                  key: `${item.source} ${item.name}`,
                  href: packageHref(item.name, item.source),
                  state: item.installed_version === null ? null : t.installedVersion(item.installed_version),
                }))}
              />
            )}
            <Pages page={page} hasMore={hasMore} />
          </>
        )}
      </QueryBoundary>
    </PluginsFrame>
  );
}

function Filter({
  name,
  value,
  empty,
  options,
}: {
  readonly name: 'kind' | 'category' | 'source';
  readonly value: string;
  readonly empty: string;
  readonly options: readonly (readonly [string, string])[];
}) {
  return (
    <Select
      label={pluginsTexts()[name]}
      labelHidden
      empty={empty}
      value={value}
      options={options.map(([each, label]) => ({ value: each, label }))}
      onChange={(event) => setSearchParams({ [name]: event.currentTarget.value, page: '' })}
    />
  );
}

function SourceFilter({ value, sources }: { readonly value: string; readonly sources: Sources }) {
  const t = pluginsTexts();
  if (sources.length < 2 && value === '') return null;
  const names = sources.map(({ name }) => [name, name] as const);
  return <Filter name="source" value={value} empty={t.allSources} options={names} />;
}

/** Registries do not tell how many there are. */
function Pages({ page, hasMore }: { readonly page: number; readonly hasMore: boolean }) {
  const t = pluginsTexts();
  if (page === 1 && !hasMore) return null;
  const go = (next: number) => {
    setSearchParams({ page: next === 1 ? '' : String(next) });
    scrollTo(0, 0);
  };
  return (
    <nav className={styles.pages} aria-label={t.catalogue}>
      <IconButton small label={t.previous} disabled={page === 1} onClick={() => go(page - 1)}>
        <ChevronLeft />
      </IconButton>
      <span>{t.pageOf(page)}</span>
      <IconButton small label={t.next} disabled={!hasMore} onClick={() => go(page + 1)}>
        <ChevronRight />
      </IconButton>
    </nav>
  );
}
