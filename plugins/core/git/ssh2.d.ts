/** What is used of the package; the types that others keep of it bring those of another Node. */
declare module 'ssh2' {
  import { EventEmitter } from 'node:events';

  export interface Channel extends NodeJS.ReadWriteStream {
    readonly stderr: NodeJS.ReadWriteStream;
    exit(code: number): void;
    destroy(error?: Error): void;
  }

  export interface ConnectOptions {
    readonly sock: import('node:stream').Duplex;
    readonly username: string;
    readonly privateKey?: string;
    /** Milliseconds until it must be signed in. */
    readonly readyTimeout: number;
    readonly keepaliveInterval: number;
    /** The host's public key as it goes over the wire; nothing is sent to a host that is refused. */
    readonly hostVerifier: (key: Buffer) => boolean;
  }

  export class Client extends EventEmitter {
    connect(options: ConnectOptions): this;
    exec(
      command: string,
      options: { readonly env: Readonly<Record<string, string>> },
      opened: (error: Error | undefined, channel: Channel) => void,
    ): this;
    end(): this;
  }

  type Take = () => Channel;
  type Refuse = () => void;

  /** For tests. */
  export interface Authentication {
    readonly method: string;
    readonly key?: { readonly data: Buffer };
    accept(): void;
    reject(): void;
  }

  export interface Session {
    on(
      event: 'env',
      heard: (take: Take, refuse: Refuse, info: { readonly key: string; readonly val: string }) => void,
    ): this;
    on(event: 'exec', heard: (take: Take, refuse: Refuse, info: { readonly command: string }) => void): this;
  }

  export interface Peer {
    on(event: 'authentication', heard: (context: Authentication) => void): this;
    on(event: 'session', heard: (take: () => Session) => void): this;
    on(event: 'error', heard: (error: Error) => void): this;
    end(): void;
  }

  export class Server extends EventEmitter {
    constructor(options: { readonly hostKeys: readonly string[] }, connected: (peer: Peer) => void);
    listen(port: number, host: string, listening: () => void): this;
    address(): import('node:net').AddressInfo;
    close(closed?: () => void): this;
  }
}
