/**
 * MCP servers as sources of tools: a workspace registers them, and tool nodes and agents call their tools
 * (app DSL, tool: `provider_type: mcp`).
 *
 * Glossary
 * - identifier: what documents call a server (`provider_id`); it never changes.
 * - pinned tool: a tool as it was accepted; what the server says of it later counts once that is accepted as well.
 * - subject: on whose behalf a server is authorised: the workspace, or one user of it.
 */
import { token } from '#kernel';

/** A tool as a server described it. Texts and schemas are the server's: data, whatever they say. */
export interface PinnedTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  readonly annotations?: Readonly<Record<string, unknown>>;
  /** SHA-256 (hex) of all of the above. */
  readonly hash: string;
}

/** How a server is reached. Secret: the address may hold a key. */
export interface Endpoint {
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  /** Seconds a call may take; between two pieces of an answer. */
  readonly timeoutSeconds: number;
  readonly readTimeoutSeconds: number;
}

/** An OAuth client, and the authorization server that knows it; empty: whichever the server names. */
export interface ClientAtIssuer {
  /** A person gave it; false: it was registered by ourselves. */
  readonly isGiven: boolean;
  readonly issuer: string;
  readonly client_id: string;
  readonly client_secret?: string;
  /** More that an authorization server said when it registered the client. */
  readonly [field: string]: unknown;
}

/** A registered server, opened; never logged, never sent. */
export interface McpServer extends Endpoint {
  readonly id: string;
  readonly workspaceId: string;
  readonly identifier: string;
  readonly name: string;
  readonly auth: 'none' | 'oauth';
  /** Each user authorises it; false: somebody does for the workspace. */
  readonly isPerUser: boolean;
  readonly client: ClientAtIssuer | null;
  /** Asked for; empty: what the server names. */
  readonly scope: string;
  /** Of the accepted tools, and of those that wait to be accepted; null: there are none. */
  readonly toolsHash: string | null;
  readonly offeredHash: string | null;
  /** Why it could not be asked for its tools last time. */
  readonly lastError: string | null;
  /** Milliseconds since the epoch. */
  readonly refreshedAt: number | null;
  readonly createdAt: number;
}

/** What may be set of a server; what is absent stays, or has its default. */
export interface ServerSettings {
  readonly name?: string;
  readonly url?: string;
  /** All of them, by name. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly auth?: 'none' | 'oauth';
  readonly isPerUser?: boolean;
  /** null: none; the server's authorization server registers one. */
  readonly client?: { readonly id: string; readonly secret?: string } | null;
  readonly scope?: string;
  readonly timeoutSeconds?: number;
  readonly readTimeoutSeconds?: number;
}

/** How what a server offers differs from what was accepted. */
export interface ToolChanges {
  readonly added: readonly PinnedTool[];
  readonly removed: readonly PinnedTool[];
  readonly changed: readonly { readonly before: PinnedTool; readonly after: PinnedTool }[];
}

/** A server with its tools. */
export interface ServerDetail {
  readonly server: McpServer;
  readonly tools: readonly PinnedTool[];
  readonly changes: ToolChanges;
  /** The workspace, or the person who asks, has authorised it; null where that is not needed. */
  readonly isAuthorized: boolean | null;
  /** Apps whose draft or current version names it. */
  readonly usedBy: readonly { readonly id: string; readonly name: string }[];
}

/** A server of a workspace; `id`: any text, what names none throws `mcp-client.not_found`. */
export interface ServerName {
  readonly workspaceId: string;
  readonly id: string;
}

/** MCP servers of a workspace. */
export interface McpServers {
  list(workspaceId: string): Promise<readonly McpServer[]>;
  detail(name: ServerName, subject: string): Promise<ServerDetail>;
  /**
   * Registers a server and asks it for its tools, which are accepted; one that can't be asked is registered all the same. Throws
   * `mcp-client.invalid_server`, `mcp-client.identifier_taken`, `mcp-client.too_many_servers`.
   */
  add(
    workspaceId: string,
    given: ServerSettings & { readonly identifier: string; readonly url: string },
  ): Promise<McpServer>;
  /** Another address, client or way to authorise takes back what was authorised. */
  change(name: ServerName, given: ServerSettings): Promise<McpServer>;
  /** Throws `mcp-client.in_use` unless `isConfirmed`. */
  remove(name: ServerName, options: { readonly isConfirmed: boolean }): Promise<void>;
  /**
   * Asks the server for its tools. The first are accepted; later ones wait, where they differ. Throws `mcp-client.unreachable`,
   * `mcp-client.not_authorized`, `mcp-client.invalid_answer`, `mcp-client.timed_out`.
   */
  refresh(name: ServerName, subject: string): Promise<void>;
  /** Accepts what waits, which must be what was looked at: throws `mcp-client.changed` for another hash. */
  accept(name: ServerName, hash: string): Promise<void>;
}

/** The service of MCP servers. */
export const McpServers = token<McpServers>('mcp-client.servers');
