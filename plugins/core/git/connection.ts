import type { PacketReader } from './packet-lines.ts';

/** What a server does: gives, or takes. */
export type ServiceName = 'git-upload-pack' | 'git-receive-pack';

/** A conversation with one service of a repository. */
export interface GitConnection extends AsyncDisposable {
  /** Name and port of the server, for messages. */
  readonly host: string;
  /** Whether the server must say what it can before anything is asked; otherwise that costs a request of its own. */
  readonly mustGreet: boolean;
  /** What the server says first: what it can, or its branches. */
  greeting(): Promise<PacketReader>;
  /** What it says to a request. */
  ask(request: Uint8Array): Promise<PacketReader>;
}
