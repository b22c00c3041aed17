import type { Secrets } from '#plugins/secrets/contract.ts';

const PURPOSE = 'mcp-server.session';
const MAX_NAME = 60;

/** What a client of the older revisions is known by from its `initialize` on. */
export interface Session {
  /** Tells its requests from those of other clients. */
  readonly id: string;
  readonly client: string;
}

/** Signed rather than kept: any process knows the sessions that another one has opened. */
export class Sessions {
  readonly #secrets: Secrets;

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  open(workspaceId: string, client: string): string {
    const text = `${this.#secrets.token(20)}.${Buffer.from(client.slice(0, MAX_NAME)).toString('base64url')}`;
    return `${text}.${this.#secrets.sign(workspaceId, PURPOSE, text)}`;
  }

  /** null: it is none that was opened here for this workspace. */
  read(workspaceId: string, session: string): Session | null {
    const at = session.lastIndexOf('.');
    const text = session.slice(0, Math.max(0, at));
    if (session.length > 512 || !this.#secrets.isSigned(workspaceId, PURPOSE, text, session.slice(at + 1))) return null;
    const [id = '', client = ''] = text.split('.');
    return { id, client: Buffer.from(client, 'base64url').toString('utf8') };
  }
}
