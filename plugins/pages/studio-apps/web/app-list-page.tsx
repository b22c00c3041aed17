import {
  ago,
  Badge,
  Link,
  PageFrame,
  Pager,
  SearchField,
  Shown,
  setQuery,
  useAnswer,
  useQuery,
} from '#plugins/studio/web/contract.tsx';
import { Button, EmptyState } from '#plugins/ui/web/contract.ts';
import styles from './app-list.module.css';
import { appsTexts } from './apps-texts.ts';

const LIMIT = 30;

/** The apps of the workspace, those changed last first. */
export function Page() {
  const t = appsTexts();
  const [name] = useQuery('q');
  const [page] = useQuery('page', '1');
  const answer = useAnswer('/console/api/apps', {
    query: { page: Number(page) || 1, limit: LIMIT, ...(name !== '' && { name }) },
  });
  return (
    <PageFrame title={t.apps} about={t.about} wide>
      <SearchField label={t.search} value={name} onChange={(q) => setQuery({ q, page: '' })} />
      <Shown answer={answer}>
        {({ data, total }) =>
          data.length === 0 ? (
            <EmptyState
              title={name === '' ? t.none : t.noHits}
              {...(name === '' && { about: t.noneAbout })}
              action={name !== '' && <Button onClick={() => setQuery({ q: '', page: '' })}>{t.clear}</Button>}
            />
          ) : (
            <>
              <ul className={styles.cards}>
                {data.map((app) => (
                  <li key={app.id} className={styles.card}>
                    <div className={styles.head}>
                      <Link className={styles.name} href={`/app/${app.id}/build`} dir="auto">
                        {app.name}
                      </Link>
                      <Badge look={app.status === 'active' ? 'ok' : 'plain'}>{app.status}</Badge>
                    </div>
                    <p className={styles.about} dir="auto">
                      {app.description}
                    </p>
                    <div className={styles.foot}>
                      <span>{app.mode}</span>
                      <span>{t.changedAgo(ago(app.updated_at))}</span>
                    </div>
                  </li>
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
