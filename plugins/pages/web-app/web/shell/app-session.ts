import { createContext, useContext } from 'react';
import type { Api } from '#plugins/ui/web/contract.ts';
import type { ParentLink } from '#plugins/web-app/web/embed/parent-link.ts';
import type { PageData, Site } from './page-data.ts';
import type { VisitorAccounts } from './visitor-accounts.ts';

/** A visitor in an app: what its pages work with. */
export interface AppSession {
  readonly app: PageData['app'];
  readonly site: Site;
  /** In a frame on another site. */
  readonly isEmbedded: boolean;
  /** Changes when the page around says that it is somebody else (`identify`). */
  readonly visitorId: string;
  /** Calls `/v1` as the visitor. */
  readonly api: Api;
  /** What they have connected at other services. */
  readonly accounts: VisitorAccounts;
  /** Values for the inputs that the page around gave. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** To the page around; null: there is none. */
  readonly link: ParentLink | null;
  /** Visits as who the site says (`identify`), in place of who was there. */
  identify(visitor: string): void;
}

export const SessionContext = createContext<AppSession | null>(null);

/** The session, below the page of an app. */
export function useSession(): AppSession {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('this part is shown outside of a session');
  return session;
}

/** Key of `localStorage` for what an app's page keeps: of this visitor only. */
export function storageKey(session: Pick<AppSession, 'app' | 'visitorId'>, name: string): string {
  return `weft:${session.app.id}:${session.visitorId}:${name}`;
}
