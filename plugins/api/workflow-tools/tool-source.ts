import { isPlatformError, PlatformError } from '#kernel';
import type { App, Apps, PublishedVersion } from '#plugins/apps/contract.ts';
import type { ListedToolProvider, Tool, ToolReference, ToolSource } from '#plugins/tools/contract.ts';
import { type CallParts, callWorkflow } from './call-workflow.ts';
import type { WorkflowTool, WorkflowToolStore } from './store.ts';
import { toolParameters } from './tool-parameters.ts';

/** `provider_type` of documents. */
const KIND = 'workflow';
/** Seconds: as long as a run of a workflow may take. */
const TIMEOUT = 1_200;

export interface SourceParts extends CallParts {
  readonly apps: Apps;
  readonly store: WorkflowToolStore;
}

/** Workflows of a workspace as tools. What is called is the version that is published at the time of the call. */
export function workflowToolSource(parts: SourceParts): ToolSource {
  return {
    id: 'workflow-tools',
    kinds: [KIND],
    async find(reference, workspaceId) {
      const tool = await named(parts, reference, workspaceId);
      // A provider of this kind has one tool; documents name it as it was called where they come from.
      if (tool === null) return [];
      const aliases = reference.name === '' || reference.name === tool.name ? [] : [reference.name];
      return [toTool(parts, tool, await callable(parts, workspaceId, tool), aliases)];
    },
    async list(workspaceId) {
      const tools = await parts.store.list(workspaceId);
      const listed = await Promise.all(
        tools.map(async (tool): Promise<ListedToolProvider[]> => {
          const published = await callable(parts, workspaceId, tool).catch(unavailable);
          if (published === null) return [];
          const { invoke: _, ...description } = toTool(parts, tool, published, []);
          return [{ kind: KIND, id: tool.id, label: tool.label, isConfigured: true, tools: [description] }];
        }),
      );
      return listed.flat();
    },
  };
}

async function named(
  { store }: SourceParts,
  { provider, providerName, name }: ToolReference,
  workspaceId: string,
): Promise<WorkflowTool | null> {
  // Ids of the installation that a document comes from are not known here: its names are.
  for (const candidate of [provider, providerName, name]) {
    const tool = candidate === undefined || candidate === '' ? null : await store.named(workspaceId, candidate);
    if (tool !== null) return tool;
  }
  return null;
}

interface Callable {
  readonly app: App;
  readonly version: PublishedVersion;
}

async function callable({ apps }: SourceParts, workspaceId: string, tool: WorkflowTool): Promise<Callable> {
  const { app, version } = await apps.published(workspaceId, tool.appId);
  if (version !== null) return { app, version };
  const message = `The workflow "${app.name}", which is the tool "${tool.name}", is not published: publish it first.`;
  throw new PlatformError('invalid', 'tools.not_installed', message);
}

/** What can't be called now is not offered; anything else is a failure. */
function unavailable(error: unknown): null {
  if (isPlatformError(error)) return null;
  throw error;
}

function toTool(
  parts: SourceParts,
  { id, name, label, description, parameters }: WorkflowTool,
  published: Callable,
  aliases: readonly string[],
): Tool {
  return {
    id: `${id}.${name}`,
    provider: id,
    providerAliases: [name],
    name,
    aliases,
    label,
    description,
    parameters: toolParameters(published.version.compiled.inputForm, parameters),
    sideEffects: true,
    timeoutSeconds: TIMEOUT,
    invoke: (invocation) => callWorkflow(parts, published, invocation),
  };
}
