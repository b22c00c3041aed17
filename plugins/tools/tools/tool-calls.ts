import type { HostCaller } from '#engine';
import { type Contributions, isPlatformError, type Logger, PlatformError } from '#kernel';
import { withRetry } from '#plugins/database/contract.ts';
import type { Egress } from '#plugins/egress/contract.ts';
import type { ToolFinding, ToolProgress, ToolRequest } from './host-calls.ts';
import type { ToolRegistry } from './registry.ts';
import { RunningCall } from './running-call.ts';
import type { Tool, ToolCredentialSource, ToolDescription, ToolReference } from './tool.ts';
import { credentialsOf } from './tool-secrets.ts';

/** Kinds whose tools start runs. */
const NESTING_KINDS = ['workflow', 'app'];

/** What the host calls answer. */
export interface ToolCalls {
  describe(references: readonly ToolReference[], caller: HostCaller): Promise<readonly ToolFinding[]>;
  invoke(request: ToolRequest, caller: HostCaller): Promise<ToolProgress>;
  read(call: string, caller: HostCaller): Promise<ToolProgress>;
}

export function createToolCalls(parts: {
  readonly registry: ToolRegistry;
  readonly credentials: Contributions<ToolCredentialSource>;
  readonly egress: Egress;
  readonly logger: Logger;
  /** Runs that tools start inside runs that tools started (app DSL, limits). */
  readonly callDepth: number;
}): ToolCalls {
  const { registry, credentials, egress, logger, callDepth: deepest } = parts;
  const running = new Map<string, { readonly call: RunningCall; readonly forget: () => void }>();

  async function next(call: RunningCall): Promise<ToolProgress> {
    try {
      return await call.progress();
    } finally {
      if (call.isOver) running.get(call.id)?.forget();
    }
  }

  return {
    describe: (references, caller) =>
      Promise.all(
        references.map((reference) =>
          withRetry(() => describe(registry, reference, caller), caller.signal).catch((error: unknown) =>
            failedFinding(error, reference, logger),
          ),
        ),
      ),

    async invoke({ reference, arguments: given, callDepth }, caller) {
      const found = await withRetry(() => registry.find(reference, caller.workspaceId, caller.runId), caller.signal);
      const tool = only(found, reference);
      if (NESTING_KINDS.includes(reference.kind) && callDepth >= deepest) throw tooDeep(tool, deepest);
      const secrets = await withRetry(() => credentialsOf(tool, credentials, caller.workspaceId), caller.signal);
      const call = new RunningCall(tool, caller.runId, logger);
      const { runId, appId, workspaceId, signal } = caller;
      const forget = () => {
        running.delete(call.id);
        signal.removeEventListener('abort', forget);
      };
      // A run that ends does not come back for the rest.
      signal.addEventListener('abort', forget);
      running.set(call.id, { call, forget });
      const known = { runId, appId, workspaceId, signal, callDepth, egress };
      call.start({ ...known, arguments: JSON.parse(given), credentials: secrets });
      return await next(call);
    },

    async read(id, { runId }) {
      const call = running.get(id)?.call;
      if (call === undefined || call.runId !== runId) {
        throw new PlatformError('not-found', 'tools.unknown_call', 'There is no such tool call in this run.');
      }
      return await next(call);
    },
  };
}

async function describe(
  registry: ToolRegistry,
  reference: ToolReference,
  { workspaceId, runId }: Pick<HostCaller, 'workspaceId' | 'runId'>,
): Promise<ToolFinding> {
  return { found: (await registry.find(reference, workspaceId, runId)).map(description) };
}

/** One tool that can't be found, or whose source fails, keeps no other from being described. */
function failedFinding(error: unknown, { name, provider }: ToolReference, logger: Logger): ToolFinding {
  if (isPlatformError(error)) return { found: null, code: error.code, message: error.message };
  logger.error({ err: error, tool: name, provider }, 'a tool could not be looked up');
  const message = "The tool could not be looked up. The server's log says why.";
  return { found: null, code: 'tools.tool_failed', message };
}

/** The data of a tool: functions can't cross threads. */
function description({ invoke: _, ...data }: Tool): ToolDescription {
  return data;
}

function only(found: readonly Tool[], reference: ToolReference): Tool {
  const tool = found.find(({ name, aliases }) => name === reference.name || aliases?.includes(reference.name));
  if (tool !== undefined) return tool;
  throw new PlatformError('invalid', 'tools.not_installed', `No tool is named: choose one of the provider's tools.`);
}

function tooDeep({ label }: Tool, deepest: number): PlatformError {
  const message = `The tool "${label}" was not called: applications call each other more than ${deepest} deep (WEFT_CALL_DEPTH). Break the circle.`;
  return new PlatformError('invalid', 'tools.call_too_deep', message);
}
