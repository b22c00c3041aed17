import type { Socket } from 'node:net';
import type { Channel, Client } from 'ssh2';
import { isPlatformError } from '#kernel';
import type { Sockets } from '#plugins/egress/contract.ts';
import type { Address } from './address.ts';
import type { GitConnection, ServiceName } from './connection.ts';
import type { GitRemote } from './contract.ts';
import { keyFingerprint } from './deploy-key.ts';
import { broken, cleanWords, invalidRequest, notAllowed, notFound, wrongHostKey } from './failure.ts';
import { PacketReader } from './packet-lines.ts';

export interface SshOptions {
  readonly address: Extract<Address, { protocol: 'ssh' }>;
  readonly keys: GitRemote['ssh'];
  readonly service: ServiceName;
  readonly sockets: Sockets;
  readonly signal: AbortSignal;
}

/** Milliseconds to sign in, and between two looks whether the host is still there. */
const readyTimeout = 30_000;
const keepaliveInterval = 15_000;
/** Characters that a host may say beside the protocol. */
const maxWords = 4096;

/** Over ssh: one connection for one service, which greets first. Nothing is told to a host with another key than the pinned one. */
export class SshConnection implements GitConnection {
  readonly mustGreet = true;
  readonly #options: SshOptions;
  #closing: (() => void) | undefined;
  #channel: Channel | undefined;
  #reader: PacketReader | undefined;

  constructor(options: SshOptions) {
    this.#options = options;
  }

  get host(): string {
    return this.#options.address.host;
  }

  async greeting(): Promise<PacketReader> {
    const { address, keys, service } = this.#options;
    if (keys === undefined) throw invalidRequest('A repository at an ssh address needs a deploy key.', 'ssh');
    const { client, close } = await signIn(this.#options, keys.privateKey, (found) => found === keys.hostKey);
    this.#closing = close;
    // The path has no quotes in it.
    this.#channel = await run(client, `${service} '${address.path}'`, this.host);
    this.#reader = new PacketReader(heard(this.#channel, this.host));
    return this.#reader;
  }

  async ask(request: Uint8Array): Promise<PacketReader> {
    if (this.#channel === undefined || this.#reader === undefined) throw broken('it was not greeted');
    this.#channel.write(request);
    return this.#reader;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing?.();
  }
}

/** The key a host shows, to which nothing else is said. */
export async function hostKeyOf(options: Pick<SshOptions, 'address' | 'sockets' | 'signal'>): Promise<string> {
  let shown = '';
  const look = (found: string): boolean => {
    shown = found;
    return false;
  };
  await signIn(options, '', look).catch((error: unknown) => {
    if (shown === '') throw error;
  });
  return shown;
}

interface SignedIn {
  readonly client: Client;
  close(): void;
}

async function signIn(
  { address, sockets, signal }: Pick<SshOptions, 'address' | 'sockets' | 'signal'>,
  privateKey: string,
  isRight: (fingerprint: string) => boolean,
): Promise<SignedIn> {
  // Loaded with the first repository that is asked by ssh.
  const { Client } = await import('ssh2');
  const { host, port, user: username } = address;
  const socket: Socket = await sockets.connect({ host, port, signal });
  const client = new Client();
  const stop = () => socket.destroy();
  const close = () => {
    signal.removeEventListener('abort', stop);
    client.end();
    socket.destroy();
  };
  signal.addEventListener('abort', stop, { once: true });
  const ready = Promise.withResolvers<void>();
  let wrong: Error | undefined;
  const hostVerifier = (key: Buffer): boolean => {
    const found = keyFingerprint(key);
    if (!isRight(found)) wrong = wrongHostKey(host, found);
    return wrong === undefined;
  };
  client.on('ready', () => ready.resolve());
  // Stays: what a host does later is seen where it is read.
  client.on('error', (error: Error & { readonly level?: string }) => ready.reject(wrong ?? signInError(error, host)));
  client.on('close', () => ready.reject(wrong ?? broken(`${host} closed the connection`)));
  try {
    const keys = privateKey === '' ? {} : { privateKey };
    client.connect({ sock: socket, username, ...keys, readyTimeout, keepaliveInterval, hostVerifier });
    await ready.promise;
  } catch (error) {
    close();
    signal.throwIfAborted();
    throw isPlatformError(error) ? error : invalidRequest('The deploy key can not be read.', 'ssh');
  }
  return { client, close };
}

function signInError(error: Error & { readonly level?: string }, host: string): Error {
  if (error.level === 'client-authentication') return notAllowed(host, '');
  return broken(`${host} does not speak ssh as it should (${cleanWords(error.message, 200)})`, error);
}

function run(client: Client, command: string, host: string): Promise<Channel> {
  return new Promise((resolve, reject) => {
    client.on('close', () => reject(broken(`${host} closed the connection`)));
    client.exec(command, { env: { GIT_PROTOCOL: 'version=2' } }, (error, channel) => {
      if (error) reject(notAllowed(host, cleanWords(error.message, 200)));
      else resolve(channel);
    });
  });
}

/** What comes; a host that says nothing but words for people has refused. */
async function* heard(channel: Channel, host: string): AsyncGenerator<Uint8Array> {
  let words = '';
  channel.stderr.on('data', (piece: Buffer) => {
    if (words.length < maxWords) words += piece.toString();
  });
  let isEmpty = true;
  try {
    for await (const piece of channel) {
      isEmpty = false;
      yield piece as Buffer;
    }
  } catch (error) {
    throw broken('it was cut', error);
  }
  if (isEmpty) throw refusal(cleanWords(words, 300), host);
}

function refusal(words: string, host: string): Error {
  if (/not found|does not (?:exist|appear)|no such|not a git repository|could not be found/i.test(words)) {
    return notFound(`${host} says: ${words}`);
  }
  if (/denied|permission|read[ -]only|not allowed|not authori[sz]ed|forbidden/i.test(words))
    return notAllowed(host, words);
  return broken(words === '' ? `${host} said nothing` : `${host} says: ${words}`);
}
