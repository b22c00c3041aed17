import type { FoundItem } from '#plugins/dataset-sources/contract.ts';

/** A driveItem of Microsoft Graph, of `itemFields`. */
export interface GraphItem {
  readonly id: string;
  readonly name?: string;
  readonly size?: number;
  readonly webUrl?: string;
  readonly cTag?: string;
  readonly file?: { readonly mimeType?: string };
  readonly folder?: object;
  readonly package?: object;
  readonly root?: object;
  readonly deleted?: object;
  readonly parentReference?: { readonly driveId?: string; readonly id?: string };
  /** What lies in another drive, and is shown here. */
  readonly remoteItem?: GraphItem;
}

export const itemFields = 'id,name,size,webUrl,cTag,file,folder,package,root,deleted,parentReference,remoteItem';

export interface GraphDetails {
  readonly mimeType: string;
  readonly size: number;
  readonly url: string;
  readonly isPackage: boolean;
}

/** Ids are unique in a drive. */
export function addressOf(driveId: string, itemId: string): string {
  return `${driveId}:${itemId}`;
}

/** `/drives/…/items/…` of an address. */
export function pathOf(address: string): string {
  const at = address.indexOf(':');
  const [drive, item] = [address.slice(0, at), address.slice(at + 1)];
  return `/drives/${encodeURIComponent(drive)}/items/${encodeURIComponent(item)}`;
}

/** `drive`: it lies in. */
export function itemOf(item: GraphItem, drive: string, parent: string | null): FoundItem {
  const { remoteItem: remote } = item;
  const shown = remote ?? item;
  const details: GraphDetails = {
    mimeType: shown.file?.mimeType ?? '',
    size: shown.size ?? 0,
    url: shown.webUrl ?? item.webUrl ?? '',
    isPackage: shown.package !== undefined,
  };
  return {
    id: addressOf(drive, item.id),
    parent,
    title: item.name ?? shown.name ?? '',
    isFolder: shown.folder !== undefined || shown.root !== undefined,
    version: remote === undefined ? (item.cTag ?? null) : null,
    target: remote === undefined ? null : addressOf(remote.parentReference?.driveId ?? drive, remote.id),
    details: { ...details },
  };
}
