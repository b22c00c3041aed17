import type { RemoteCaller } from '#plugins/account-sources/contract.ts';
import type { PlaceAsk, SourcePlace } from '#plugins/dataset-sources/contract.ts';
import { addressOf, type GraphItem, itemFields, pathOf } from './graph-item.ts';

const MAX_PLACES = '200';
const SITE = 'site:';

interface Named {
  readonly id: string;
  readonly displayName?: string;
  readonly name?: string;
  readonly webUrl?: string;
}

/** One's own drive, sites with their libraries, and the folders in them. */
export async function placesOf(caller: RemoteCaller, { parent, search }: PlaceAsk): Promise<readonly SourcePlace[]> {
  if (search !== '') {
    const words = encodeURIComponent(search.replaceAll("'", "''"));
    return folders(await listed<GraphItem>(caller, `/me/drive/root/search(q='${words}')`));
  }
  if (parent?.startsWith(SITE) === true) {
    const drives = await listed<Named>(caller, `/sites/${encodeURIComponent(parent.slice(SITE.length))}/drives`, {});
    return drives.map(({ id, name = '', webUrl = '' }) => ({
      id: addressOf(id, 'root'),
      name,
      url: webUrl,
      hasPlaces: true,
      warning: null,
    }));
  }
  if (parent !== null) return folders(await listed<GraphItem>(caller, `${pathOf(parent)}/children`));
  const own = { id: 'me', name: 'OneDrive', url: 'https://onedrive.live.com/', hasPlaces: false, warning: null };
  const root = folders(await listed<GraphItem>(caller, '/me/drive/root/children'));
  const sites = await listed<Named>(caller, '/sites', { search: '*' });
  return [
    own,
    ...root,
    ...sites.map(({ id, displayName, name = '', webUrl = '' }) => ({
      id: `${SITE}${id}`,
      name: displayName ?? name,
      url: webUrl,
      hasPlaces: true,
      warning: 'A site: open it and choose a library or folder.',
    })),
  ];
}

async function listed<Item>(
  caller: RemoteCaller,
  path: string,
  query: Readonly<Record<string, string>> = { $top: MAX_PLACES, $select: itemFields },
): Promise<readonly Item[]> {
  const { value = [] } = await caller.json<{ readonly value?: readonly Item[] }>({ service: 'graph', path, query });
  return value;
}

function folders(items: readonly GraphItem[]): readonly SourcePlace[] {
  return items
    .filter(({ folder }) => folder !== undefined)
    .map(({ id, name = '', webUrl = '', parentReference }) => ({
      id: addressOf(parentReference?.driveId ?? '', id),
      name,
      url: webUrl,
      hasPlaces: true,
      warning: null,
    }));
}
