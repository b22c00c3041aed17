import type { Reply, RouteRequest } from '#http';
import type { Accounts } from '#plugins/accounts/contract.ts';
import type { Setup } from '#plugins/members/contract.ts';
import type { Pages } from '#plugins/pages/contract.ts';
import { type SessionParts, sessionData } from './session-data.ts';

export interface StudioParts extends SessionParts {
  readonly accounts: Accounts;
  readonly setup: Setup;
  readonly pages: Pages;
}

/** The HTML of the studio, whatever its address shows. */
export async function studioPage(
  parts: StudioParts,
  request: Pick<RouteRequest, 'headers' | 'address' | 'path'>,
  status = 200,
): Promise<Reply> {
  const session = await sessionData(parts, request);
  const offers = session === null ? await offersTo(parts) : null;
  return parts.pages.render('studio/studio', {
    status,
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
