import { type MultipartBody, namesTag, type Reply } from '#http';
import { isPlatformError, PlatformError } from '#kernel';
import type { Account, Accounts } from '#plugins/accounts/contract.ts';
import type { Blobs } from '#plugins/blobs/contract.ts';
import type { Members } from '#plugins/members/contract.ts';
import type { Pictures } from './contract.ts';

/** Owner of the blobs of pictures; below it they lie by account. */
export const BLOB_OWNER = 'avatars';

export interface AvatarParts {
  readonly accounts: Accounts;
  readonly members: Members;
  readonly blobs: Blobs;
  readonly pictures: Pictures;
}

/** Pictures of people. */
export class AvatarsService {
  readonly #parts: AvatarParts;

  constructor(parts: AvatarParts) {
    this.#parts = parts;
  }

  /** The account with its new picture. The old one is removed; what is left behind by a crash is swept. */
  async set(accountId: string, form: MultipartBody, signal: AbortSignal): Promise<Account> {
    const { accounts, blobs, pictures } = this.#parts;
    const png = await pictures.receive(accountId, form, signal);
    const blob = await blobs.put(BLOB_OWNER, accountId, once(png));
    const before = await accounts.setAvatar(accountId, blob);
    if (before !== null) await blobs.remove([before]).catch(() => {});
    return this.#account(accountId);
  }

  /** Nothing happens where there is none. */
  async remove(accountId: string): Promise<void> {
    const { accounts, blobs } = this.#parts;
    const before = await accounts.setAvatar(accountId, null);
    if (before !== null) await blobs.remove([before]).catch(() => {});
  }

  /** One's own picture, and those of whoever is in a workspace one is in. All others look as if there were none. */
  async show(callerId: string, accountId: string, known: string | undefined): Promise<Reply> {
    const id = accountId.toLowerCase();
    const avatar = (await this.#mayShow(callerId, id)) ? ((await this.#parts.accounts.get(id))?.avatar ?? null) : null;
    if (avatar === null) throw noAvatar();
    const etag = `"${avatar.sha256.slice(0, 32)}"`;
    const headers = {
      ETag: etag,
      // Kept by the browser of who may see it, and asked about each time: they may no longer.
      'Cache-Control': 'private, no-cache',
      Vary: 'Authorization, Cookie',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
    };
    if (namesTag(known, etag)) return { status: 304, headers, body: { kind: 'empty' } };
    try {
      const stream = await this.#parts.blobs.open(avatar);
      return { status: 200, headers, body: { kind: 'bytes', stream, contentType: 'image/png', length: avatar.size } };
    } catch (error) {
      // It was changed just now, or its bytes are lost.
      throw isPlatformError(error) && error.code === 'blobs.not_found' ? noAvatar() : error;
    }
  }

  async #mayShow(callerId: string, accountId: string): Promise<boolean> {
    if (callerId === accountId) return true;
    const { members } = this.#parts;
    const mine = await members.workspacesOf(callerId);
    const theirs = new Set((await members.workspacesOf(accountId)).map(({ workspaceId }) => workspaceId));
    return mine.some(({ workspaceId }) => theirs.has(workspaceId));
  }

  async #account(id: string): Promise<Account> {
    const account = await this.#parts.accounts.get(id);
    if (account !== null) return account;
    throw new PlatformError('not-found', 'avatars.no_account', 'The account is gone; sign in with another.');
  }
}

async function* once(bytes: Uint8Array) {
  yield bytes;
}

function noAvatar(): PlatformError {
  const message = 'There is no such picture for you: none was set, or its owner is in no workspace of yours.';
  return new PlatformError('not-found', 'avatars.no_avatar', message);
}
