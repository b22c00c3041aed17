import type { HostCall } from '#engine';
import type { Contributions } from '#kernel';
import { FilesKeep, type FilesKeepRequest } from '#plugins/files/contract.ts';
import type { Runs } from '#plugins/runs/contract.ts';
import type { ToolResult } from '#plugins/tools/contract.ts';
import type { Bearer, Connection } from './connection.ts';
import type { Connections } from './connections.ts';
import type { Endpoint, McpServer, PinnedTool } from './contract.ts';
import { toFailure } from './failures.ts';
import type { Grants } from './grants.ts';
import { maskOf } from './masks.ts';
import { subjectFor, subjectOfRun, WORKSPACE } from './subjects.ts';
import { type ReadTools, readTools } from './tool-list.ts';
import { toResult } from './tool-result.ts';

/** A server that may be called: a registered one, or one that a document describes. */
export interface Callee extends Endpoint {
  /** Distinct from that of every other server. */
  readonly key: string;
  readonly name: string;
  /** null: no authorisation is known of it. */
  readonly server: McpServer | null;
}

/** The run that calls; null: a person tries a tool in the console. */
export interface CallingRun {
  readonly workspaceId: string;
  readonly appId: string;
  readonly runId: string;
}

export interface CallParts {
  readonly connections: Connections;
  readonly grants: Grants;
  readonly runs: Runs;
  readonly hostCalls: Contributions<HostCall>;
}

export function calleeOf(server: McpServer): Callee {
  return { ...server, key: server.id, server };
}

/** Asks MCP servers for their tools, and calls them. Throws `mcp-client.*` in words for who built the app. */
export class Calls {
  readonly #parts: CallParts;

  constructor(parts: CallParts) {
    this.#parts = parts;
  }

  list(callee: Callee, subject: string, signal: AbortSignal): Promise<ReadTools> {
    const call = { callee, subject, runId: null, signal, isListing: true };
    return this.#use(call, (connection, options) => readTools(connection, callee.name, options));
  }

  /** `caller`: the subject of a person who tries it; a run's is found by the run. */
  async call(
    callee: Callee,
    tool: PinnedTool,
    given: {
      readonly arguments: Readonly<Record<string, unknown>>;
      readonly run: CallingRun | null;
      readonly subject?: string;
      readonly signal: AbortSignal;
    },
  ): Promise<ToolResult> {
    const { run, signal } = given;
    const subject = given.subject ?? (await this.#subject(callee, run));
    const call = { callee, subject, runId: run?.runId ?? null, signal };
    const { name, inputSchema } = tool;
    const definition = { name, description: tool.description, inputSchema: inputSchema as { type: 'object' } };
    const { answer, mask } = await this.#use(call, async ({ client }, options, hide) => ({
      // Headers that mirror arguments follow the schema that was accepted.
      answer: await client.callTool(
        { name, arguments: { ...given.arguments } },
        { ...options, toolDefinition: definition },
      ),
      mask: hide,
    }));
    return await toResult(answer, { name: tool.title ?? name, keep: this.#keep(run, signal), mask });
  }

  async #subject({ server }: Callee, run: CallingRun | null): Promise<string> {
    if (server?.isPerUser !== true || server.auth === 'none' || run === null) return WORKSPACE;
    const detail = await this.#parts.runs.get(run.workspaceId, run.runId);
    return detail === null ? WORKSPACE : subjectOfRun(detail);
  }

  async #use<T>(
    call: {
      readonly callee: Callee;
      readonly subject: string;
      readonly runId: string | null;
      readonly signal: AbortSignal;
      readonly isListing?: boolean;
    },
    work: (
      connection: Connection,
      options: { signal: AbortSignal; timeout: number; maxTotalTimeout: number },
      mask: (text: string) => string,
    ) => Promise<T>,
  ): Promise<T> {
    const { callee, runId, signal, isListing = false } = call;
    const { connections, grants } = this.#parts;
    const whose = callee.server === null ? WORKSPACE : subjectFor(callee.server, call.subject);
    const sent: string[] = [];
    const bearer = callee.server === null ? null : remembered(grants.bearer(callee.server, whose), sent);
    const mask = (text: string) => maskOf(callee, sent)(text);
    const timeout = callee.timeoutSeconds * 1000;
    const key = `${callee.key} ${whose}`;
    let heard: unknown;
    try {
      return await connections.use({ key, runId, endpoint: callee, bearer, signal, isListing }, async (connection) => {
        try {
          return await work(connection, { signal, timeout, maxTotalTimeout: timeout }, mask);
        } finally {
          heard = connection.heard();
        }
      });
    } catch (error) {
      // Whoever stopped the run knows why.
      if (signal.aborted) throw signal.reason;
      throw toFailure(error, callee.name, heard, mask);
    }
  }

  /** Files are kept as those that nodes make are. */
  #keep(run: CallingRun | null, signal: AbortSignal): ((file: FilesKeepRequest) => Promise<unknown>) | null {
    const keep = this.#parts.hostCalls.get(FilesKeep);
    return run === null || keep === undefined ? null : (file) => keep.call(file, { ...run, signal });
  }
}

/** Tokens are masked in answers, like headers. */
function remembered(bearer: Bearer | null, sent: string[]): Bearer | null {
  if (bearer === null) return null;
  return {
    token: async () => {
      const token = await bearer.token();
      if (token !== undefined && !sent.includes(token)) sent.push(token);
      return token;
    },
    renew: () => bearer.renew(),
  };
}
