import { fromJson } from '#engine';
import { isPlatformError } from '#kernel';
import type { AppSource } from '#plugins/apps/contract.ts';
import { readTexts } from './head-state.ts';
import type { AppState, LinkedApp, PublishedVersion } from './link.ts';
import { newLinkedApp, type Session, type SyncParts } from './session.ts';
import { pushed } from './sides.ts';
import { type DocumentText, secretPlace, shownConflicts } from './texts.ts';

/** A version, and the files that say it. */
export interface Outgoing {
  readonly version: PublishedVersion;
  readonly app: LinkedApp;
  /** The version as this workspace names things. */
  readonly called: DocumentText;
  readonly file: DocumentText;
  /** Whether the file says more than the version: somebody else changed it meanwhile. */
  readonly hasMore: boolean;
}

/** Why a version is not committed. */
export interface Held {
  readonly app: LinkedApp;
  readonly state: AppState;
  readonly reason: string;
  readonly conflicts: LinkedApp['conflicts'];
}

/** `nothing`: it came from the repository itself; `dropped`: there is no such app any more. */
export type Prepared =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'dropped' }
  | ({ readonly kind: 'held' } & Held)
  | ({ readonly kind: 'outgoing' } & Outgoing);

/** What the files are to say of a version, or why they can't. At most one request. */
export async function prepare(parts: SyncParts, session: Session, version: PublishedVersion): Promise<Prepared> {
  const { workspaceId } = session.link;
  const source = await sourceOf(parts, workspaceId, version.appId);
  if (source === null) return { kind: 'dropped' };
  const app = await linkedApp(parts, session, source);
  const tree = fromJson(await parts.drafts.treeOf(workspaceId, version.appId, version.versionId));
  const called = parts.texts.text(tree, null);
  if (app.blob !== null && app.appText === called.document && app.layoutText === called.layout)
    return { kind: 'nothing' };
  const there = session.head.files.get(app.file);
  if (there === undefined && app.blob !== null && app.pull === null) {
    const reason =
      'It was published here, and its file is not in the repository any more: put the file back, or delete the app.';
    return { kind: 'held', app, state: 'gone', reason, conflicts: [] };
  }
  return merged(parts, session, { version, app, called });
}

async function sourceOf(parts: SyncParts, workspaceId: string, appId: string): Promise<AppSource | null> {
  try {
    return await parts.sources.get(workspaceId, appId);
  } catch (error) {
    if (isPlatformError(error) && error.kind === 'not-found') return null;
    throw error;
  }
}

/** The app as the link knows it; one that it did not gets a key that nothing else has, in the folder and in the workspace. */
async function linkedApp(parts: SyncParts, session: Session, { app, key }: AppSource): Promise<LinkedApp> {
  const { link, apps, head } = session;
  const known = [...apps.values()].find(({ appId }) => appId === app.id);
  if (known !== undefined) return { ...known, name: app.name };
  const about = { appId: app.id, name: app.name };
  if (key !== null && !apps.has(key)) return newLinkedApp(link, { ...about, key, file: `${key}.yml` });
  const taken = new Set((await parts.sources.list(link.workspaceId)).map(({ key: other }) => other));
  const wish = parts.code.keyOf(app.name);
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? wish : `${wish}-${number}`;
    if (taken.has(free) || apps.has(free) || head.files.has(`${free}.yml`)) continue;
    return newLinkedApp(link, { ...about, key: free, file: `${free}.yml` });
  }
}

/** What others wrote may be no document: that holds back its own app, and no other. */
async function readable(reading: Promise<unknown>): Promise<{ readonly tree: unknown } | { readonly wrong: string }> {
  try {
    return { tree: await reading };
  } catch (error) {
    if (!isPlatformError(error) || error.kind !== 'invalid') throw error;
    return { wrong: error.message };
  }
}

async function merged(
  parts: SyncParts,
  session: Session,
  { version, app, called }: Pick<Outgoing, 'version' | 'app' | 'called'>,
): Promise<Prepared> {
  const { texts } = parts;
  const { link, remote, head, names } = session;
  const { workspaceId } = link;
  const there = head.files.get(app.file);
  const isMoved = there !== undefined && there.blob !== app.blob;
  const layoutBlob = there?.layoutBlob ?? null;
  const isRedrawn = layoutBlob !== null && layoutBlob !== app.layoutBlob;
  const wanted = [...(isMoved ? [there.blob] : []), ...(isRedrawn ? [layoutBlob] : [])];
  const read = await readTexts(remote, wanted);
  const unbound = (tree: unknown) => (tree === undefined ? undefined : texts.unbound(tree, names));
  const baseFile = await texts.treeOr(workspaceId, app.fileText);
  let now = baseFile;
  if (isMoved) {
    const found = await readable(texts.fileTree(workspaceId, read.get(there.blob) ?? '', app.key));
    if ('wrong' in found) {
      const reason = `${app.file} can't be read as it is in the repository: ${found.wrong} Mend it there; this version is committed then.`;
      return { kind: 'held', app, state: 'blocked', reason, conflicts: [] };
    }
    now = found.tree;
  }
  const file = there === undefined ? undefined : now;
  const ours = await texts.fileTree(
    workspaceId,
    texts.textOf(unbound(await texts.tree(workspaceId, called.document)), app.key),
    app.key,
  );
  const base = app.appText === null ? undefined : unbound(await texts.tree(workspaceId, app.appText));
  const baseWithKey =
    base === undefined ? undefined : await texts.fileTree(workspaceId, texts.textOf(base, app.key), app.key);
  const { file: says, conflicts } = pushed({ base: baseWithKey, ours, baseFile, file }, (place) => app.choices[place]);
  if (conflicts.length > 0) {
    const reason = 'It was changed here and in the repository, in the same places: choose which to keep.';
    return { kind: 'held', app, state: 'conflict', reason, conflicts: shownConflicts(conflicts, [ours, file]) };
  }
  const secret = secretPlace(says);
  if (secret !== null) {
    const reason = `It was not committed: what stands at ${secret} looks like a key or a password. Put it into a secret environment variable, and publish again.`;
    return { kind: 'held', app, state: 'blocked', reason, conflicts: [] };
  }
  const layout = await texts.layout(workspaceId, {
    base: app.layoutText,
    ours: called.layout,
    theirs: layoutBlob === null ? null : isRedrawn ? (read.get(layoutBlob) ?? null) : app.layoutText,
  });
  const { document } = texts.text(says, app.key);
  return { kind: 'outgoing', version, app, called, file: { document, layout }, hasMore: isMoved };
}
