import { createHash, timingSafeEqual } from 'node:crypto';
import { json, nameOf, Public, type Route, route } from '#http';
import { PlatformError } from '#kernel';
import type { Accounts, Sessions } from '#plugins/accounts/contract.ts';
import type { Secrets } from '#plugins/secrets/contract.ts';
import type { Workspace, Workspaces } from '#plugins/workspaces/contract.ts';
import type { Setup } from './contract.ts';
import { memberDocs } from './member-docs.ts';
import type { MembersService } from './members-service.ts';

export interface SetupParts {
  readonly members: MembersService;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly workspaces: Workspaces;
  readonly secrets: Secrets;
}

/** Codes that strangers may try in a quarter of an hour, all of them together: nobody guesses 80 bits. */
const ATTEMPTS = 50;
const PURPOSE = 'members.setup';

/** The first owner of a new installation, who has no way to sign in yet. */
export class SetupService implements Setup {
  readonly #parts: SetupParts;
  #isOver = false;

  constructor(parts: SetupParts) {
    this.#parts = parts;
  }

  async code(): Promise<string | null> {
    const workspace = await this.ownerless();
    return workspace === null ? null : this.#codeOf(workspace);
  }

  /** The workspace of the first start while nobody owns it; never again once somebody does. */
  async ownerless(): Promise<Workspace | null> {
    if (this.#isOver) return null;
    const { workspaces, members } = this.#parts;
    const workspace = await workspaces.first();
    if (workspace === null) return null;
    const isOwned = (await members.list(workspace.id)).some(({ role }) => role === 'owner');
    this.#isOver = isOwned;
    return isOwned ? null : workspace;
  }

  isCode(workspace: Workspace, given: string): boolean {
    const hash = (text: string) => createHash('sha256').update(plain(text)).digest();
    return timingSafeEqual(hash(given), hash(this.#codeOf(workspace)));
  }

  /** The same in every process on one master key, so that any of them takes what another has printed. */
  #codeOf({ id }: Workspace): string {
    const digest = createHash('sha256')
      .update(this.#parts.secrets.sign(id, PURPOSE, 'first-owner'))
      .digest();
    const letters = [...digest.subarray(0, 16)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
    return (letters.match(/.{4}/g) ?? []).join('-');
  }
}

/** Without those that are taken for each other. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

function plain(code: string): string {
  return code.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

/** Making the first owner from a browser. */
export function setupRoute(parts: SetupParts, setup: SetupService): Route {
  const { members, accounts, sessions, workspaces } = parts;
  return route({
    id: 'members.setup',
    method: 'POST',
    path: '/console/api/setup',
    access: Public,
    summary: 'Create the first owner of a new server, with the setup code that it prints at startup; then sign in',
    noCommand: 'weft owner claim does it where the server runs',
    docs: memberDocs.setup,
    body: {
      type: 'object',
      required: ['code', 'email', 'name', 'password'],
      additionalProperties: false,
      properties: {
        code: { type: 'string', minLength: 1, maxLength: 50 },
        email: { type: 'string', minLength: 3, maxLength: 254 },
        name: nameOf(100),
        password: { type: 'string', minLength: 1, maxLength: 1024 },
        workspace_name: nameOf(100),
      },
    },
    async handle({ body }) {
      const { code, workspace_name: workspaceName, ...person } = body;
      const workspace = await setup.ownerless();
      if (workspace === null) {
        throw new PlatformError('conflict', 'members.owned', 'The workspace has an owner already: sign in.');
      }
      await sessions.countAttempt('setup', ATTEMPTS);
      if (!setup.isCode(workspace, code)) {
        const message = 'That is not the setup code. The server prints it when it starts, below the address.';
        throw new PlatformError('forbidden', 'members.wrong_setup_code', message, { field: 'code' });
      }
      const account = await accounts.create(person);
      await members.add(workspace.id, account.id, 'owner');
      await accounts.update(account.id, { currentWorkspaceId: workspace.id });
      if (workspaceName !== undefined) await workspaces.update(workspace.id, { name: workspaceName });
      return json({ result: 'success' }, { status: 201 });
    },
  });
}
