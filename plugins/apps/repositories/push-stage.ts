import { blobId } from '#plugins/repository-hosts/contract.ts';
import { describe, type FileChanges } from './described-commit.ts';
import { layoutNameOf } from './head-state.ts';
import type { LinkedApp, PublishedVersion, RunItem } from './link.ts';
import { type Outgoing, prepare } from './outgoing.ts';
import { requestPull } from './pull-requests.ts';
import { HeadMoved, keep, type Session, type SyncParts } from './session.ts';

/** Commits a version, or says why not. Throws `HeadMoved` when somebody was faster. */
export async function pushVersion(parts: SyncParts, session: Session, version: PublishedVersion): Promise<void> {
  const { workspaceId } = session.link;
  const settle = (state: 'done' | 'held' | 'dropped', commit: string | null) =>
    parts.apps.settle(workspaceId, version.id, state, commit);
  const prepared = await prepare(parts, session, version);
  if (prepared.kind === 'dropped') return settle('dropped', null);
  if (prepared.kind === 'nothing') return settle('done', null);
  if (prepared.kind === 'held') {
    const { app, state, reason, conflicts } = prepared;
    const action = state === 'conflict' || state === 'gone' ? state : 'blocked';
    await keep(parts, session, { ...app, state, reason, conflicts }, itemOf(app, action, [reason]));
    return settle('held', null);
  }
  const changes = changedFiles(session, prepared);
  if (changes.length === 0) {
    await keep(parts, session, inStep(prepared));
    return settle('done', session.head.commit);
  }
  await parts.sources.name(workspaceId, version.appId, prepared.app.key).catch(() => {});
  const refusal =
    session.link.commits === 'direct' || session.head.commit === null
      ? await direct(parts, session, { prepared, changes, settle })
      : '';
  if (refusal === null) return;
  const asked = await requestPull(parts, session, { outgoing: prepared, changes, refusal });
  if ('reason' in asked) {
    const { reason } = asked;
    await keep(
      parts,
      session,
      { ...prepared.app, state: 'blocked', reason },
      itemOf(prepared.app, 'blocked', [reason]),
    );
    return settle('held', null);
  }
  const { pull, details } = asked;
  const app: LinkedApp = {
    ...prepared.app,
    state: 'pull_request',
    reason: refusal === '' ? null : refusal,
    pull,
    conflicts: [],
  };
  await keep(parts, session, app, itemOf(app, 'pull_request', details));
  return settle('done', pull.commit);
}

/** null: it is on the branch; else what the server said against it. */
async function direct(
  parts: SyncParts,
  session: Session,
  {
    prepared,
    changes,
    settle,
  }: { prepared: Outgoing; changes: FileChanges; settle: (state: 'done', commit: string) => Promise<void> },
): Promise<string | null> {
  const { link, head } = session;
  const made = await session.remote.commit({
    branch: link.branch,
    expected: head.commit,
    parent: head.commit,
    ...(await describe(parts, session, prepared)),
    changes,
  });
  if (made.state === 'moved') throw new HeadMoved();
  if (made.state === 'refused') return made.reason;
  const app = inStep(prepared);
  const files = new Map(head.files).set(app.file, {
    file: app.file,
    blob: blobOf(prepared.file.document),
    layoutBlob: blobOf(prepared.file.layout),
  });
  session.head = { ...head, commit: made.commit, files };
  await keep(
    parts,
    session,
    app,
    itemOf(app, 'commit', [`Version ${prepared.version.number} → ${made.commit.slice(0, 7)}`]),
  );
  await settle('done', made.commit);
  return null;
}

export function itemOf({ key, name }: LinkedApp, action: RunItem['action'], details: readonly string[]): RunItem {
  return { key, name, action, details };
}

/** As it is known once its files are on the branch. What the file says besides comes with the next look at it. */
function inStep({ app, called, file, hasMore }: Outgoing): LinkedApp {
  return {
    ...app,
    blob: hasMore ? '' : blobOf(file.document),
    layoutBlob: blobOf(file.layout),
    fileText: file.document,
    appText: called.document,
    layoutText: file.layout,
    state: hasMore ? 'behind' : 'in_step',
    reason: null,
    conflicts: [],
    choices: hasMore ? app.choices : {},
    pull: null,
  };
}

function changedFiles({ link, head }: Session, { app, file }: Outgoing): FileChanges {
  const there = head.files.get(app.file);
  const path = (name: string) => (link.folder === '' ? name : `${link.folder}/${name}`);
  return [
    ...(there?.blob === blobOf(file.document) ? [] : [{ path: path(app.file), bytes: Buffer.from(file.document) }]),
    ...(there?.layoutBlob === blobOf(file.layout)
      ? []
      : [{ path: path(layoutNameOf(app.file)), bytes: Buffer.from(file.layout) }]),
  ];
}

function blobOf(text: string): string {
  return blobId(Buffer.from(text));
}
