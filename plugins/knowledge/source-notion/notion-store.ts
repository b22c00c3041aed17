import { currentTime } from '#kernel';
import { type RemoteCaller, RemoteError, type RemoteStore } from '#plugins/account-sources/contract.ts';
import { invalidSource, type SourcePlace } from '#plugins/dataset-sources/contract.ts';
import { readPage } from './notion-blocks.ts';
import { ALL, asked, idInAddress, itemOf, type NotionPage, type Parent, titleOf } from './notion-page.ts';

/** Pages come into the search a while after they were edited, and its times are whole minutes. */
const LAG = 10 * 60_000;
const MAX_UP = 20;

interface Found {
  readonly results?: readonly NotionPage[];
  readonly has_more?: boolean;
  readonly next_cursor?: string | null;
}

/**
 * Pages of Notion that the account was given: all of them, or one with all below it. There is no log: the search, newest first, tells
 * what was edited. What was deleted is told by the next walk, for the search has it no more.
 */
export const notionStore: RemoteStore = {
  kind: 'notion',
  provider: 'notion',
  label: 'Notion',
  // Three calls a second and account.
  pace: 340,
  options: {
    type: 'object',
    additionalProperties: false,
    properties: {
      page: { type: 'string', maxLength: 100 },
      title: { type: 'string', maxLength: 200 },
      capability: { type: 'string', maxLength: 60 },
    },
  },
  capabilities: () => ['pages.read'],
  failure,
  async settle(caller, settings) {
    const { hostname, pathname } = new URL(settings.url);
    const id = idInAddress(settings.url);
    const isAll = /(?:^|\.)notion\.(?:so|com)$/.test(hostname) && pathname === '/';
    if (id === null && !isAll) {
      throw invalidSource(
        'url',
        'url must be the address of a page of Notion, or https://www.notion.so/ for all pages the account was given.',
      );
    }
    if (id === null) return { ...settings, options: { title: `Notion: ${caller.account.label}`.slice(0, 200) } };
    const page = await pageAt(caller, id);
    return { ...settings, options: { page: id, title: titleOf(page).slice(0, 200) } };
  },
  async roots(_caller, { options = {} }) {
    const details = { page: options.page ?? null };
    return [
      {
        item: { id: ALL, parent: null, title: '', isFolder: true, version: null, target: null, details },
        log: String(options.page ?? ''),
      },
    ];
  },
  async start() {
    return new Date(currentTime()).toISOString();
  },
  async changes(caller, log, token) {
    const since = Date.parse(token) - LAG;
    const above = new Above(caller, log);
    const changes = [];
    let newest = token;
    for await (const page of search(caller, 'descending')) {
      if (Date.parse(page.last_edited_time) > Date.parse(newest)) newest = page.last_edited_time;
      // The walk before has all there was.
      if (Date.parse(page.last_edited_time) < since) break;
      if (page.object !== 'page' || !(await above.has(page))) continue;
      changes.push({ id: page.id, item: itemOf(page), parents: [ALL], reason: '' });
    }
    return { kind: 'changes', changes, token: newest, isLast: true };
  },
  async children(caller, folder) {
    const above = new Above(caller, String(folder.details.page ?? ''));
    const all: NotionPage[] = [];
    for await (const page of search(caller, 'ascending')) all.push(page);
    for (const page of all) above.know(page);
    const chosen = [];
    for (const page of all) if (page.object === 'page' && (await above.has(page))) chosen.push(itemOf(page));
    return chosen;
  },
  read: readPage,
  async places(caller, { search: words, parent }) {
    if (parent !== null) return [];
    const { results = [] } = await asked<Found>(caller, '/search', { body: { query: words, page_size: 100 } });
    const all = { id: ALL, name: 'All pages', url: 'https://www.notion.so/', hasPlaces: false, warning: null };
    const pages = results.filter(({ url }) => url !== undefined).map(placeOf);
    return words === '' ? [all, ...pages] : pages;
  },
};

/** Pages and databases, as the account was given them. */
async function* search(caller: RemoteCaller, direction: 'ascending' | 'descending'): AsyncGenerator<NotionPage> {
  let cursor: string | null = null;
  do {
    const body: object = {
      sort: { timestamp: 'last_edited_time', direction },
      page_size: 100,
      ...(cursor !== null && { start_cursor: cursor }),
    };
    const answer: Found = await asked<Found>(caller, '/search', { body });
    for (const page of answer.results ?? []) if (page.archived !== true && page.in_trash !== true) yield page;
    cursor = answer.has_more === true ? (answer.next_cursor ?? null) : null;
  } while (cursor !== null);
}

/** Whether pages lie below one. */
class Above {
  readonly #caller: RemoteCaller;
  readonly #page: string;
  readonly #parents = new Map<string, Parent | null>();

  constructor(caller: RemoteCaller, page: string) {
    this.#caller = caller;
    this.#page = page;
  }

  know({ id, parent }: NotionPage): void {
    this.#parents.set(id, parent ?? null);
  }

  async has(page: NotionPage): Promise<boolean> {
    if (this.#page === '') return true;
    this.know(page);
    let id: string | undefined = page.id;
    for (let count = 0; count < MAX_UP && id !== undefined; count += 1) {
      if (id === this.#page) return true;
      const parent: Parent | null = await this.#parentOf(id);
      id = parent?.page_id ?? parent?.database_id ?? parent?.block_id;
      if (parent?.block_id !== undefined && !this.#parents.has(parent.block_id)) {
        const block = await orNull(asked<{ readonly parent?: Parent }>(this.#caller, `/blocks/${parent.block_id}`));
        this.#parents.set(parent.block_id, block?.parent ?? null);
      }
    }
    return false;
  }

  async #parentOf(id: string): Promise<Parent | null> {
    const known = this.#parents.get(id);
    if (known !== undefined) return known;
    const page = await orNull(pageAt(this.#caller, id));
    this.#parents.set(id, page?.parent ?? null);
    return page?.parent ?? null;
  }
}

async function pageAt(caller: RemoteCaller, id: string): Promise<NotionPage> {
  const page = await orNull(asked<NotionPage>(caller, `/pages/${id}`));
  return page ?? asked<NotionPage>(caller, `/databases/${id}`);
}

/** null: the account was not given it. */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof RemoteError && (error.status === 404 || error.status === 400)) return null;
    throw error;
  }
}

function placeOf(page: NotionPage): SourcePlace {
  return { id: page.id, name: titleOf(page), url: page.url ?? '', hasPlaces: false, warning: null };
}

function failure(_status: number, body: unknown) {
  const { code = '', message = '' } = (body ?? {}) as { readonly code?: string; readonly message?: string };
  return { reason: code, message: String(message).slice(0, 300), isLater: code === 'conflict_error' };
}
