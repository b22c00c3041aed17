import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { EmptyState, Loading, lazyModule, PageBoundary, pageLanguage, useAddress } from '#plugins/ui/web/contract.ts';
import { Questions } from './parts/confirm.tsx';
import { Link } from './parts/link.tsx';
import { sections } from './sections/all.ts';
import { type Match, matchPage } from './sections/match.ts';
import type { StudioPage } from './sections/section.ts';
import { pageData } from './session/page-data.ts';
import { refreshSession } from './session/refresh-session.ts';
import { sessionEnd, watchSessionEnd } from './session/session-end.ts';
import { can, studioSession } from './session/studio-session.ts';
import { Elsewhere } from './shell/elsewhere.tsx';
import { Shell } from './shell/shell.tsx';
import { studioTexts } from './texts/en.ts';

const entrance = lazyModule(() => import('./entrance/entrance.tsx'));
const sessionOver = lazyModule(() => import('./entrance/session-over.tsx'));
const pages: readonly StudioPage[] = sections.flatMap((section) => section.pages);
/** Parts of pages, fetched once. */
const loaded = new Map<StudioPage, ReturnType<typeof lazyModule<Awaited<ReturnType<StudioPage['load']>>>>>();
/** What the server has told of where things are is of this address. */
const openedAt = location.pathname;
/** Addresses of the entrance; all others are behind it. */
const open = /^\/(?:setup|sign-in|sign-up|reset-password|invitation)$/;

/** The studio: the entrance for who is not signed in, else the page of the address in its frame. */
export function Studio() {
  const address = useAddress();
  const pathname = new URL(address, location.href).pathname;
  const hasPlace = pageData.session !== null && pageData.session.workspace !== null;
  const found = useMemo(() => matchPage(pages, pathname), [pathname]);
  const isEntrance = open.test(pathname) || (!hasPlace && found !== null);
  const isRenewing = useRenewal(isEntrance && !open.test(pathname) && pageData.session === null);
  const Entrance = entrance.use(isEntrance && !isRenewing)?.Entrance;
  const t = studioTexts();
  if (isEntrance) {
    if (isRenewing || Entrance === undefined) return <Loading label={t.loading} />;
    return <Entrance pathname={pathname} />;
  }
  // Nobody needs to sign in to be told that there is nothing. What comes next is loaded anew: their session may only need renewal.
  if (!hasPlace) {
    return (
      <main>
        <NoPage way={<a href="/apps">{t.toApps}</a>} />
      </main>
    );
  }
  const elsewhere = pathname === openedAt ? (pageData.session?.elsewhere ?? null) : null;
  return (
    <>
      {/* The frame asks for nothing of another workspace. */}
      <Shell pathname={elsewhere === null ? pathname : '/'}>
        <PageBoundary resetKey={pathname}>
          {elsewhere !== null ? (
            <Elsewhere workspace={elsewhere} />
          ) : found === null ? (
            <NoPage way={<Link href="/apps">{t.toApps}</Link>} />
          ) : (
            <CurrentPage found={found} />
          )}
        </PageBoundary>
      </Shell>
      <Questions />
      <SessionCover />
    </>
  );
}

/** Nothing, as long as somebody is signed in. */
function SessionCover() {
  const { isOver, other } = useSyncExternalStore(watchSessionEnd, sessionEnd);
  const SessionOver = sessionOver.use(isOver)?.SessionOver;
  return isOver && SessionOver !== undefined ? <SessionOver other={other} /> : null;
}

/** Who was away for a while has a session whose cookie must be renewed before the server knows them: then the page is loaded again. */
function useRenewal(isNeeded: boolean): boolean {
  const [isRenewing, setRenewing] = useState(isNeeded);
  useEffect(() => {
    if (!isRenewing) return;
    refreshSession().then(
      (renewed) => (renewed === null ? setRenewing(false) : location.reload()),
      () => setRenewing(false),
    );
  }, [isRenewing]);
  return isRenewing;
}

function NoPage({ way }: { readonly way: ReactNode }) {
  const t = studioTexts();
  useEffect(() => {
    document.title = `${t.notFound} · Weft`;
  }, [t]);
  return <EmptyState level={1} title={t.notFound} about={t.notFoundAbout} action={way} />;
}

function CurrentPage({ found }: { readonly found: Match }) {
  const t = studioTexts();
  const { permission } = found.page;
  if (permission !== undefined && !can(permission)) {
    return (
      <EmptyState
        level={1}
        title={t.notAllowed}
        about={whoMay(permission)}
        action={<Link href="/apps">{t.toApps}</Link>}
      />
    );
  }
  return <LoadedPage key={found.page.path} found={found} />;
}

/** Whom to ask for what one's role does not include. */
function whoMay(permission: string): string {
  const t = studioTexts();
  const { role, lacks } = studioSession().workspace;
  const roles = lacks[permission] ?? [];
  if (roles.length === 0) return t.onlyOperator;
  const named = new Intl.ListFormat(pageLanguage(), { type: 'disjunction' }).format(
    roles.map((each) => t.roles[each] ?? each),
  );
  return t.notAllowedAbout(named, t.roles[role] ?? role);
}

function LoadedPage({ found: { page, params } }: { readonly found: Match }) {
  const t = studioTexts();
  const part = loaded.get(page) ?? lazyModule(page.load);
  loaded.set(page, part);
  const Page = part.use()?.Page;
  return Page === undefined ? <Loading label={t.loading} /> : <Page params={params} />;
}
