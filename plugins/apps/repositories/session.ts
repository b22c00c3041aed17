import type { AppCode, CodeNames } from '#plugins/app-code/contract.ts';
import type { AppDrafts, AppSources } from '#plugins/apps/contract.ts';
import type { OpenRepository, RepositoryHosts } from '#plugins/repository-hosts/contract.ts';
import type { AppStore } from './app-store.ts';
import type { HeadState } from './head-state.ts';
import type { Link, LinkedApp, RunItem } from './link.ts';
import type { DocumentTexts } from './texts.ts';

/** What a look works with. */
export interface SyncParts {
  readonly hosts: RepositoryHosts;
  readonly code: AppCode;
  readonly sources: AppSources;
  readonly drafts: AppDrafts;
  readonly texts: DocumentTexts;
  readonly apps: AppStore;
}

/** One look at a link, from its beginning to its end. */
export interface Session {
  readonly link: Link;
  readonly remote: OpenRepository;
  readonly signal: AbortSignal;
  /** What the branch holds, with what was committed meanwhile. */
  head: HeadState;
  environment: string | undefined;
  names: CodeNames;
  readonly apps: Map<string, LinkedApp>;
  readonly items: RunItem[];
}

/** The branch is another by now: all is read anew. */
export class HeadMoved extends Error {}

/** An app that the link did not know. */
export function newLinkedApp(link: Link, of: Pick<LinkedApp, 'key' | 'file' | 'appId' | 'name'>): LinkedApp {
  return {
    linkId: link.id,
    workspaceId: link.workspaceId,
    ...of,
    blob: null,
    layoutBlob: null,
    fileText: null,
    appText: null,
    layoutText: null,
    state: 'ahead',
    reason: null,
    conflicts: [],
    choices: {},
    pull: null,
  };
}

/** Keeps what is known of an app from now on, and tells of it in the run. */
export async function keep(parts: SyncParts, session: Session, app: LinkedApp, item?: RunItem): Promise<void> {
  await parts.apps.put(app);
  session.apps.set(app.key, app);
  if (item !== undefined) session.items.push(item);
}
