import { LRUCache } from 'lru-cache';
import { FairSemaphore, isPlatformError } from '#kernel';
import type { Egress, Sockets } from '#plugins/egress/contract.ts';
import { type Address, addressOf } from './address.ts';
import { commitIn, filesIn, folderIn } from './answers.ts';
import type { GitConnection, ServiceName } from './connection.ts';
import type { Git, GitCommit, GitFolder, GitPush, GitReadLimits, GitRef, GitRemote } from './contract.ts';
import { busy, invalidRequest, noFolder, unavailable } from './failure.ts';
import { HttpConnection } from './http-connection.ts';
import { isBranch, isPath } from './names.ts';
import { blobId, isObjectId } from './object-id.ts';
import { PackProcesses, type PackProcessOptions } from './pack-processes.ts';
import { packLimits } from './protocol.ts';
import { push, receiverOf } from './receive-pack.ts';
import { hostKeyOf, SshConnection } from './ssh-connection.ts';
import { type Capabilities, capabilitiesOf, fetchPack, listRefs } from './upload-pack.ts';

export interface GitOptions extends PackProcessOptions {
  readonly egress: Egress;
  readonly sockets: Sockets;
  /** Megabytes of a pack. */
  readonly packMb: number;
}

/** Milliseconds a whole call may take, and for how long a server is known. */
const callMs = 5 * 60_000;
const knownMs = 10 * 60_000;
const knownServers = 1000;
/** Calls that fetch at the same time; each may hold a pack. */
const fetches = 4;
const megabyte = 1024 * 1024;
const folderBytes = 24 * megabyte;
const maxFiles = 10_000;
/** What a file costs in a pack besides its bytes. */
const entryBytes = 64;

type Ask<T> = (connection: GitConnection, known: Capabilities) => Promise<T>;

interface Call {
  readonly remote: GitRemote;
  readonly address: Address;
  readonly signal: AbortSignal;
}

export class GitService implements Git {
  readonly #options: GitOptions;
  readonly #processes: PackProcesses;
  readonly #fetches: FairSemaphore;
  readonly #known = new LRUCache<string, Capabilities>({ max: knownServers, ttl: knownMs });
  readonly #closing = new AbortController();

  constructor(options: GitOptions) {
    this.#options = options;
    this.#processes = new PackProcesses(options);
    this.#fetches = new FairSemaphore({ concurrency: fetches, maxQueue: options.maxQueue });
  }

  async refs(remote: GitRemote, prefixes: readonly string[]): Promise<readonly GitRef[]> {
    for (const prefix of prefixes) {
      if (/[\s\p{Cc}]/u.test(prefix)) throw invalidRequest('No branch begins like that.', 'prefixes');
    }
    return this.#asking(this.#call(remote), (connection, known) => listRefs(connection, known, prefixes));
  }

  async folder(remote: GitRemote, commit: string, folder: string): Promise<GitFolder> {
    requireId(commit);
    const path = folder.replace(/^\/+|\/+$/g, '');
    if (path !== '' && !isPath(path)) throw noFolder('That can be no folder of a repository.');
    const call = this.#call(remote);
    return this.#fetching(call, async () => {
      const bytes = await this.#trees(call, commit);
      const task = { kind: 'folder', bytes, limits: packLimits, commit, folder: path } as const;
      return folderIn(commit, await this.#processes.open(call.address.host, task, folderBytes, call.signal));
    });
  }

  async read(
    remote: GitRemote,
    files: readonly string[],
    { fileBytes, bytes: most }: GitReadLimits,
  ): Promise<ReadonlyMap<string, Uint8Array>> {
    const blobs = [...new Set(files)];
    blobs.forEach(requireId);
    if (blobs.length === 0) return new Map();
    if (blobs.length > maxFiles) throw invalidRequest(`At most ${maxFiles} files can be read at once.`, 'files');
    const call = this.#call(remote);
    return this.#fetching(call, async () => {
      const bytes = Math.min(this.#options.packMb * megabyte, most + blobs.length * entryBytes + entryBytes);
      const limit = `its files are larger than ${inWords(most)} together`;
      const pack = await this.#asking(call, (connection, known) =>
        fetchPack(connection, known, { wants: blobs, isShallow: false, bytes, limit }),
      );
      const limits = { ...packLimits, objectBytes: fileBytes, totalBytes: 8 * most + megabyte };
      const task = { kind: 'read', bytes: pack, limits, blobs, most } as const;
      const room = most + 4 * blobs.length;
      return filesIn(blobs, await this.#processes.open(call.address.host, task, room, call.signal));
    });
  }

  async commit(remote: GitRemote, commit: GitCommit): Promise<GitPush> {
    requireCommit(commit);
    const call = this.#call(remote);
    const made = await this.#fetching(call, () => this.#make(call, commit));
    const { branch, expected } = commit;
    await using connection = this.#connect(call, 'git-receive-pack');
    const receiver = await receiverOf(connection, branch);
    const blobs = Object.fromEntries(
      commit.changes.flatMap(({ path, bytes }) => (bytes === null ? [] : [[path, blobId(bytes)]])),
    );
    // The answer to a push may have been lost.
    if (receiver.current === made.id) return { state: 'pushed', commit: made.id, blobs };
    if (receiver.current !== expected) return { state: 'moved' };
    const result = await push(connection, receiver, { branch, from: expected, to: made.id }, made.pack);
    if (result.isTaken) return { state: 'pushed', commit: made.id, blobs };
    const now = await this.#asking(call, (asked, known) => listRefs(asked, known, [`refs/heads/${branch}`]));
    const current = now.find(({ name }) => name === `refs/heads/${branch}`)?.id ?? null;
    return current === expected ? { state: 'refused', reason: result.reason } : { state: 'moved' };
  }

  async hostKey(url: string): Promise<string> {
    const { address, signal } = this.#call({ url });
    if (address.protocol !== 'ssh')
      throw invalidRequest('Only addresses that begin with ssh:// have such a key.', 'url');
    return hostKeyOf({ address, signal, sockets: this.#options.sockets });
  }

  close(): void {
    this.#closing.abort(busy());
  }

  async #make(call: Call, commit: GitCommit): Promise<{ readonly id: string; readonly pack: Uint8Array }> {
    const { parent, changes, author, committer, message, at } = commit;
    const bytes = parent === null ? Buffer.alloc(0) : await this.#trees(call, parent);
    const about = { parent, changes, author, committer, message, at };
    const task = { kind: 'commit', bytes, limits: packLimits, ...about } as const;
    const room = this.#options.packMb * megabyte;
    return commitIn(await this.#processes.open(call.address.host, task, room, call.signal));
  }

  #trees(call: Call, commit: string): Promise<Buffer> {
    const { packMb } = this.#options;
    const limit = `what a commit holds takes more than ${packMb} MB (git.packMb)`;
    const request = { wants: [commit], isShallow: true, bytes: packMb * megabyte, limit };
    return this.#asking(call, (connection, known) => fetchPack(connection, known, request));
  }

  #call(remote: GitRemote): Call {
    const address = addressOf(remote.url);
    const late = new AbortController();
    const message = `${address.host} took more than ${callMs / 60_000} minutes. Try again later.`;
    setTimeout(() => late.abort(unavailable(message)), callMs).unref();
    return { remote, address, signal: AbortSignal.any([late.signal, this.#closing.signal]) };
  }

  #fetching<T>({ address, signal }: Call, work: () => Promise<T>): Promise<T> {
    if (this.#fetches.isFull(address.host)) throw busy();
    return this.#fetches.run(address.host, signal, work);
  }

  /** With what the server can, which is asked for once in a while; and again where that seems to be over. */
  async #asking<T>(call: Call, ask: Ask<T>): Promise<T> {
    const { url } = call.remote;
    const kept = this.#known.get(url);
    try {
      return await this.#askOnce(call, kept, ask);
    } catch (error) {
      this.#known.delete(url);
      if (kept === undefined || !isPlatformError(error) || error.code !== 'git.broken') throw error;
      return await this.#askOnce(call, undefined, ask);
    }
  }

  async #askOnce<T>(call: Call, kept: Capabilities | undefined, ask: Ask<T>): Promise<T> {
    await using connection = this.#connect(call, 'git-upload-pack');
    const known = connection.mustGreet ? undefined : kept;
    const capabilities = known ?? (await capabilitiesOf(connection));
    const answer = await ask(connection, capabilities);
    this.#known.set(call.remote.url, capabilities);
    return answer;
  }

  #connect({ remote, address, signal }: Call, service: ServiceName): GitConnection {
    if (address.protocol === 'ssh') {
      return new SshConnection({ address, keys: remote.ssh, service, sockets: this.#options.sockets, signal });
    }
    const send = remote.send ?? ((request) => this.#options.egress.request(request));
    return new HttpConnection({ ...address, service, signal, send });
  }
}

function requireId(id: string): void {
  if (!isObjectId(id)) throw invalidRequest('The id of a commit or file has 40 hex digits.', 'id');
}

function requireCommit({ branch, expected, parent, changes }: GitCommit): void {
  if (!isBranch(branch)) throw invalidRequest('The name of the branch is none that git allows.', 'branch');
  for (const id of [expected, parent]) if (id !== null) requireId(id);
  // Standing on anything else, it would throw away what others have committed.
  if (expected !== null && parent !== expected)
    throw invalidRequest('A commit to a branch that is there stands on what the branch is.', 'parent');
  for (const { path } of changes) {
    if (!isPath(path)) throw invalidRequest(`${JSON.stringify(path.slice(0, 200))} can be no file.`, 'changes');
  }
}

function inWords(bytes: number): string {
  return bytes >= megabyte ? `${Math.round(bytes / megabyte)} MB` : `${Math.ceil(bytes / 1024)} KB`;
}
