import { isPlatformError } from '#kernel';
import { describe, type FileChanges } from './described-commit.ts';
import type { LinkedApp, PullRequest } from './link.ts';
import type { Outgoing } from './outgoing.ts';
import { HeadMoved, keep, type Session, type SyncParts } from './session.ts';

interface Wish {
  readonly outgoing: Outgoing;
  readonly changes: FileChanges;
  /** What the server said when it was to be committed; empty: the link wants it so. */
  readonly refusal: string;
}

/** Puts a version on a branch of its own, with a pull request where the host has an interface for that. A later version goes on the same one. */
export async function requestPull(
  parts: SyncParts,
  session: Session,
  { outgoing, changes, refusal }: Wish,
): Promise<{ pull: PullRequest; details: readonly string[] } | { reason: string }> {
  const { app, version } = outgoing;
  const branch = app.pull?.branch ?? `weft/${app.key}-${version.number}`;
  const name = `refs/heads/${branch}`;
  const refs = await session.remote.refs([name]);
  const there = refs.find((ref) => ref.name === name)?.id ?? null;
  let commit = there;
  if (there === null || app.pull?.commit === there) {
    const made = await session.remote.commit({
      branch,
      expected: there,
      parent: there ?? session.head.commit,
      ...(await describe(parts, session, outgoing)),
      changes,
    });
    if (made.state === 'moved') throw new HeadMoved();
    if (made.state === 'refused') {
      return {
        reason: `The server refused the commit, on a branch of its own as well: ${made.reason} Allow the account to push, or sync from the repository only.`,
      };
    }
    commit = made.commit;
  }
  // A branch that is there without being known: the process ended before it was noted down.
  const known = { number: app.pull?.number ?? null, url: app.pull?.url ?? null };
  const opened: Opened = known.number !== null ? known : await opening(session, outgoing, branch);
  const { number, url, said = '' } = opened;
  const pull = { number, url, branch, commit: commit ?? '' };
  const why = refusal === '' ? [] : [`The branch ${session.link.branch} took no commit: ${refusal}`];
  const where =
    pull.number === null ? `It is on the branch ${branch}: merge that to bring it in.` : `It waits in #${pull.number}.`;
  return { pull, details: [where, ...(said === '' ? [] : [said]), ...why] };
}

/** `said`: why there is none. */
type Opened = Pick<PullRequest, 'number' | 'url'> & { readonly said?: string };

async function opening({ link, remote }: Session, { app, version }: Outgoing, branch: string): Promise<Opened> {
  const { pulls } = remote;
  if (pulls === null) return { number: null, url: null };
  const title = `${app.name}, version ${version.number}`;
  const by = version.publishedBy === '' ? '' : ` by ${version.publishedBy}`;
  try {
    const body =
      `${version.note}\n\nPublished in Weft${by}. When this is merged, the app and its file are in step.`.trim();
    return await pulls.open({ from: branch, to: link.branch, title, body });
  } catch (error) {
    if (!isPlatformError(error) || error.code !== 'repository-hosts.refused') throw error;
    // It was opened before anybody could note it down.
    const there = await pulls.find({ from: branch, to: link.branch });
    return there ?? { number: null, url: null, said: error.message };
  }
}

/** Notes down which of the pull requests that wait were closed without being merged. */
export async function lookAtPulls(parts: SyncParts, session: Session): Promise<void> {
  const { remote, link } = session;
  if (remote.pulls === null) return;
  for (const app of [...session.apps.values()]) {
    const { pull } = app;
    if (app.state !== 'pull_request' || pull?.number == null) continue;
    const state = await stateOf(session, pull.number);
    if (state === 'open') continue;
    if (state === 'closed') {
      const reason = `#${pull.number} was closed without being merged: publish again to ask once more, or take what the repository has.`;
      const closed: LinkedApp = { ...app, state: 'closed', reason, pull: null };
      await keep(parts, session, closed, { key: app.key, name: app.name, action: 'wait', details: [reason] });
      continue;
    }
    // Merged: what the branch has now is compared with what is published.
    await keep(parts, session, {
      ...app,
      state: 'behind',
      reason: `#${pull.number} was merged into ${link.branch}.`,
      pull: null,
      blob: '',
    });
  }
}

async function stateOf({ remote }: Session, number: number) {
  try {
    return (await remote.pulls?.stateOf(number)) ?? 'open';
  } catch (error) {
    // It may be gone with its repository's tracker; the branch itself tells the rest.
    if (isPlatformError(error) && error.code === 'repository-hosts.refused') return 'closed';
    throw error;
  }
}
