import { pluginOfTool } from '#engine';
import { type Contributions, isPlatformError, PlatformError } from '#kernel';
import type { Tool, ToolCredentialSource, ToolPackageFinder, ToolReference, ToolSource } from './tool.ts';
import { credentialsOf } from './tool-secrets.ts';

/** Kinds whose tools are contributed to the process; what is none of these, a workspace may have installed. */
const INSTALLED_KINDS = ['builtin', 'plugin', ''];

const NOT_INSTALLED = 'tools.not_installed';

/** Author of the tools whose long names everybody uses. */
const OFFICIAL_AUTHOR = 'langgenius';

/** Finds tools by the names documents use. */
export interface ToolRegistry {
  /** As they are in a run, or now. Throws `tools.not_installed` when there is none. */
  find(reference: ToolReference, workspaceId: string, runId?: string): Promise<readonly Tool[]>;
}

export function createRegistry(tools: Contributions<Tool>, sources: Contributions<ToolSource>): ToolRegistry {
  return {
    async find(reference, workspaceId, runId) {
      // What an installed package calls itself never takes the place of what every workspace has.
      const installed = tools.all().filter((tool) => isInstalled(tool, reference));
      if (installed.length > 0) return installed;
      const found = await askSources(sources, { reference, workspaceId, runId });
      if (found.length === 0) throw notInstalled(reference, sources);
      return found;
    },
  };
}

/**
 * Why a reference leads to no installed tool; null when it does, or when only a workspace knows (what it has installed or
 * imported, workflows).
 */
export function missingTool(
  tools: readonly Tool[],
  sources: readonly ToolSource[],
  reference: ToolReference,
): string | null {
  if (reference.name === '' || !INSTALLED_KINDS.includes(reference.kind)) return null;
  if (sources.some(({ kinds }) => kinds.includes(reference.kind))) return null;
  if (tools.some((tool) => isInstalled(tool, reference))) return null;
  return notInstalledMessage(reference);
}

interface ProblemParts {
  readonly tools: Contributions<Tool>;
  readonly sources: Contributions<ToolSource>;
  readonly credentials: Contributions<ToolCredentialSource>;
  readonly packages: Contributions<ToolPackageFinder>;
}

/** Why a reference leads to no tool of the workspace, or to one that is not set up; null when it can be called. */
export async function toolProblem(
  { tools, sources, credentials, packages }: ProblemParts,
  reference: ToolReference,
  workspaceId: string,
): Promise<string | null> {
  try {
    const found = await createRegistry(tools, sources).find(reference, workspaceId);
    for (const tool of found) await credentialsOf(tool, credentials, workspaceId);
    return found.find(({ unready }) => unready !== undefined)?.unready ?? null;
  } catch (error) {
    if (!isPlatformError(error)) throw error;
    if (error.code !== NOT_INSTALLED || !INSTALLED_KINDS.includes(reference.kind)) return error.message;
    return notInstalledMessage(reference, await packageFor(packages, reference, workspaceId));
  }
}

/** What can be installed for a missing tool; null: nothing that is known. */
async function packageFor(
  packages: Contributions<ToolPackageFinder>,
  reference: ToolReference,
  workspaceId: string,
): Promise<string | null> {
  const pluginId = pluginOfTool(pluginOf(reference));
  for (const finder of packages.all()) {
    const found = await finder.packageOf(workspaceId, pluginId);
    if (found !== null) return found;
  }
  return null;
}

/** Whether every reference leads to an installed tool without side effects. */
export function areHarmless(tools: readonly Tool[], references: readonly ToolReference[]): boolean {
  return references.every((reference) => {
    const found = tools.filter((tool) => isInstalled(tool, reference));
    return found.length > 0 && found.every(({ sideEffects }) => !sideEffects);
  });
}

async function askSources(
  sources: Contributions<ToolSource>,
  {
    reference,
    workspaceId,
    runId,
  }: { readonly reference: ToolReference; readonly workspaceId: string; readonly runId: string | undefined },
): Promise<readonly Tool[]> {
  for (const source of sources.all()) {
    if (!source.kinds.includes(reference.kind)) continue;
    const found = await source.find(reference, workspaceId, runId);
    if (found.length > 0) return found;
  }
  return [];
}

function isInstalled(tool: Tool, { kind, provider, name }: ToolReference): boolean {
  if (!INSTALLED_KINDS.includes(kind)) return false;
  const isTool = name === '' || name === tool.name || tool.aliases?.includes(name) === true;
  return isTool && isProvider(tool, provider.trim().toLowerCase());
}

function isProvider({ provider: id, providerAliases = [] }: Tool, wanted: string): boolean {
  const provider = id.toLowerCase();
  return (
    wanted === provider ||
    wanted === `${OFFICIAL_AUTHOR}/${provider}/${provider}` ||
    providerAliases.some((alias) => alias.toLowerCase() === wanted)
  );
}

function notInstalled(reference: ToolReference, sources: Contributions<ToolSource>): PlatformError {
  const name = shown(reference.name);
  const provider = shown(reference.provider);
  const message = (): string => {
    if (reference.kind === 'dataset-retrieval')
      return `dataset not found: there is no knowledge base ${provider} here.`;
    if (INSTALLED_KINDS.includes(reference.kind)) return notInstalledMessage(reference);
    const isServed = sources.all().some(({ kinds }) => kinds.includes(reference.kind));
    const whose = `${shown(reference.kind)} provider ${provider}`;
    const what = reference.name === '' ? `The ${whose}` : `The tool ${name} of the ${whose}`;
    return isServed
      ? `${what} does not exist in this workspace: set the provider up under this name.`
      : `${what} is not available: no plugin here serves providers of the type ${shown(reference.kind)}; install one that does.`;
  };
  return new PlatformError('invalid', NOT_INSTALLED, message());
}

/** `found`: what can be installed for it; null: nothing; undefined: nobody has looked. */
function notInstalledMessage(reference: ToolReference, found?: string | null): string {
  const [name, provider, plugin] = [reference.name, reference.provider, found ?? pluginOf(reference)].map(shown);
  if (found === null) {
    return `The tool ${name} of the provider ${provider} is not installed, and nothing that the sources of plugins here offer brings it (the plugin ${plugin}): take another tool in its place, or ask whoever runs the server for a source that has it (WEFT_PLUGIN_SOURCES).`;
  }
  const how = found === undefined ? '' : ` (weft plugins install ${found})`;
  return `The tool ${name} of the provider ${provider} is not installed: install the plugin ${plugin} that brings it${how}.`;
}

/** `author/plugin` of a missing tool. */
function pluginOf({ plugin, provider }: ToolReference): string {
  const declared = plugin.split(/[:@]/)[0] ?? '';
  if (declared !== '') return declared;
  const parts = provider.split('/');
  return parts.length === 3 ? parts.slice(0, 2).join('/') : provider;
}

/** A name of a document inside a message: quoted, one line, not endless. */
function shown(name: string): string {
  return JSON.stringify(name.length > 100 ? `${name.slice(0, 100)}…` : name);
}
