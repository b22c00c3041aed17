import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { PlatformError } from '#kernel';
import { readDocumentServer } from '#plugins/node-agent/contract.ts';
import type { ListedToolProvider, Tool, ToolReference, ToolSource } from '#plugins/tools/contract.ts';
import { type Callee, type Calls, calleeOf } from './calls.ts';
import type { McpServer, PinnedTool } from './contract.ts';
import { shown } from './failures.ts';
import type { KnownServers } from './known-servers.ts';
import { parametersOf } from './parameters.ts';
import { checkedHeaders, checkedUrl, defaults } from './server-settings.ts';
import { WORKSPACE } from './subjects.ts';

/** Milliseconds for which the tools of a server count that only a document knows. */
const FRESH_MS = 300_000;

/** Tools of MCP servers: those that the workspace has registered, and those that a document describes itself. */
export class McpToolSource implements ToolSource {
  readonly id = 'mcp-client';
  readonly kinds = ['mcp'];
  readonly #known: KnownServers;
  readonly #calls: Calls;
  readonly #made = new WeakMap<
    readonly PinnedTool[],
    { readonly server: McpServer; readonly tools: readonly Tool[] }
  >();
  readonly #described = new LRUCache<string, readonly Tool[]>({ max: 200, ttl: FRESH_MS });

  constructor(known: KnownServers, calls: Calls) {
    this.#known = known;
    this.#calls = calls;
  }

  async find(reference: ToolReference, workspaceId: string): Promise<readonly Tool[]> {
    const { settings } = reference;
    if (settings !== undefined) return await this.#ofDocument(reference, settings, workspaceId);
    const server = await this.#known.named(workspaceId, reference.provider);
    if (server === null) return [];
    return pick(await this.#toolsOf(server), reference, server.name);
  }

  async list(workspaceId: string): Promise<readonly ListedToolProvider[]> {
    const servers = await this.#known.all(workspaceId);
    return await Promise.all(
      servers.map(async (server) => ({
        kind: 'mcp',
        id: server.identifier,
        label: server.name,
        isConfigured: server.toolsHash !== null,
        tools: server.toolsHash === null ? [] : await this.#toolsOf(server),
      })),
    );
  }

  async #toolsOf(server: McpServer): Promise<readonly Tool[]> {
    if (server.toolsHash === null) {
      const message = `The MCP server ${shown(server.name)} has not told its tools yet: authorise it where it asks for that, and refresh it (weft mcp servers refresh ${server.id}).`;
      throw new PlatformError('invalid', 'mcp-client.no_tools', message);
    }
    const pinned = await this.#known.tools(server);
    const made = this.#made.get(pinned);
    if (made?.server === server) return made.tools;
    const tools = pinned.map((tool) => this.#tool(calleeOf(server), tool, server.identifier));
    this.#made.set(pinned, { server, tools });
    return tools;
  }

  /** One that the workspace has registered under the same address is that one, with all that was set of it. */
  async #ofDocument(reference: ToolReference, settings: string, workspaceId: string): Promise<readonly Tool[]> {
    const given = readDocumentServer(settings);
    const url = checkedUrl(given.url);
    const registered = (await this.#known.all(workspaceId)).find((server) => server.url === url);
    if (registered !== undefined) return pick(await this.#toolsOf(registered), reference, registered.name);
    const key = createHash('sha256').update(`${workspaceId} ${settings}`).digest('hex');
    const kept = this.#described.get(key);
    if (kept !== undefined) return pick(kept, reference, reference.provider);
    const callee: Callee = {
      key,
      name: reference.provider,
      server: null,
      url,
      headers: checkedHeaders(given.headers),
      timeoutSeconds: given.timeoutSeconds ?? defaults.timeoutSeconds,
      readTimeoutSeconds: defaults.readTimeoutSeconds,
    };
    const signal = AbortSignal.timeout(callee.timeoutSeconds * 1000);
    const { tools } = await this.#calls.list(callee, WORKSPACE, signal);
    const made = tools.map((tool) => this.#tool(callee, tool, reference.provider));
    this.#described.set(key, made);
    return pick(made, reference, reference.provider);
  }

  #tool(callee: Callee, pinned: PinnedTool, provider: string): Tool {
    return {
      id: `${provider}.${pinned.name}`,
      provider,
      name: pinned.name,
      label: pinned.title ?? pinned.name,
      description: pinned.description,
      parameters: parametersOf(pinned.inputSchema),
      // What a server says of itself is a hint: nobody is hurt where it is believed that something happens.
      sideEffects: pinned.annotations?.readOnlyHint !== true,
      timeoutSeconds: callee.timeoutSeconds,
      invoke: ({ arguments: given, workspaceId, appId, runId, signal }) =>
        this.#calls.call(callee, pinned, { arguments: given, run: { workspaceId, appId, runId }, signal }),
    };
  }
}

/** Throws for a tool that a server does not have (any more), which is another trouble than a server that nobody knows. */
function pick(tools: readonly Tool[], { name }: ToolReference, server: string): readonly Tool[] {
  if (name === '') return tools;
  const found = tools.filter((tool) => tool.name === name);
  if (found.length > 0) return found;
  const message = `The MCP server ${shown(server)} has no tool ${shown(name)} (any more): choose another, or refresh the server if it is new.`;
  throw new PlatformError('invalid', 'mcp-client.unknown_tool', message);
}
