import { useState } from 'react';
import { can, PageFrame, Pager, QueryBoundary, useApi } from '#plugins/studio/web/contract.tsx';
import { Button, CardList, EmptyState, LinkButton, navigate } from '#plugins/ui/web/contract.ts';
import { AppCard } from './app-card.tsx';
import { FilterBar } from './list/filter-bar.tsx';
import { type AppFilters, clearFilters, isNarrowed, queryOf, setFilters, useAppFilters } from './list/filters.ts';
import { FirstSteps } from './list/first-steps.tsx';
import { RecentApps } from './list/recent-apps.tsx';
import { SelectionBar } from './list/selection-bar.tsx';
import { listTexts } from './list/texts/en.ts';
import { appsTexts } from './texts/en.ts';

const LIMIT = 30;

/** The apps of the workspace: to be built, or, for who may not, those that are published and can be used. */
export function Page() {
  const t = appsTexts();
  const own = listTexts();
  const mayEdit = can('apps.edit');
  const filters = useAppFilters();
  const [chosen, choose] = useState<ReadonlySet<string> | null>(null);
  const answer = useApi('/console/api/apps', { query: queryOf(filters, LIMIT) });
  const isPlain = !isNarrowed(filters) && filters.page === 1;
  return (
    <PageFrame
      title={t.apps}
      about={mayEdit ? t.about : own.aboutForMembers}
      wide
      actions={
        mayEdit && (
          <>
            <Button onClick={() => navigate('/apps/deleted')}>{t.deletedApps}</Button>
            {chosen === null && (answer.value?.total ?? 0) > 0 && (
              <Button onClick={() => choose(new Set())}>{own.selectSeveral}</Button>
            )}
            <Button variant="primary" onClick={() => navigate('/apps/new')}>
              {t.newApp}
            </Button>
          </>
        )
      }
    >
      <FirstSteps />
      {isPlain && chosen === null && <RecentApps />}
      <FilterBar filters={filters} />
      <QueryBoundary answer={answer}>
        {({ data, total }) =>
          data.length === 0 ? (
            <Nothing filters={filters} />
          ) : (
            <>
              {chosen !== null && <SelectionBar apps={data} chosen={chosen} onChange={choose} />}
              <CardList>
                {data.map((app) => (
                  <AppCard
                    key={app.id}
                    app={app}
                    tags={filters.tags}
                    chosen={chosen?.has(app.id) ?? null}
                    onChoose={(is) => choose(withChoice(chosen, app.id, is))}
                  />
                ))}
              </CardList>
              <Pager
                page={filters.page}
                limit={LIMIT}
                total={total}
                onPage={(page) => {
                  // What is not seen is not selected.
                  if (chosen !== null) choose(new Set());
                  setFilters({ page });
                }}
              />
            </>
          )
        }
      </QueryBoundary>
    </PageFrame>
  );
}

function withChoice(chosen: ReadonlySet<string> | null, id: string, isChosen: boolean): ReadonlySet<string> {
  const next = new Set(chosen);
  if (isChosen) next.add(id);
  else next.delete(id);
  return next;
}

/** Why there is nothing, and what to do about it. */
function Nothing({ filters }: { readonly filters: AppFilters }) {
  const t = appsTexts();
  const own = listTexts();
  if (isNarrowed(filters)) {
    const { q, mode, status, tags, isFavourite } = filters;
    const isStarAlone = isFavourite && q === '' && mode === '' && status === '' && tags.length === 0;
    return (
      <EmptyState
        title={isStarAlone ? own.noFavourites : t.noHits}
        {...(isStarAlone && { about: own.noFavouritesAbout })}
        action={<Button onClick={clearFilters}>{own.clearFilters}</Button>}
      />
    );
  }
  if (!can('apps.edit')) return <EmptyState title={own.noneForMembers} about={own.noneForMembersAbout} />;
  return (
    <EmptyState
      title={t.none}
      about={t.noneAbout}
      action={
        <LinkButton variant="primary" href="/apps/new">
          {t.newApp}
        </LinkButton>
      }
    />
  );
}
