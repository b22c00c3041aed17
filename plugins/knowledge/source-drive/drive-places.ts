import type { RemoteCaller } from '#plugins/account-sources/contract.ts';
import type { PlaceAsk, SourcePlace } from '#plugins/dataset-sources/contract.ts';
import { type DriveFile, FOLDER, fileFields, fileOf, quoted } from './drive-file.ts';

const MAX_PLACES = 200;
const isFolder = `mimeType = ${quoted(FOLDER)} and trashed=false`;

/** Folders to choose from: one's own drive and shared ones, what lies in them, what a search finds; or files that were picked. */
export async function placesOf(caller: RemoteCaller, ask: PlaceAsk): Promise<readonly SourcePlace[]> {
  const { parent, search, picked } = ask;
  if (picked.length > 0)
    return Promise.all(picked.slice(0, MAX_PLACES).map(async (id) => placeOf(await fileOf(caller, id))));
  if (search !== '') return folders(caller, `name contains ${quoted(search)} and ${isFolder}`);
  if (parent !== null) return folders(caller, `${quoted(parent)} in parents and ${isFolder}`);
  const own = {
    id: 'root',
    name: 'My Drive',
    url: 'https://drive.google.com/drive/my-drive',
    hasPlaces: true,
    warning: null,
  };
  const { drives = [] } = await caller.json<{
    readonly drives?: readonly { readonly id: string; readonly name: string }[];
  }>({
    service: 'drive',
    path: '/drives',
    query: { pageSize: '100', fields: 'drives(id,name)' },
  });
  const shared = await folders(caller, `sharedWithMe=true and ${isFolder}`);
  return [own, ...drives.map(({ id, name }) => placeOf({ id, name, mimeType: FOLDER })), ...shared];
}

async function folders(caller: RemoteCaller, q: string): Promise<readonly SourcePlace[]> {
  const { files = [] } = await caller.json<{ readonly files?: readonly DriveFile[] }>({
    service: 'drive',
    path: '/files',
    query: {
      q,
      supportsAllDrives: 'true',
      includeItemsFromAllDrives: 'true',
      corpora: q.startsWith('name ') ? 'allDrives' : undefined,
      pageSize: String(MAX_PLACES),
      orderBy: 'name',
      fields: `files(${fileFields})`,
    },
  });
  return files.map(placeOf);
}

function placeOf({ id, name, mimeType, webViewLink }: DriveFile): SourcePlace {
  const hasPlaces = mimeType === FOLDER;
  const url = hasPlaces
    ? `https://drive.google.com/drive/folders/${id}`
    : (webViewLink ?? `https://drive.google.com/open?id=${id}`);
  return { id, name, url, hasPlaces, warning: null };
}
