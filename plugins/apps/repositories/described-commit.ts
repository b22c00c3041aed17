import { isSecretText } from '#engine';
import type { GitCommit, GitIdentity } from '#plugins/repository-hosts/contract.ts';
import type { Outgoing } from './outgoing.ts';
import type { Session, SyncParts } from './session.ts';

/** As whom commits are made that people are the authors of. */
const committer: GitIdentity = { name: 'Weft', email: 'noreply@weft.invalid' };

/** Longest first line of a message. */
const MAX_SUBJECT = 100;

/** What is committed: paths from the repository's root. */
export type FileChanges = GitCommit['changes'];

/** Author, message and time of the commit of a version. */
export async function describe(parts: SyncParts, { link }: Session, { version, app }: Outgoing) {
  const note = version.note.trim();
  const said = note === '' || isSecretText(note) ? `Publish ${app.name}, version ${version.number}` : note;
  const [first = '', ...rest] = said.split(/\r?\n/);
  const body = rest.join('\n').trim();
  const trailers = `Weft-App: ${app.key}\nWeft-Version: ${version.number}`;
  const parted = [first.slice(0, MAX_SUBJECT), ...(body === '' ? [] : [body]), trailers];
  return {
    author: await parts.hosts.authorOf(link, { name: version.publishedBy, accountId: version.accountId }),
    committer,
    message: `${parted.join('\n\n')}\n`,
    at: version.createdAt,
  };
}
