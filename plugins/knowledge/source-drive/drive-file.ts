import type { RemoteCaller } from '#plugins/account-sources/contract.ts';
import type { FoundItem } from '#plugins/dataset-sources/contract.ts';

export const FOLDER = 'application/vnd.google-apps.folder';
export const SHORTCUT = 'application/vnd.google-apps.shortcut';

/** A file as Drive tells of it, of `fileFields`. */
export interface DriveFile {
  readonly id: string;
  readonly name: string;
  readonly mimeType: string;
  readonly parents?: readonly string[];
  readonly trashed?: boolean;
  readonly version?: string;
  readonly md5Checksum?: string;
  readonly size?: string;
  readonly driveId?: string;
  readonly webViewLink?: string;
  readonly resourceKey?: string;
  readonly shortcutDetails?: {
    readonly targetId?: string;
    readonly targetMimeType?: string;
    readonly targetResourceKey?: string;
  };
  readonly capabilities?: { readonly canDownload?: boolean };
}

export const fileFields =
  'id,name,mimeType,parents,trashed,version,md5Checksum,size,driveId,webViewLink,resourceKey,shortcutDetails(targetId,targetMimeType,targetResourceKey),capabilities(canDownload)';

/** What its reader has to know of a file when it reads it. */
export interface DriveDetails {
  readonly mimeType: string;
  readonly size: number;
  readonly canDownload: boolean;
  readonly url: string;
  readonly driveId: string;
  readonly resourceKey: string;
}

/** A file in its folder. A shortcut to a folder is a folder here, with what that has. */
export function itemOf(file: DriveFile, parent: string | null): FoundItem {
  const { shortcutDetails: shortcut } = file;
  const isShortcut = file.mimeType === SHORTCUT;
  const details: DriveDetails = {
    mimeType: isShortcut ? (shortcut?.targetMimeType ?? '') : file.mimeType,
    size: Number(file.size ?? 0),
    canDownload: file.capabilities?.canDownload !== false,
    url: file.webViewLink ?? `https://drive.google.com/open?id=${file.id}`,
    driveId: file.driveId ?? '',
    resourceKey: (isShortcut ? shortcut?.targetResourceKey : file.resourceKey) ?? '',
  };
  return {
    id: file.id,
    parent,
    title: file.name,
    isFolder: details.mimeType === FOLDER,
    // Native files have no checksum; a shortcut tells nothing of what it stands for.
    version: isShortcut ? null : file.md5Checksum === undefined ? `v:${file.version ?? ''}` : `md5:${file.md5Checksum}`,
    target: isShortcut ? (shortcut?.targetId ?? null) : null,
    details: { ...details },
  };
}

/** Id of the file or folder that an address of Drive or its editors leads to; `root`: one's own drive. null: none. */
export function idInAddress(address: string): string | null {
  const url = URL.parse(address);
  if (url === null || !/^(?:drive|docs)\.google\.com$/.test(url.hostname)) return null;
  const inPath = /\/(?:folders|d)\/([\w-]{5,200})(?:\/|$)/.exec(url.pathname)?.[1];
  if (inPath !== undefined) return inPath;
  const inQuery = url.searchParams.get('id');
  if (inQuery !== null) return /^[\w-]{5,200}$/.test(inQuery) ? inQuery : null;
  return /^\/drive(?:\/u\/\d+)?\/(?:my-drive|home)?$|^\/drive\/?$/.test(url.pathname) ? 'root' : null;
}

/** A text in a query of Drive. */
export function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, (char) => `\\${char}`)}'`;
}

export function fileOf(caller: RemoteCaller, id: string): Promise<DriveFile> {
  const path = `/files/${encodeURIComponent(id)}`;
  return caller.json({ service: 'drive', path, query: { supportsAllDrives: 'true', fields: fileFields } });
}
