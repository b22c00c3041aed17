import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, applySiteColour, createApi } from '#plugins/ui/web/contract.ts';
import type { ParentLink } from '#plugins/web-app/web/embed/parent-link.ts';
import { type AppSession, storageKey } from './app-session.ts';
import type { PageData, Site } from './page-data.ts';
import { takeSsoReturn } from './sso-return.ts';
import { type SignInNeeded, signInNeeded, Visits, type VisitWishes } from './visit.ts';
import { VisitorAccounts } from './visitor-accounts.ts';

/** Why a page shows nothing of its app. */
export type Closed = 'off' | 'paused' | 'unpublished' | 'not-found' | 'embed-off' | 'origin-not-allowed';

type EnteredSession = Omit<AppSession, 'identify'>;

export type Entrance =
  | { readonly is: 'visiting' }
  | { readonly is: 'entered'; readonly session: EnteredSession }
  | { readonly is: 'sign-in'; readonly needed: SignInNeeded; readonly refused: string | null }
  | { readonly is: 'closed'; readonly reason: Closed }
  | { readonly is: 'failed'; readonly error: unknown };

const closedBy: Readonly<Record<string, Closed>> = {
  web_app_off: 'off',
  embed_off: 'embed-off',
  origin_not_allowed: 'origin-not-allowed',
  app_paused: 'paused',
  app_unpublished: 'unpublished',
  no_app: 'not-found',
  embed_token_unknown: 'embed-off',
};

const codeOf: Partial<Record<Closed, string>> = {
  off: 'web_app_off',
  'embed-off': 'embed_off',
  paused: 'app_paused',
  unpublished: 'app_unpublished',
};

/** Why a page is closed before anybody has asked; null: it is not. In a frame, what is off is being there. */
function closedAtFirst({ state, embedded }: PageData): Closed | null {
  if (state === 'open') return null;
  return state === 'off' && embedded ? 'embed-off' : state;
}

/** Where a visitor stands before an app: `enter` tries again, `identify` enters as who the site around says. */
export function useEntrance(page: PageData, link: ParentLink | null) {
  const [visits] = useState(() => new Visits(page));
  const closed = closedAtFirst(page);
  const [entrance, setEntrance] = useState<Entrance>(() =>
    closed === null ? { is: 'visiting' } : { is: 'closed', reason: closed },
  );
  const begun = useRef(false);
  const signed = useRef<string | undefined>(undefined);

  const refuse = useCallback(
    (error: unknown, refused: string | null = null) => {
      const needed = signInNeeded(error);
      const reason = error instanceof ApiError ? closedBy[error.code] : undefined;
      if (error instanceof ApiError) link?.tell({ type: 'error', code: error.code, message: error.message });
      if (needed !== null && page.as_member === true) {
        location.assign(`/sign-in?return_to=${encodeURIComponent(location.pathname + location.search)}`);
      } else if (needed !== null) setEntrance({ is: 'sign-in', needed, refused });
      else setEntrance(reason === undefined ? { is: 'failed', error } : { is: 'closed', reason });
    },
    [link, page],
  );

  const wishes = useCallback(
    (): VisitWishes => ({ visitor: signed.current, parentOrigin: link?.origin() ?? undefined }),
    [link],
  );

  const entered = useCallback(
    (visit: { readonly visitor_id: string; readonly site: Site }, inputs: Readonly<Record<string, unknown>>) => {
      const renew = async (token: string) => {
        try {
          return await visits.renew(token, wishes());
        } catch (error) {
          if (error instanceof ApiError && error.status !== 429) refuse(error);
          throw error;
        }
      };
      const api = createApi({ url: page.runtime_url, token: () => visits.token, renew });
      const own = createApi({ url: '', token: () => visits.token, renew });
      const { app, embedded: isEmbedded } = page;
      if (page.as_member === true) {
        // Known only now: to nobody else is it said.
        document.title = visit.site.title;
        applySiteColour(visit.site.color);
      }
      const visitorId = visit.visitor_id;
      const accounts = new VisitorAccounts(own, storageKey({ app, visitorId }, 'accounts'));
      const session = { app, site: visit.site, isEmbedded, visitorId, api, accounts, inputs, link };
      setEntrance({ is: 'entered', session });
    },
    [page, link, visits, wishes, refuse],
  );

  const enter = useCallback(
    async (isAnew = false) => {
      setEntrance({ is: 'visiting' });
      const back = takeSsoReturn();
      const given = (await link?.wishes) ?? {};
      signed.current ??= given.visitor;
      const inputs = given.inputs ?? {};
      // Known from before: shown at once; that it is over, or the app closed, the first request tells.
      const kept = visits.fresh();
      if (kept?.site !== undefined && !isAnew && back === null && signed.current === undefined) {
        entered({ visitor_id: kept.visitor_id, site: page.site.entry === 'everyone' ? page.site : kept.site }, inputs);
        return;
      }
      try {
        const proof = back !== null && 'proof' in back ? back.proof : undefined;
        entered(await visits.visit({ ...wishes(), proof, isAnew }), inputs);
      } catch (error) {
        refuse(error, back !== null && 'refused' in back ? back.refused : null);
      }
    },
    [link, visits, page, entered, wishes, refuse],
  );

  const identify = useCallback(
    (visitor: string) => {
      signed.current = visitor;
      void enter(true);
    },
    [enter],
  );

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    if (closed === null) void enter();
    else link?.tell({ type: 'error', code: codeOf[closed] ?? closed });
  }, [closed, enter, link]);

  // Also while nobody is in: the site may say who comes before the page has let somebody in.
  return { entrance, enter, identify };
}
