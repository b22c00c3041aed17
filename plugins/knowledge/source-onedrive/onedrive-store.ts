import {
  type LogAnswer,
  type ReadFile,
  type RemoteCaller,
  RemoteError,
  RemoteLater,
  type RemoteStore,
} from '#plugins/account-sources/contract.ts';
import { type FoundItem, invalidSource, type SourceSettings, type TreeRow } from '#plugins/dataset-sources/contract.ts';
import type { Egress } from '#plugins/egress/contract.ts';
import { addressOf, type GraphDetails, type GraphItem, itemFields, itemOf, pathOf } from './graph-item.ts';
import { placesOf } from './onedrive-places.ts';

const MEGABYTE = 1_048_576;
const MAX_BYTES = 15 * MEGABYTE;

interface Page {
  readonly value?: readonly GraphItem[];
  readonly '@odata.nextLink'?: string;
  readonly '@odata.deltaLink'?: string;
}

/** OneDrive and libraries of SharePoint, by Microsoft Graph: a folder or a file. Contents come from addresses that are good for a while. */
export function oneDriveStore(egress: Pick<Egress, 'request'>): RemoteStore {
  return {
    kind: 'onedrive',
    provider: 'microsoft',
    label: 'OneDrive',
    options: {
      type: 'object',
      additionalProperties: false,
      properties: {
        item: { type: 'string', maxLength: 600 },
        title: { type: 'string', maxLength: 200 },
        capability: { type: 'string', maxLength: 60 },
      },
    },
    capabilities: () => ['files.read'],
    failure,
    async settle(caller, settings) {
      const item = await itemAt(caller, settings.url);
      const drive = item.parentReference?.driveId;
      if (drive === undefined) throw invalidSource('url', 'This is no folder or file of OneDrive or SharePoint.');
      const title = item.root === undefined ? (item.name ?? 'OneDrive') : 'OneDrive';
      return { ...settings, options: { item: addressOf(drive, item.id), title: title.slice(0, 200) } };
    },
    async roots(caller, settings) {
      const address = addressIn(settings);
      const item = await graph<GraphItem>(caller, pathOf(address), { $select: itemFields });
      const drive = address.slice(0, address.indexOf(':'));
      return [{ item: itemOf(item, drive, null), log: drive }];
    },
    async start(caller, log) {
      const path = `/drives/${encodeURIComponent(log)}/root/delta`;
      const answer = await graph<Page>(caller, path, { token: 'latest' });
      return linkOf(caller, answer['@odata.deltaLink'] ?? '');
    },
    changes,
    async children(caller, folder) {
      const found: FoundItem[] = [];
      const at = folder.target ?? folder.address;
      const drive = at.slice(0, at.indexOf(':'));
      let page = await graph<Page>(caller, `${pathOf(at)}/children`, { $top: '200', $select: itemFields });
      for (;;) {
        found.push(...(page.value ?? []).map((item) => itemOf(item, drive, folder.address)));
        const next = page['@odata.nextLink'];
        if (next === undefined) return found;
        page = await graph<Page>(caller, linkOf(caller, next));
      }
    },
    read: (caller, file) => read(egress, caller, file),
    places: placesOf,
  };
}

async function changes(caller: RemoteCaller, log: string, token: string): Promise<LogAnswer> {
  let answer: Page;
  try {
    answer = await graph<Page>(caller, token);
  } catch (error) {
    // The place in the log is too old: everything is listed again.
    if (error instanceof RemoteError && error.status === 410) return { kind: 'restart' };
    throw error;
  }
  const changed = (answer.value ?? []).map((item) => {
    const id = addressOf(log, item.id);
    const parent = item.parentReference?.id;
    if (item.deleted !== undefined) return { id, item: null, parents: [], reason: 'It was deleted.' };
    return {
      id,
      item: itemOf(item, log, null),
      parents: parent === undefined ? [] : [addressOf(log, parent)],
      reason: '',
    };
  });
  const next = answer['@odata.nextLink'];
  const link = next ?? answer['@odata.deltaLink'] ?? '';
  return { kind: 'changes', changes: changed, token: linkOf(caller, link), isLast: next === undefined };
}

async function read(egress: Pick<Egress, 'request'>, caller: RemoteCaller, file: TreeRow): Promise<ReadFile> {
  const at = file.target ?? file.address;
  const { mimeType, size, url, isPackage } = file.details as unknown as GraphDetails;
  if (isPackage || /^(?:image|video|audio)\//.test(mimeType)) {
    return { kind: 'excluded', message: 'It has no text that could be read.' };
  }
  if (size > MAX_BYTES) return tooLarge(size);
  const { bytes, location } = await caller.bytes({ service: 'graph', path: `${pathOf(at)}/content` }, MAX_BYTES);
  // The address it leads to is good without the account, which nobody else gets to see.
  const content = location === null ? bytes : await fetched(egress, location);
  if (content === null) return tooLarge(size);
  const filename = file.title.replaceAll(/[/\\\p{Cc}]/gu, '_').slice(0, 200) || 'file';
  const origin = { url, path: file.name, onedrive_item: at };
  return { kind: 'content', content: { name: file.title, filename, bytes: content, isNameKept: true }, origin };
}

async function fetched(egress: Pick<Egress, 'request'>, url: string): Promise<Uint8Array | null> {
  const response = await egress.request({ url, method: 'GET', maxRedirects: 3 });
  if (response.status !== 200) {
    response.body.destroy();
    throw new RemoteLater(`the address of the content answered ${response.status}`, 0);
  }
  return response.bytes(MAX_BYTES).catch(() => null);
}

function tooLarge(size: number): ReadFile {
  const many = Math.max(Math.ceil(size / MEGABYTE), MAX_BYTES / MEGABYTE);
  return { kind: 'failed', message: `It has ${many} MB or more; files of up to ${MAX_BYTES / MEGABYTE} MB are read.` };
}

/** What an address of the browser leads to: its own drive, or anything that is shared, by its link. */
function itemAt(caller: RemoteCaller, url: string): Promise<GraphItem> {
  const { hostname, pathname, search } = new URL(url);
  if (!/(?:^|\.)(?:sharepoint\.com|onedrive\.live\.com|1drv\.ms)$/.test(hostname)) {
    throw invalidSource(
      'url',
      'url must be the address of a folder of OneDrive or SharePoint, as the browser shows it.',
    );
  }
  if (hostname === 'onedrive.live.com' && pathname === '/' && search === '') {
    return graph<GraphItem>(caller, '/me/drive/root', { $select: itemFields });
  }
  const share = `u!${Buffer.from(url, 'utf8').toString('base64url')}`;
  return graph<GraphItem>(caller, `/shares/${share}/driveItem`, { $select: itemFields });
}

function addressIn({ options = {} }: SourceSettings): string {
  return String(options.item ?? '');
}

function graph<Answer>(caller: RemoteCaller, path: string, query: Readonly<Record<string, string>> = {}) {
  return caller.json<Answer>({ service: 'graph', path, query });
}

/** Its path behind the interface: links of another place are followed nowhere. */
function linkOf({ account }: RemoteCaller, link: string): string {
  const base = account.services.graph ?? '';
  if (link.startsWith(`${base}/`)) return link.slice(base.length);
  throw new RemoteLater('the service gave a place in its log that is none of its own', 0);
}

function failure(_status: number, body: unknown) {
  const { error } = (body ?? {}) as { readonly error?: { readonly code?: string; readonly message?: string } };
  return { reason: error?.code ?? '', message: String(error?.message ?? '').slice(0, 300), isLater: false };
}
