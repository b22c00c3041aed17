import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '#plugins/delivery-api/testing/find-program.ts';
import { gitEnvironment, makeRepository, type TestRepository } from './repository.ts';

/** What a server does otherwise than it should; each is as it should be until it is set. */
export interface ServerSwitches {
  /** An answer in place of git's. */
  status?: 401 | 403 | 404 | 429 | 500;
  /** The address that every request is sent to instead. */
  redirect?: string;
  /** Bytes of an answer's body after which the connection is cut; of requests whose path ends so (default: all). */
  cutAfter?: number;
  cutPath?: string;
  /** Says nothing of protocol 2. */
  isOld?: boolean;
  /** Gives files out instead of speaking git. */
  isDumb?: boolean;
  /** `user:password` that every request must have. */
  basicAuth?: string;
  /** Called before git answers: what a second writer does meanwhile. */
  before?: (request: SeenRequest) => void | Promise<void>;
  /** Called when git has done it, before anything of its answer is sent. */
  after?: (request: SeenRequest) => void | Promise<void>;
  /** Answers what is not git's, as a host's interface beside it. True: it did. */
  besides?: (request: SeenRequest & { readonly body: string }, response: ServerResponse) => boolean;
}

export interface SeenRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly authorization: string | undefined;
  /** Bytes of its body, and of the body of its answer so far. */
  readonly bytesIn: number;
  bytesOut: number;
}

/** The real `git http-backend` behind a server on this machine, for tests of whatever speaks git. */
export interface GitServer extends AsyncDisposable {
  readonly url: string;
  readonly switches: ServerSwitches;
  /** What was asked, in order. Empty it to count from there. */
  readonly requests: SeenRequest[];
  /** A new, empty one; `args` go to `git init`. */
  repository(name: string, args?: readonly string[]): TestRepository;
}

/** Null where there is no git; in CI that is an error. */
export const gitProgram = findProgram(['git'], 'tests against servers of git');

export async function startGitServer(program: string): Promise<GitServer> {
  const root = mkdtempSync(join(tmpdir(), 'weft-test-'));
  const switches: ServerSwitches = {};
  const requests: SeenRequest[] = [];
  const server = createServer((incoming, response) => {
    void answer({ program, root, switches, requests }, incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    switches,
    requests,
    repository: (name, args = []) => makeRepository(program, join(root, `${name}.git`), `${url}/${name}.git`, args),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(root, { recursive: true, force: true });
    },
  };
}

interface Server {
  readonly program: string;
  readonly root: string;
  readonly switches: ServerSwitches;
  readonly requests: SeenRequest[];
}

async function answer(server: Server, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  // Waiting for room leaves listeners behind.
  response.setMaxListeners(0);
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece as Buffer);
  const body = Buffer.concat(pieces);
  const { method = '', url: path = '' } = incoming;
  const seen: SeenRequest = {
    method,
    path,
    authorization: incoming.headers.authorization,
    bytesIn: body.length,
    bytesOut: 0,
  };
  server.requests.push(seen);
  const { switches } = server;
  if (!isLet(switches, seen, response)) return;
  if (switches.isDumb === true) {
    response.setHeader('content-type', 'text/plain');
    response.end(`${'0'.repeat(40)}\trefs/heads/main\n`);
    return;
  }
  if (switches.besides?.({ ...seen, body: body.toString() }, response) === true) return;
  await switches.before?.(seen);
  await runBackend(server, { incoming, body, seen }, response);
}

function isLet(switches: ServerSwitches, { authorization }: SeenRequest, response: ServerResponse): boolean {
  const { status, redirect, basicAuth } = switches;
  if (redirect !== undefined) response.writeHead(302, { location: redirect });
  else if (status === 429) response.writeHead(429, { 'retry-after': '7' });
  else if (status !== undefined) response.writeHead(status, { 'content-type': 'text/plain' });
  else if (basicAuth !== undefined && authorization !== `Basic ${Buffer.from(basicAuth).toString('base64')}`) {
    response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' });
  } else return true;
  response.end('remote: \x1b[31mno\x1b[0m entry\nhere');
  return false;
}

interface Asked {
  readonly incoming: IncomingMessage;
  readonly body: Buffer;
  readonly seen: SeenRequest;
}

async function runBackend({ program, root, switches }: Server, asked: Asked, response: ServerResponse): Promise<void> {
  const { incoming, body, seen } = asked;
  const [path = '', query = ''] = seen.path.split('?', 2);
  const version = switches.isOld === true ? undefined : incoming.headers['git-protocol'];
  const child = spawn(program, ['-c', 'safe.directory=*', 'http-backend'], {
    env: {
      ...gitEnvironment,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      REQUEST_METHOD: seen.method,
      PATH_INFO: path,
      QUERY_STRING: query,
      CONTENT_TYPE: incoming.headers['content-type'] ?? '',
      CONTENT_LENGTH: String(body.length),
      REMOTE_ADDR: '127.0.0.1',
      REMOTE_USER: 'somebody',
      ...(typeof version === 'string' ? { HTTP_GIT_PROTOCOL: version, GIT_PROTOCOL: version } : {}),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = once(child, 'close');
  child.stdin.on('error', () => undefined);
  child.stdin.end(body);
  let head: Buffer | null = Buffer.alloc(0);
  const pieces = switches.after === undefined ? child.stdout : await wholly(child.stdout, ended);
  await switches.after?.(seen);
  for await (const piece of pieces as AsyncIterable<Buffer>) {
    let rest: Buffer = piece;
    if (head !== null) {
      head = Buffer.concat([head, piece]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) continue;
      rest = head.subarray(end + 4);
      begin(response, head.toString('latin1', 0, end));
      head = null;
    }
    const left = leftOf(switches, seen, path);
    seen.bytesOut += rest.length;
    if (rest.length > left) {
      response.write(rest.subarray(0, left), () => response.destroy());
      child.kill('SIGKILL');
      break;
    }
    if (!response.write(rest)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
  }
  await ended;
  if (!response.destroyed && seen.bytesOut <= (switches.cutAfter ?? Number.POSITIVE_INFINITY)) response.end();
}

async function wholly(output: AsyncIterable<Buffer>, ended: Promise<unknown>): Promise<Buffer[]> {
  const pieces: Buffer[] = [];
  for await (const piece of output) pieces.push(piece);
  await ended;
  return pieces;
}

function leftOf({ cutAfter, cutPath = '' }: ServerSwitches, { bytesOut }: SeenRequest, path: string): number {
  return cutAfter === undefined || !path.endsWith(cutPath) ? Number.POSITIVE_INFINITY : cutAfter - bytesOut;
}

function begin(response: ServerResponse, head: string): void {
  let status = 200;
  for (const line of head.split('\r\n')) {
    const [name = '', value = ''] = line.split(/:\s*/, 2);
    if (name.toLowerCase() === 'status') status = Number.parseInt(value, 10);
    else response.setHeader(name, value);
  }
  response.writeHead(status);
}
