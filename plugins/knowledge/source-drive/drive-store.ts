import { type RemoteCaller, RemoteLater, type RemoteStore } from '#plugins/account-sources/contract.ts';
import {
  type FoundItem,
  invalidSource,
  type SourceSettings,
  type TreeChange,
} from '#plugins/dataset-sources/contract.ts';
import { readContent } from './drive-content.ts';
import {
  type DriveDetails,
  type DriveFile,
  FOLDER,
  fileFields,
  fileOf,
  idInAddress,
  itemOf,
  quoted,
} from './drive-file.ts';
import { placesOf } from './drive-places.ts';

const everywhere = { supportsAllDrives: 'true', includeItemsFromAllDrives: 'true' } as const;
const PAGE = '1000';

/** Google Drive: a folder, one's own drive, a shared drive, or files that were picked. */
export const driveStore: RemoteStore = {
  kind: 'drive',
  provider: 'google',
  label: 'Google Drive',
  options: {
    type: 'object',
    additionalProperties: false,
    properties: {
      files: {
        type: 'array',
        maxItems: 200,
        uniqueItems: true,
        items: { type: 'string', pattern: '^[\\w-]{5,200}$' },
        description: 'Ids of files that were picked; with them, `url` is only for show.',
      },
      title: { type: 'string', maxLength: 200 },
      capability: { type: 'string', maxLength: 60 },
    },
  },
  capabilities: ({ options }) =>
    pickedOf(options).length > 0 ? ['drive.pick', 'drive.read'] : ['drive.read', 'drive.pick'],
  failure,
  async settle(caller, settings) {
    const picked = pickedOf(settings.options);
    // Whoever sends ids must be able to see what they are of: each is asked for with that account.
    const found = await Promise.all(
      (picked.length > 0 ? picked : [idOf(settings.url)]).map((id) => fileOf(caller, id)),
    );
    const [first] = found;
    if (first === undefined) throw invalidSource('options.files', 'Pick at least one file.');
    if (picked.length === 0 && first.mimeType === FOLDER) await checkFolder(caller, first);
    const title = picked.length > 1 ? `${first.name} and ${picked.length - 1} more` : first.name;
    const url =
      picked.length > 0 || first.mimeType !== FOLDER
        ? settings.url
        : `https://drive.google.com/drive/folders/${first.id}`;
    return { ...settings, url, options: { ...settings.options, title: title.slice(0, 200) } };
  },
  async roots(caller, settings) {
    const picked = pickedOf(settings.options);
    const ids = picked.length > 0 ? picked : [idOf(settings.url)];
    const roots = [];
    for (const id of ids) {
      const file = await fileOf(caller, id);
      roots.push({ item: itemOf(file, null), log: file.driveId ?? '' });
    }
    return roots;
  },
  async start(caller, log) {
    const answer = await caller.json<{ readonly startPageToken: string }>({
      service: 'drive',
      path: '/changes/startPageToken',
      query: { supportsAllDrives: 'true', driveId: log || undefined },
    });
    return answer.startPageToken;
  },
  async changes(caller, log, token) {
    const answer = await caller.json<ChangePage>({
      service: 'drive',
      path: '/changes',
      query: {
        ...everywhere,
        pageToken: token,
        pageSize: PAGE,
        includeRemoved: 'true',
        driveId: log || undefined,
        fields: `nextPageToken,newStartPageToken,changes(changeType,removed,fileId,file(${fileFields}))`,
      },
    });
    const next = answer.nextPageToken ?? answer.newStartPageToken ?? token;
    const changes = (answer.changes ?? []).flatMap(changeOf);
    return { kind: 'changes', changes, token: next, isLast: answer.nextPageToken === undefined };
  },
  async children(caller, folder) {
    const { driveId } = folder.details as unknown as DriveDetails;
    const found: FoundItem[] = [];
    let pageToken: string | undefined;
    do {
      const answer = await caller.json<FilePage>({
        service: 'drive',
        path: '/files',
        query: {
          ...everywhere,
          ...(driveId !== '' && folder.target === null && { corpora: 'drive', driveId }),
          q: `${quoted(folder.target ?? folder.address)} in parents and trashed=false`,
          pageSize: PAGE,
          pageToken,
          fields: `nextPageToken,incompleteSearch,files(${fileFields})`,
        },
      });
      // What a list that is not whole does not have is not gone.
      if (answer.incompleteSearch === true) throw new RemoteLater('Google Drive did not list all files', 0);
      found.push(...(answer.files ?? []).map((file) => itemOf(file, folder.address)));
      pageToken = answer.nextPageToken;
    } while (pageToken !== undefined);
    return found;
  },
  read: readContent,
  places: placesOf,
};

interface ChangePage {
  readonly nextPageToken?: string;
  readonly newStartPageToken?: string;
  readonly changes?: readonly {
    readonly changeType?: string;
    readonly removed?: boolean;
    readonly fileId?: string;
    readonly file?: DriveFile;
  }[];
}
interface FilePage {
  readonly nextPageToken?: string;
  readonly incompleteSearch?: boolean;
  readonly files?: readonly DriveFile[];
}

function changeOf({ fileId, removed, file, changeType }: NonNullable<ChangePage['changes']>[number]): TreeChange[] {
  if (fileId === undefined || changeType === 'drive') return [];
  // Deleted, or not to be seen any more: the service does not tell which.
  if (removed === true || file === undefined) {
    return [{ id: fileId, item: null, parents: [], reason: 'It was deleted, or the account may not see it any more.' }];
  }
  if (file.trashed === true) return [{ id: fileId, item: null, parents: [], reason: 'It is in the trash.' }];
  return [{ id: fileId, item: itemOf(file, null), parents: file.parents ?? [], reason: '' }];
}

/** Under `drive.file`, a folder without files and one whose files the app may not see look the same. */
async function checkFolder(caller: RemoteCaller, { id, name }: DriveFile): Promise<void> {
  if (caller.account.capabilities.includes('drive.read')) return;
  const query = { ...everywhere, q: `${quoted(id)} in parents and trashed=false`, pageSize: '1', fields: 'files(id)' };
  const { files = [] } = await caller.json<FilePage>({ service: 'drive', path: '/files', query });
  if (files.length > 0) return;
  throw invalidSource(
    'url',
    `Nothing in ${JSON.stringify(name)} can be seen: it is empty, or what is in it was not picked, for the account allows picked files alone. Pick the files themselves, or connect the account with "See all files in Drive".`,
  );
}

function idOf(url: string): string {
  const id = idInAddress(url);
  if (id !== null) return id;
  throw invalidSource(
    'url',
    'url must be the address of a folder or file of Google Drive, as the browser shows it: https://drive.google.com/drive/folders/…',
  );
}

function pickedOf(options: SourceSettings['options'] = {}): readonly string[] {
  return Array.isArray(options.files) ? (options.files as readonly string[]) : [];
}

const later: ReadonlySet<string> = new Set(['userRateLimitExceeded', 'rateLimitExceeded', 'backendError']);

function failure(_status: number, body: unknown) {
  const { error } = (body ?? {}) as {
    readonly error?: { readonly message?: string; readonly errors?: readonly { readonly reason?: string }[] };
  };
  const reason = error?.errors?.[0]?.reason ?? '';
  return { reason, message: String(error?.message ?? '').slice(0, 300), isLater: later.has(reason) };
}
