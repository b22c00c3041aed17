import { can, Link, QueryBoundary, useApi } from '#plugins/studio/web/contract.tsx';
import { Muted, Toolbar } from '#plugins/ui/web/contract.ts';
import { AppState } from './states.tsx';
import { repositoryTexts } from './texts/en.ts';

/** A line for each repository that an app is kept in step with: how far it is, and where it waits. */
export function AppRepositories({ appId }: { readonly appId: string }) {
  const t = repositoryTexts();
  const answer = useApi('/console/api/apps/{app_id}/repositories', {
    path: { app_id: appId },
    isLive: true,
    isUnderWay: ({ waiting }) => waiting > 0,
  });
  return (
    <QueryBoundary answer={answer}>
      {({ data, waiting }) =>
        data.length === 0 ? (
          <Muted small>
            {t.notLinked}{' '}
            <Link href={`/settings/repositories${can('providers.manage') ? '/new' : ''}`}>{t.linkIt}</Link>
          </Muted>
        ) : (
          data.map(({ repository_id: id, repository, branch, reason, state, pull }) => (
            <Toolbar key={id}>
              <Link href={`/settings/repositories/${id}`}>
                {repository} · {branch}
              </Link>
              <AppState app={{ state, pull }} />
              {pull?.url != null && (
                <a href={pull.url} target="_blank" rel="noreferrer">
                  {t.openPull}
                </a>
              )}
              {waiting > 0 && <Muted small>{t.committing(waiting)}</Muted>}
              {reason !== null && <Muted small>{reason}</Muted>}
            </Toolbar>
          ))
        )
      }
    </QueryBoundary>
  );
}
