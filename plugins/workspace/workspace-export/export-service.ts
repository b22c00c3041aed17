import { type Contributions, PlatformError } from '#kernel';
import type { Accounts } from '#plugins/accounts/contract.ts';
import type { Members } from '#plugins/members/contract.ts';
import type { Workspaces } from '#plugins/workspaces/contract.ts';
import { archive } from './archive.ts';
import type { ExportedFile, ExportedFileSource, ExportedTable } from './contract.ts';
import type { ExportStore } from './export-store.ts';

interface ExportParts {
  readonly store: ExportStore;
  readonly tables: Contributions<ExportedTable>;
  readonly workspaces: Workspaces;
  readonly members: Members;
  readonly accounts: Accounts;
  readonly sources: Contributions<ExportedFileSource>;
}

/** Makes archives of workspaces, one of each at a time in a process. */
export class ExportService {
  readonly #parts: ExportParts;
  readonly #busy = new Set<string>();

  constructor(parts: ExportParts) {
    this.#parts = parts;
  }

  /** Throws `workspace-export.busy`. */
  async *archive(workspaceId: string): AsyncIterable<Uint8Array> {
    this.assertFree(workspaceId);
    this.#busy.add(workspaceId);
    try {
      yield* archive(this.#files(workspaceId));
    } finally {
      this.#busy.delete(workspaceId);
    }
  }

  assertFree(workspaceId: string): void {
    if (!this.#busy.has(workspaceId)) return;
    const message = 'The workspace is being exported at this moment; wait until that is done.';
    throw new PlatformError('conflict', 'workspace-export.busy', message);
  }

  async *#files(workspaceId: string): AsyncIterable<ExportedFile> {
    const { store, tables, sources } = this.#parts;
    yield { path: 'workspace.json', content: once(() => this.#settings(workspaceId)) };
    yield { path: 'members.jsonl', content: once(() => this.#people(workspaceId)) };
    for (const source of sources.all()) yield* source.files(workspaceId);
    for (const table of tables.all()) {
      yield { path: `${table.id}.jsonl`, content: lines(store.rows(workspaceId, table)) };
    }
  }

  async #settings(workspaceId: string): Promise<string> {
    const workspace = await this.#parts.workspaces.get(workspaceId);
    if (workspace === null) return '{}\n';
    const { id, name, description, plan, codeNetwork, createdAt } = workspace;
    const created = new Date(createdAt).toISOString();
    const shown = { id, name, description, plan, code_network: codeNetwork, created_at: created };
    return `${JSON.stringify(shown, null, 2)}\n`;
  }

  async #people(workspaceId: string): Promise<string> {
    const { members, accounts } = this.#parts;
    const list = await members.list(workspaceId);
    const people = new Map((await accounts.of(list.map(({ accountId }) => accountId))).map((each) => [each.id, each]));
    return list
      .map(({ accountId, role, joinedAt }) => {
        const { email = '', name = '' } = people.get(accountId) ?? {};
        return `${JSON.stringify({ account_id: accountId, email, name, role, joined_at: new Date(joinedAt).toISOString() })}\n`;
      })
      .join('');
  }
}

async function* once(make: () => Promise<string>): AsyncIterable<string> {
  yield await make();
}

async function* lines(pages: AsyncIterable<readonly string[]>): AsyncIterable<string> {
  for await (const page of pages) yield `${page.join('\n')}\n`;
}
