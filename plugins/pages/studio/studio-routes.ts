import { Public, type Reply, type Route, type RouteRequest, route } from '#http';
import type { Accounts } from '#plugins/accounts/contract.ts';
import type { Setup } from '#plugins/members/contract.ts';
import type { Pages } from '#plugins/pages/contract.ts';
import { type SessionParts, sessionData } from './session-data.ts';

export interface StudioParts extends SessionParts {
  readonly accounts: Accounts;
  readonly setup: Setup;
  readonly pages: Pages;
}

/** Pages before somebody is signed in, and the first one. Secrets of links stand behind `#`, which no server sees. */
export const entrance = ['/setup', '/sign-in', '/sign-up', '/reset-password', '/invitation'] as const;

const html = { 'text/html': { schema: { type: 'string' } } } as const;

/** Routes that answer with the studio; see `Studio.routes`. */
export function studioRoutes(parts: StudioParts, id: string, paths: readonly string[]): Route[] {
  return paths.map((path) =>
    route({
      id: `${id}.page${path.replaceAll('*', 'inner').replace(/[^a-z]+/g, '-')}`,
      method: 'GET',
      path,
      access: Public,
      summary: `The studio: ${path}`,
      docs: {
        tag: 'Pages',
        description: 'A page for browsers. Who is not signed in is asked to.',
        answers: {
          200: { description: 'The page.', content: html },
          503: { description: 'The pages are being built: a page that loads itself again.', content: html },
        },
      },
      handle: (request) => studioPage(parts, request),
    }),
  );
}

async function studioPage(parts: StudioParts, request: RouteRequest): Promise<Reply> {
  const session = await sessionData(parts, request);
  const offers = session === null ? await offersTo(parts) : null;
  return parts.pages.render('studio/studio', {
    title: 'Weft',
    language: session?.account.language ?? 'en',
    isPrivate: true,
    waits: true,
    // Editors of prompts and code do.
    makesStyles: true,
    images: ['data:', 'blob:'],
    // The page of an app is tried in a frame.
    frames: ["'self'"],
    data: { session, offers },
  });
}

/** What the entrance offers. */
async function offersTo({ accounts, setup }: StudioParts) {
  const { signUp, resetByMail } = accounts.offers;
  return { sign_up: signUp, reset_by_mail: resetByMail, needs_owner: (await setup.code()) !== null };
}

/** The address of the server leads to the apps. */
export const firstRoute: Route = route({
  id: 'studio.first',
  method: 'GET',
  path: '/',
  access: Public,
  summary: 'Go to the studio',
  docs: { tag: 'Pages', answers: { 303: { description: 'To `/apps`.' } } },
  handle: () => ({ status: 303, headers: { location: '/apps', 'cache-control': 'no-store' }, body: { kind: 'empty' } }),
});
