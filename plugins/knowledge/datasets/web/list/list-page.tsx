import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import {
  OptionPicker,
  PageFrame,
  Pager,
  QueryBoundary,
  SearchField,
  setSearchParams,
  useApi,
  useSearchParam,
} from '#plugins/studio/web/contract.tsx';
import { Button, CardList, EmptyState, navigate, Toolbar } from '#plugins/ui/web/contract.ts';
import { BaseCard } from './base-card.tsx';
import { NewBase } from './new-base.tsx';

const LIMIT = 30;

/** The knowledge bases of the workspace that one sees. */
export function Page() {
  const t = knowledgeTexts();
  const [keyword] = useSearchParam('q');
  const [tag] = useSearchParam('tag');
  const [page] = useSearchParam('page', '1');
  const [isNew] = useSearchParam('new');
  const tags = useApi('/console/api/dataset-tags').value?.data ?? [];
  const at = Number(page) || 1;
  const answer = useApi('/console/api/datasets', {
    query: { page: at, limit: LIMIT, ...(keyword !== '' && { keyword }), ...(tag !== '' && { tag_id: [tag] }) },
  });
  const isFiltered = keyword !== '' || tag !== '';
  const newButton = (
    <Button variant="primary" onClick={() => setSearchParams({ new: 'yes' })}>
      {t.newBase}
    </Button>
  );
  return (
    <PageFrame
      title={t.knowledge}
      about={t.about}
      wide
      actions={
        <>
          <Button onClick={() => navigate('/knowledge/apis')}>{t.externalApis}</Button>
          <Button onClick={() => navigate('/knowledge/keys')}>{t.keys}</Button>
          {newButton}
        </>
      }
    >
      <Toolbar>
        <SearchField label={t.searchBases} value={keyword} onChange={(q) => setSearchParams({ q, page: '' })} />
        {tags.length > 0 && (
          <OptionPicker
            kind="dataset-tags"
            label={t.tag}
            labelHidden
            empty={t.allTags}
            value={tag}
            options={tags.map(({ id, name }) => ({ id, label: name }))}
            onChange={(id) => setSearchParams({ tag: id, page: '' })}
          />
        )}
      </Toolbar>
      <QueryBoundary answer={answer}>
        {({ data, total }) =>
          data.length === 0 ? (
            <EmptyState
              title={isFiltered ? t.noHits : t.noBases}
              {...(!isFiltered && { about: t.noBasesAbout })}
              action={
                isFiltered ? (
                  <Button onClick={() => setSearchParams({ q: '', tag: '', page: '' })}>{t.clear}</Button>
                ) : (
                  newButton
                )
              }
            />
          ) : (
            <>
              <CardList>
                {data.map((base) => (
                  <BaseCard key={base.id} base={base} />
                ))}
              </CardList>
              <Pager
                page={at}
                limit={LIMIT}
                total={total}
                onPage={(next) => setSearchParams({ page: next === 1 ? '' : String(next) })}
              />
            </>
          )
        }
      </QueryBoundary>
      {isNew !== '' && <NewBase onClose={() => setSearchParams({ new: '' })} />}
    </PageFrame>
  );
}
