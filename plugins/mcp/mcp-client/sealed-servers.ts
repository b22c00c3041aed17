import { type Secrets, sealedColumn } from '#plugins/secrets/contract.ts';
import type { ClientAtIssuer, McpServer } from './contract.ts';
import type { ServerRow } from './store.ts';

/** Purposes of the seals, by column. */
const purposes = {
  url: 'mcp-client.url',
  headers: 'mcp-client.headers',
  client: 'mcp-client.client',
  grant: 'mcp-client.grant',
  attempt: 'mcp-client.attempt',
  link: 'mcp-client.link',
} as const;

export const sealedColumns = [
  sealedColumn('mcp_client_servers.sealed_url', purposes.url),
  sealedColumn('mcp_client_servers.sealed_headers', purposes.headers),
  sealedColumn('mcp_client_servers.sealed_client', purposes.client),
  sealedColumn('mcp_client_authorizations.sealed', purposes.grant),
  sealedColumn('mcp_client_attempts.sealed', purposes.attempt, { key: ['state_hash'] }),
];

/** What belongs to an export of a workspace: nothing that is sealed. */
export const exportedTable = {
  id: 'mcp_client_servers',
  key: ['id'],
  columns: [
    'id',
    'identifier',
    'name',
    'auth',
    'per_user',
    'scope',
    'timeout_seconds',
    'read_timeout_seconds',
    'tools',
  ],
} as const;

/** Seals and opens what of servers is secret. */
export class SealedServers {
  readonly #secrets: Pick<Secrets, 'seal' | 'open'>;

  constructor(secrets: Pick<Secrets, 'seal' | 'open'>) {
    this.#secrets = secrets;
  }

  seal(workspaceId: string, part: keyof typeof purposes, value: unknown): string {
    return this.#secrets.seal(workspaceId, purposes[part], JSON.stringify(value));
  }

  /** Throws `secrets.unreadable`. */
  open<T>(workspaceId: string, part: keyof typeof purposes, sealed: string): T {
    return JSON.parse(this.#secrets.open(workspaceId, purposes[part], sealed)) as T;
  }

  server(row: ServerRow): McpServer {
    const { workspace_id: workspaceId } = row;
    return {
      id: row.id,
      workspaceId,
      identifier: row.identifier,
      name: row.name,
      url: this.open<string>(workspaceId, 'url', row.sealed_url),
      headers:
        row.sealed_headers === null ? [] : this.open<[string, string][]>(workspaceId, 'headers', row.sealed_headers),
      auth: row.auth,
      isPerUser: row.per_user,
      client: row.sealed_client === null ? null : this.open<ClientAtIssuer>(workspaceId, 'client', row.sealed_client),
      scope: row.scope,
      timeoutSeconds: row.timeout_seconds,
      readTimeoutSeconds: row.read_timeout_seconds,
      toolsHash: row.tools_hash,
      offeredHash: row.offered_hash,
      lastError: row.last_error,
      refreshedAt: row.refreshed_at?.getTime() ?? null,
      createdAt: row.created_at.getTime(),
    };
  }
}
