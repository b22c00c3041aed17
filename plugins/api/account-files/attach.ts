import type { AccountOwner, ConnectedAccounts } from '#plugins/connected-accounts/contract.ts';
import type { GroupCommit } from '#plugins/database/contract.ts';
import type { EndUsers, EndUserType } from '#plugins/end-users/contract.ts';
import type { StoredFile, StoredFiles } from '#plugins/files/contract.ts';
import { DriveFile, PICK, PICKER } from './drive-file.ts';
import { notPicked } from './failures.ts';

export interface AttachParts {
  readonly accounts: ConnectedAccounts;
  readonly files: StoredFiles;
  readonly endUsers: EndUsers;
  readonly groupCommit: GroupCommit;
}

/** What is attached, by whom and where. */
export interface Attachment {
  readonly workspaceId: string;
  readonly appId: string;
  readonly type: EndUserType;
  readonly sessionId: string;
  /** Whose account it must be. */
  readonly owner: AccountOwner;
  readonly accountId: string;
  /** As the picker named it. */
  readonly fileId: string;
  readonly signal: AbortSignal;
}

/** Makes an upload of a file that was picked at a service. Throws what `StoredFiles.receive` and `ConnectedAccounts.request` throw. */
export async function attach(parts: AttachParts, given: Attachment): Promise<StoredFile> {
  const { accounts, files, endUsers, groupCommit } = parts;
  const { workspaceId, appId, type, sessionId, owner, accountId, fileId, signal } = given;
  const account = await accounts.get(workspaceId, accountId);
  if (account === null || account.owner !== owner || account.provider !== PICKER) throw notPicked();
  const use = {
    ...{ workspaceId, accountId, capability: PICK, onBehalfOf: owner },
    consumer: { kind: 'attachment', id: appId, name: 'Files attached in chats' },
  } as const;
  const file = await new DriveFile(accounts, account, { use, signal }).open(fileId);
  const received = await files.receive({ workspaceId, appId }, file);
  try {
    const endUser = endUsers.identify({ workspaceId, appId, type, sessionId });
    const stored = { ...received, endUserId: endUser.user.id };
    await groupCommit.add([...endUser.entries, ...(await files.entries(stored))]);
    endUser.written();
    return stored;
  } catch (error) {
    await files.discard(received).catch(() => {});
    throw error;
  }
}

/** As it is answered with. */
export function attachedFile({ id, name, blob, extension, mediaType }: StoredFile) {
  return { id, name, size: blob.size, extension, mime_type: mediaType };
}
