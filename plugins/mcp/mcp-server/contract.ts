/**
 * Apps as servers of the Model Context Protocol: what is set for them, and the tools that they are. Speaking the protocol is
 * `mcp-endpoint`, running what is called `mcp-calls`.
 *
 * Glossary
 * - server: an app that is switched on, or all of a workspace at one address.
 * - code: the secret in a server's address. It is kept hashed, shown once, and made anew.
 */
import type { AuthenticationRequest } from '#http';
import { type Contribution, type Contributions, eventName, extensionPoint, token } from '#kernel';
import type { App, PublishedVersion } from '#plugins/apps/contract.ts';
import type { ServerPlace, ServerSettings } from './settings.ts';
import type { AppTool } from './tools/app-tool.ts';

/** Which server: of an app, or of a whole workspace; and what is set for it. */
export { type ServerPlace, type ServerSettings, serverId } from './settings.ts';
/** A tool, and what its callers say to it. `sortArguments`, `fileReference` throw `mcp-server.invalid_param`. */
export type { AppTool } from './tools/app-tool.ts';
export { fileReference, type SortedArguments, sortArguments, wrong } from './tools/call-arguments.ts';
/** Outputs as `outputSchema` of a tool says. */
export { fitted } from './tools/output-schema.ts';

/** An app with what is set for it as a server. */
export interface ServedApp {
  readonly app: App;
  /** null: nothing is published. */
  readonly version: PublishedVersion | null;
  readonly settings: ServerSettings;
  /** null: there is nothing to call: switched off, paused, or not published. */
  readonly tool: AppTool | null;
}

/** Somebody of the workspace who calls a server, by a credential that is for this server alone. */
export interface McpPerson extends ServerPlace {
  readonly accountId: string;
  /** Aborts when they may no longer call it. */
  ended(): AbortSignal;
}

/**
 * One more way to know who calls a server, beside the code in its address and keys. A request is known by one way at most:
 * each looks for secrets of its own form.
 */
export interface McpCredential extends Contribution {
  /**
   * Who is calling the server at the path; null: not with a credential of this kind. Throws `unauthenticated` for one that does
   * not count, or not for this server.
   */
  find(request: AuthenticationRequest): Promise<McpPerson | null>;
  /** Whether the caller is known from memory (`Authenticator.isCached`). */
  isCached(request: AuthenticationRequest): boolean;
  /** `WWW-Authenticate` for who was refused: how such a credential is got (`Authenticator.challenge`). */
  challenge?(request: AuthenticationRequest, origin: string | undefined): string | undefined;
}

/** Contribute here how callers of servers are known. */
export const McpCredentials = extensionPoint<McpCredential>('mcp-server.credentials');

/** Emitted in the process where it happened, when it is durable: a server was switched off. */
export const McpServerSwitchedOff = eventName<ServerPlace>('mcp-server.server-switched-off');

/** Servers from memory, no older than a second: each request of a client asks. */
export interface McpServers {
  /** Further ways to know callers, of all plugins. */
  readonly credentials: Contributions<McpCredential>;
  /** null: no server has this code (any more). */
  byCode(code: string): ServerSettings | null | Promise<ServerSettings | null>;
  /** Whether a code led to a server when it was looked up last; asks nobody. */
  knowsCode(code: string): boolean;
  /** null: the workspace has no such app. */
  app(workspaceId: string, appId: string): ServedApp | null | Promise<ServedApp | null>;
  /** Whether the server of a workspace is switched on. */
  isEnabled(workspaceId: string): Promise<boolean>;
  /** The tools of a server, in a steady order: apps that are switched on, published and not paused. */
  tools(place: ServerPlace): Promise<readonly AppTool[]>;
  /** Aborts when the code of a server (`serverId`) is made anew, or the server is switched off. */
  ended(id: string): AbortSignal;
}

export const McpServers = token<McpServers>('mcp-server.servers');
