import { PageFrame, Pager, SearchField, Shown, setQuery, useAnswer, useQuery } from '#plugins/studio/web/contract.tsx';
import { knowledgeTexts } from '#plugins/studio-knowledge/web/knowledge-texts.ts';
import { Button, EmptyState, navigate, Select } from '#plugins/ui/web/contract.ts';
import { BaseCard } from './base-card.tsx';
import styles from './list.module.css';
import { NewBase } from './new-base.tsx';

const LIMIT = 30;

/** The knowledge bases of the workspace that one sees. */
export function Page() {
  const t = knowledgeTexts();
  const [keyword] = useQuery('q');
  const [tag] = useQuery('tag');
  const [page] = useQuery('page', '1');
  const [isNew] = useQuery('new');
  const tags = useAnswer('/console/api/dataset-tags').value?.data ?? [];
  const at = Number(page) || 1;
  const answer = useAnswer('/console/api/datasets', {
    query: { page: at, limit: LIMIT, ...(keyword !== '' && { keyword }), ...(tag !== '' && { tag_id: tag }) },
  });
  const isFiltered = keyword !== '' || tag !== '';
  const newButton = (
    <Button look="main" onClick={() => setQuery({ new: 'yes' })}>
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
      <div className={styles.filters}>
        <SearchField label={t.searchBases} value={keyword} onChange={(q) => setQuery({ q, page: '' })} />
        {tags.length > 0 && (
          <Select
            label={t.tag}
            labelHidden
            empty={t.allTags}
            value={tag}
            options={tags.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(event) => setQuery({ tag: event.currentTarget.value, page: '' })}
          />
        )}
      </div>
      <Shown answer={answer}>
        {({ data, total }) =>
          data.length === 0 ? (
            <EmptyState
              title={isFiltered ? t.noHits : t.noBases}
              {...(!isFiltered && { about: t.noBasesAbout })}
              action={
                isFiltered ? (
                  <Button onClick={() => setQuery({ q: '', tag: '', page: '' })}>{t.clear}</Button>
                ) : (
                  newButton
                )
              }
            />
          ) : (
            <>
              <ul className={styles.cards}>
                {data.map((base) => (
                  <BaseCard key={base.id} base={base} />
                ))}
              </ul>
              <Pager
                page={at}
                limit={LIMIT}
                total={total}
                onPage={(next) => setQuery({ page: next === 1 ? '' : String(next) })}
              />
            </>
          )
        }
      </Shown>
      {isNew !== '' && <NewBase onClose={() => setQuery({ new: '' })} />}
    </PageFrame>
  );
}
