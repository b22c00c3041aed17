import { type ReactNode, useMemo } from 'react';
import { Loading, useLatest, useOnline } from '#plugins/ui/web/contract.ts';
import type { ParentLink } from '#plugins/web-app/web/embed/parent-link.ts';
import { type AppSession, SessionContext } from './app-session.ts';
import { ClosedPage, OfflineBar, VisitFailed } from './closed-page.tsx';
import { useEntrance } from './entrance.ts';
import type { PageData } from './page-data.ts';
import { PageHeader } from './page-header.tsx';
import styles from './shell.module.css';
import { SignIn } from './sign-in.tsx';
import { shellTexts } from './texts/en.ts';

export interface AppShellProps {
  readonly page: PageData;
  readonly link: ParentLink | null;
  readonly content: (session: AppSession) => ReactNode;
}

/** Lets the visitor in, or says why not. */
export function AppShell({ page, link, content }: AppShellProps) {
  const t = shellTexts();
  const isOnline = useOnline();
  const { entrance, enter, identify } = useEntrance(page, link);
  const session = entrance.is === 'entered' ? entrance.session : null;
  const given = useLatest(content);
  const shown = useMemo(() => (session === null ? null : given.current({ ...session, identify })), [session, identify]);

  if (session !== null) {
    return (
      <SessionContext value={{ ...session, identify }}>
        {!isOnline && <OfflineBar />}
        {/* Another visitor sees nothing of the one before. */}
        <Keyed key={session.visitorId}>{shown}</Keyed>
      </SessionContext>
    );
  }
  return (
    <>
      <PageHeader site={page.site} link={link} />
      <main className={styles.main}>
        {entrance.is === 'visiting' && <Loading label={t.opening} />}
        {entrance.is === 'sign-in' && (
          <SignIn page={page} needed={entrance.needed} refused={entrance.refused} onEntered={() => enter()} />
        )}
        {entrance.is === 'closed' && <ClosedPage reason={entrance.reason} onTryAgain={() => enter()} />}
        {entrance.is === 'failed' && <VisitFailed error={entrance.error} onTryAgain={() => enter()} />}
      </main>
    </>
  );
}

function Keyed({ children }: { readonly children: ReactNode }) {
  return children;
}
