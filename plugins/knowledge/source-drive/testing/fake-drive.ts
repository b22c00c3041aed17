import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { SeenRequest } from '#plugins/egress/testing/local-server.ts';
import { matchesQuery } from './drive-query.ts';

export const FOLDER = 'application/vnd.google-apps.folder';
export const SHORTCUT = 'application/vnd.google-apps.shortcut';
export const DOCUMENT = 'application/vnd.google-apps.document';
export const SHEET = 'application/vnd.google-apps.spreadsheet';
export const SLIDES = 'application/vnd.google-apps.presentation';

export interface FakeFile {
  readonly id: string;
  name: string;
  mimeType: string;
  parents: string[];
  /** Of a shared drive; "": the person's. */
  driveId: string;
  content: string | Uint8Array;
  trashed: boolean;
  version: number;
  canDownload: boolean;
  /** Of a shortcut. */
  target: string | null;
  /** Picked for the app; what was not does not exist under `drive.file`. */
  isPicked: boolean;
  /** The service says this instead of the content: 403 and a reason. */
  refuses: string | null;
}

interface Change {
  readonly fileId: string;
  readonly removed: boolean;
}

/** A reason, as the service gives one: `403 userRateLimitExceeded`, `429 rateLimitExceeded`, `500 backendError`. */
export type FakeFailure = `${number} ${string}`;

/**
 * Drive v3, as far as it is read here: files with parents in a person's drive and in shared drives, a log of changes for each, exports
 * with their limit of 10 MB, limits of calls. A folder that moves has one entry in its log, and nothing of what lies in it.
 */
export class FakeDrive {
  readonly files = new Map<string, FakeFile>();
  readonly logs = new Map<string, Change[]>([['', []]]);
  readonly drives = new Map<string, string>();
  /** Paths with their queries, in order. */
  readonly calls: URL[] = [];
  readonly uploads: string[] = [];
  /** Answers for the next calls, one each. */
  readonly failures: FakeFailure[] = [];
  /** Lists tell that they are not whole. */
  isIncomplete = false;
  /** Things of a page of a list at most; a log's too. */
  pageSize = 1_000;
  /** Only what was picked is there. */
  onlyPicked = false;
  /** Called before a call is answered. */
  onCall: (url: URL) => Promise<void> | undefined = () => undefined;
  #count = 0;

  constructor() {
    this.put({ id: 'root-of-ada', name: 'My Drive', mimeType: FOLDER, parents: [] });
  }

  addDrive(id: string, name: string): void {
    this.drives.set(id, name);
    this.logs.set(id, []);
    this.put({ id, name, mimeType: FOLDER, parents: [], driveId: id });
  }

  folder(name: string, parent = 'root-of-ada'): string {
    return this.put({ name, mimeType: FOLDER, parents: [parent] });
  }

  /** A text file, unless `more` says another thing. Its id. */
  file(name: string, content: string | Uint8Array, parent = 'root-of-ada', more: Partial<FakeFile> = {}): string {
    return this.put({ name, mimeType: 'text/plain', parents: [parent], content, ...more });
  }

  shortcut(name: string, target: string, parent: string): string {
    return this.put({ name, mimeType: SHORTCUT, parents: [parent], target });
  }

  put(given: Partial<FakeFile> & Pick<FakeFile, 'name'>): string {
    this.#count += 1;
    const { id = `file-${this.#count.toString(36)}`, parents = [] } = given;
    const driveId = given.driveId ?? this.files.get(parents[0] ?? '')?.driveId ?? '';
    this.files.set(id, {
      mimeType: 'text/plain',
      content: '',
      trashed: false,
      version: 1,
      canDownload: true,
      target: null,
      isPicked: false,
      refuses: null,
      ...given,
      ...{ id, parents, driveId },
    });
    this.#log(id);
    return id;
  }

  change(id: string, change: Partial<FakeFile>): void {
    const file = this.get(id);
    Object.assign(file, change, { version: file.version + 1 });
    this.#log(id);
  }

  /** Trash is told of what was put there, and of nothing in it. */
  trash(id: string, trashed = true): void {
    this.change(id, { trashed });
    for (const below of this.below(id)) this.get(below).trashed = trashed;
  }

  remove(id: string): void {
    const { driveId } = this.get(id);
    const all = [id, ...this.below(id)];
    for (const each of all) this.files.delete(each);
    this.#entries(driveId).push({ fileId: id, removed: true });
  }

  get(id: string): FakeFile {
    const file = this.files.get(id);
    if (file === undefined) throw new Error(`no file ${id}`);
    return file;
  }

  below(id: string): readonly string[] {
    const children = [...this.files.values()].filter(({ parents }) => parents.includes(id)).map((file) => file.id);
    return children.flatMap((child) => [child, ...this.below(child)]);
  }

  /** Calls of a kind: `files`, `changes`, `export` … */
  count(kind: 'list' | 'changes' | 'content' | 'get' | 'start'): number {
    return this.calls.filter((url) => kindOf(url) === kind).length;
  }

  /** Answers a request of the interface; false: it is none of it. */
  readonly handle = async (
    request: Pick<SeenRequest, 'url' | 'method' | 'body' | 'headers'>,
    response: ServerResponse,
  ): Promise<boolean> => {
    const url = new URL(request.url, 'http://drive');
    if (!url.pathname.startsWith('/drive/v3/') || url.pathname.endsWith('/about')) return false;
    this.calls.push(url);
    await this.onCall(url);
    const failure = this.failures.shift();
    if (failure !== undefined) {
      const [status = '500', reason = ''] = failure.split(' ');
      fail(response, Number(status), reason);
      return true;
    }
    this.#answer(url.pathname.slice('/drive/v3'.length), url.searchParams, response);
    return true;
  };

  #answer(path: string, query: URLSearchParams, response: ServerResponse): unknown {
    if (path === '/changes/startPageToken') {
      const log = query.get('driveId') ?? '';
      if (!this.logs.has(log)) return fail(response, 404, 'notFound');
      return send(response, { startPageToken: `${this.#entries(log).length}` });
    }
    if (path === '/changes') return this.#changes(query, response);
    if (path === '/drives') {
      return send(response, { drives: [...this.drives].map(([id, name]) => ({ id, name })) });
    }
    if (path === '/files') return this.#list(query, response);
    const [, id = '', action] = /^\/files\/([^/]+)(?:\/(export))?$/.exec(path) ?? [];
    const file = this.files.get(id === 'root' ? 'root-of-ada' : id);
    if (file === undefined || !this.#isSeen(file)) return fail(response, 404, 'notFound');
    if (action === 'export') return this.#export(file, query.get('mimeType') ?? '', response);
    if (query.get('alt') === 'media') return this.#content(file, response);
    return send(response, this.#told(file));
  }

  #list(query: URLSearchParams, response: ServerResponse): unknown {
    const wanted = query.get('q') ?? '';
    const parent = /'([^']+)' in parents/.exec(wanted)?.[1];
    if (parent !== undefined && !this.files.has(parent === 'root' ? 'root-of-ada' : parent))
      return fail(response, 404, 'notFound');
    const all = [...this.files.values()].filter((file) => this.#isSeen(file) && matchesQuery(file, wanted));
    const at = Number(query.get('pageToken') ?? 0);
    const size = Math.min(Number(query.get('pageSize') ?? 100), this.pageSize);
    const next = at + size < all.length ? { nextPageToken: String(at + size) } : {};
    const files = all.slice(at, at + size).map((file) => this.#told(file));
    return send(response, { incompleteSearch: this.isIncomplete, files, ...next });
  }

  #changes(query: URLSearchParams, response: ServerResponse): unknown {
    const log = this.#entries(query.get('driveId') ?? '');
    const at = Number(query.get('pageToken'));
    if (!Number.isInteger(at)) return fail(response, 400, 'invalid');
    const size = Math.min(Number(query.get('pageSize') ?? 100), this.pageSize);
    const changes = log.slice(at, at + size).map(({ fileId, removed }) => {
      const file = this.files.get(fileId);
      const isGone = removed || file === undefined;
      return { changeType: 'file', fileId, removed: isGone, ...(!isGone && { file: this.#told(file) }) };
    });
    const next =
      at + size < log.length ? { nextPageToken: String(at + size) } : { newStartPageToken: String(log.length) };
    return send(response, { changes, ...next });
  }

  #export(file: FakeFile, mimeType: string, response: ServerResponse): unknown {
    if (file.refuses !== null) return fail(response, 403, file.refuses);
    if (!file.mimeType.startsWith('application/vnd.google-apps.')) return fail(response, 403, 'fileNotExportable');
    if (file.content.length > 10 * 1_048_576) return fail(response, 403, 'exportSizeLimitExceeded');
    return response.writeHead(200, { 'content-type': mimeType }).end(file.content);
  }

  #content(file: FakeFile, response: ServerResponse): unknown {
    if (file.refuses !== null) return fail(response, 403, file.refuses);
    if (file.mimeType.startsWith('application/vnd.google-apps.')) return fail(response, 403, 'fileNotDownloadable');
    return response.writeHead(200, { 'content-type': file.mimeType }).end(file.content);
  }

  #isSeen(file: FakeFile): boolean {
    return !this.onlyPicked || file.isPicked;
  }

  #told(file: FakeFile): object {
    const isNative = file.mimeType.startsWith('application/vnd.google-apps.');
    const target = file.target === null ? undefined : this.files.get(file.target);
    const parents = file.parents.filter((id) => !this.onlyPicked || this.files.get(id)?.isPicked);
    return {
      id: file.id,
      name: file.name,
      mimeType: file.mimeType,
      ...(parents.length > 0 && { parents }),
      trashed: file.trashed,
      version: String(file.version),
      ...(file.driveId !== '' && { driveId: file.driveId }),
      ...(!isNative && {
        md5Checksum: createHash('md5').update(file.content).digest('hex'),
        size: String(Buffer.byteLength(file.content)),
      }),
      ...(file.target !== null && {
        shortcutDetails: { targetId: file.target, targetMimeType: target?.mimeType ?? 'text/plain' },
      }),
      capabilities: { canDownload: file.canDownload },
      webViewLink: `https://drive.google.com/file/d/${file.id}/view`,
    };
  }

  #entries(log: string): Change[] {
    return this.logs.get(log) ?? [];
  }

  #log(fileId: string): void {
    this.#entries(this.get(fileId).driveId).push({ fileId, removed: false });
  }
}

function kindOf({ pathname, searchParams }: URL): string {
  const path = pathname.slice('/drive/v3'.length);
  if (path === '/files') return 'list';
  if (path === '/changes') return 'changes';
  if (path === '/changes/startPageToken') return 'start';
  return path.endsWith('/export') || searchParams.get('alt') === 'media' ? 'content' : 'get';
}

function send(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function fail(response: ServerResponse, status: number, reason: string): void {
  const error = { code: status, message: `Words of the service: ${reason}.`, errors: [{ domain: 'global', reason }] };
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
}
