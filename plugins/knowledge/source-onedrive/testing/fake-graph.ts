import type { ServerResponse } from 'node:http';
import type { SeenRequest } from '#plugins/egress/testing/local-server.ts';

interface Item {
  readonly id: string;
  name: string;
  parent: string | null;
  isFolder: boolean;
  content: string;
  version: number;
}

/** Microsoft Graph for one drive `d1`, as far as it is read here. A folder that moves has one entry in its log. */
export class FakeGraph {
  readonly items = new Map<string, Item>([
    ['root', { id: 'root', name: 'root', parent: null, isFolder: true, content: '', version: 1 }],
  ]);
  readonly log: { readonly id: string; readonly isDeleted: boolean }[] = [];
  readonly calls: URL[] = [];
  /** Places in the log before this one are too old. */
  oldest = 0;
  /** Where contents lie: at another host, which must get no token. */
  contents = '';
  /** Statuses of the next answers. */
  readonly failures: number[] = [];
  #count = 0;

  put(name: string, parent: string, content?: string): string {
    this.#count += 1;
    const id = `item${this.#count}`;
    this.items.set(id, { id, name, parent, isFolder: content === undefined, content: content ?? '', version: 1 });
    this.log.push({ id, isDeleted: false });
    return id;
  }

  change(id: string, change: Partial<Item>): void {
    const item = this.items.get(id);
    if (item === undefined) throw new Error(`no item ${id}`);
    Object.assign(item, change, { version: item.version + 1 });
    this.log.push({ id, isDeleted: false });
  }

  remove(id: string): void {
    this.items.delete(id);
    this.log.push({ id, isDeleted: true });
  }

  readonly handle = async (
    request: Pick<SeenRequest, 'url' | 'headers'>,
    response: ServerResponse,
  ): Promise<boolean> => {
    const url = new URL(request.url, 'http://graph');
    if (!url.pathname.startsWith('/v1.0/')) return false;
    const path = url.pathname.slice('/v1.0'.length);
    if (path === '/me') return answer(response, 200, { id: 'ada', mail: 'ada@example.com' });
    this.calls.push(url);
    const failure = this.failures.shift();
    if (failure !== undefined)
      return answer(response, failure, { error: { code: 'tooManyRequests', message: 'Slow.' } });
    const host = `http://${request.headers.host}`;
    return this.#answer(path, url, { response, host });
  };

  #answer(path: string, url: URL, { response, host }: { response: ServerResponse; host: string }): boolean {
    const none = { error: { code: 'itemNotFound', message: 'The item is not there.' } };
    if (path === '/drives/d1/root/delta') return this.#delta(url, { response, host });
    const shared = /^\/shares\/u!([\w-]+)\/driveItem$/.exec(path)?.[1];
    if (shared !== undefined) {
      const id = new URL(Buffer.from(shared, 'base64url').toString('utf8')).pathname.split('/').at(-1) ?? '';
      const item = this.items.get(id);
      return item === undefined ? answer(response, 404, none) : answer(response, 200, this.#told(item));
    }
    if (path === '/me/drive/root/children') return answer(response, 200, { value: this.#children('root') });
    if (path === '/sites') return answer(response, 200, { value: [] });
    const [, id = '', action] = /^\/drives\/d1\/items\/([^/]+)(?:\/(children|content))?$/.exec(path) ?? [];
    const item = this.items.get(id);
    if (item === undefined) return answer(response, 404, none);
    if (action === 'children') return answer(response, 200, { value: this.#children(id) });
    if (action === 'content') {
      response.writeHead(302, { location: `${this.contents}/content-of/${id}` }).end();
      return true;
    }
    return answer(response, 200, this.#told(item));
  }

  /** Answers at that other host. */
  content(request: Pick<SeenRequest, 'url' | 'headers'>, response: ServerResponse): boolean {
    const id = /^\/content-of\/(\w+)$/.exec(request.url)?.[1];
    if (id === undefined) return false;
    if (request.headers.authorization !== undefined) return answer(response, 400, { error: { code: 'tokenSent' } });
    response.writeHead(200).end(this.items.get(id)?.content);
    return true;
  }

  #delta(url: URL, { response, host }: { response: ServerResponse; host: string }): boolean {
    const token = url.searchParams.get('token') ?? '0';
    const link = `${host}/v1.0/drives/d1/root/delta?token=${this.log.length}`;
    if (token === 'latest') return answer(response, 200, { value: [], '@odata.deltaLink': link });
    if (Number(token) < this.oldest)
      return answer(response, 410, { error: { code: 'resyncRequired', message: 'Too old.' } });
    const value = this.log.slice(Number(token)).map(({ id, isDeleted }) => {
      const item = this.items.get(id);
      return isDeleted || item === undefined ? { id, deleted: { state: 'deleted' } } : this.#told(item);
    });
    return answer(response, 200, { value, '@odata.deltaLink': link });
  }

  #children(id: string): readonly object[] {
    return [...this.items.values()].filter(({ parent }) => parent === id).map((item) => this.#told(item));
  }

  #told({ id, name, parent, isFolder, content, version }: Item): object {
    return {
      id,
      name,
      cTag: `c${version}`,
      webUrl: `https://example-my.sharepoint.com/personal/ada/${id}`,
      parentReference: { driveId: 'd1', ...(parent !== null && { id: parent }) },
      ...(isFolder ? { folder: {} } : { file: { mimeType: 'text/markdown' }, size: content.length }),
      ...(id === 'root' && { root: {} }),
    };
  }
}

function answer(response: ServerResponse, status: number, body: object): boolean {
  const later = status === 429 ? { 'retry-after': '1' } : {};
  response.writeHead(status, { 'content-type': 'application/json', ...later }).end(JSON.stringify(body));
  return true;
}
