import { readPageData } from '#plugins/ui/web/contract.ts';
import type { SessionData } from './session-data.ts';

/** What the entrance offers who is not signed in. */
export interface Offers {
  readonly sign_up: boolean;
  readonly reset_by_mail: boolean;
  /** A new server: nobody can sign in yet. */
  readonly needs_owner: boolean;
}

/** What the server wrote into the page. */
export const pageData = readPageData<{ readonly session: SessionData | null; readonly offers: Offers | null }>();
