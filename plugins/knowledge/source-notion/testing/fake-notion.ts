import type { ServerResponse } from 'node:http';
import { type LocalServer, type SeenRequest, startServer } from '#plugins/egress/testing/local-server.ts';

interface Page {
  readonly id: string;
  title: string;
  readonly parent: string | null;
  edited: number;
  blocks: readonly object[];
  inTrash: boolean;
}

const TOKEN = 'ntn_canary_of_notion';

/** Notion for one token: pages in pages, a search that is sorted by the time of the last edit in whole minutes, and no log. */
export class FakeNotion {
  readonly pages = new Map<string, Page>();
  readonly token = TOKEN;
  /** When each call came, in milliseconds. */
  readonly times: number[] = [];
  readonly paths: string[] = [];
  pageSize = 2;
  failures: number[] = [];
  #count = 0;
  #server: LocalServer | undefined;

  async start(): Promise<LocalServer> {
    this.#server = await startServer((request, response) => this.#answer(request, response));
    return this.#server;
  }

  put(title: string, parent: string | null, blocks: readonly object[] = []): string {
    this.#count += 1;
    const id = `00000000-0000-4000-8000-${String(this.#count).padStart(12, '0')}`;
    this.pages.set(id, { id, title, parent, edited: Date.now(), blocks, inTrash: false });
    return id;
  }

  edit(id: string, change: Partial<Page>): void {
    const page = this.pages.get(id);
    if (page === undefined) throw new Error(`no page ${id}`);
    Object.assign(page, { edited: page.edited + 60_000 }, change);
  }

  #answer({ url, headers, body, method }: SeenRequest, response: ServerResponse): unknown {
    const send = (status: number, answer: object) =>
      void response
        .writeHead(status, { 'content-type': 'application/json', ...(status === 429 && { 'retry-after': '1' }) })
        .end(JSON.stringify(answer));
    if (headers.authorization !== `Bearer ${TOKEN}`) return send(401, { code: 'unauthorized', message: 'Bad token.' });
    if (headers['notion-version'] === undefined) return send(400, { code: 'missing_version', message: 'No version.' });
    const { pathname } = new URL(url, 'http://x');
    if (pathname === '/v1/users/me') return send(200, { id: 'bot', bot: { workspace_name: 'Ferns Ltd' } });
    this.times.push(Date.now());
    this.paths.push(pathname);
    const failure = this.failures.shift();
    if (failure !== undefined) return send(failure, { code: 'rate_limited', message: 'Slow.' });
    if (pathname === '/v1/search' && method === 'POST')
      return send(200, this.#search(JSON.parse(body.toString('utf8'))));
    const [, kind, id = ''] = /^\/v1\/(pages|databases|blocks)\/([\w-]+)/.exec(pathname) ?? [];
    const page = this.pages.get(id);
    if (page === undefined) return send(404, { code: 'object_not_found', message: 'There is no such page.' });
    if (kind === 'blocks') return send(200, { results: page.blocks, has_more: false, next_cursor: null });
    return send(200, told(page));
  }

  #search(asked: {
    readonly sort?: { readonly direction: string };
    readonly query?: string;
    readonly start_cursor?: string;
  }) {
    const found = [...this.pages.values()].filter((page) => !page.inTrash && page.title.includes(asked.query ?? ''));
    const sign = asked.sort?.direction === 'descending' ? -1 : 1;
    found.sort((one, other) => sign * (one.edited - other.edited) || (one.id < other.id ? -1 : 1));
    const at = Number(asked.start_cursor ?? 0);
    const next = at + this.pageSize;
    const hasMore = next < found.length;
    return { results: found.slice(at, next).map(told), has_more: hasMore, next_cursor: hasMore ? String(next) : null };
  }
}

export function paragraph(text: string): object {
  return { id: `b-${text}`, type: 'paragraph', paragraph: { rich_text: [{ plain_text: text }] } };
}

function told({ id, title, parent, edited, inTrash }: Page) {
  const time = new Date(Math.floor(edited / 60_000) * 60_000).toISOString();
  return {
    object: 'page',
    id,
    url: `https://www.notion.so/${title.replaceAll(' ', '-')}-${id.replaceAll('-', '')}`,
    last_edited_time: time,
    in_trash: inTrash,
    parent: parent === null ? { type: 'workspace' } : { type: 'page_id', page_id: parent },
    properties: {
      Name: { type: 'title', title: [{ plain_text: title }] },
      State: { type: 'select', select: { name: 'Done' } },
    },
  };
}
