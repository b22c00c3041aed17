import { isPlatformError, PlatformError } from '#kernel';
import type { Files } from '#plugins/files/contract.ts';
import type { Installed, PluginInstalls } from '#plugins/plugin-installs/contract.ts';
import { type PackageTool, providerOf } from '#plugins/plugin-packages/contract.ts';
import type { PluginRunner } from '#plugins/plugin-runner/contract.ts';
import type { FileKeeper } from '#plugins/tool-documents/contract.ts';
import type {
  ListedToolProvider,
  Tool,
  ToolDescription,
  ToolInvocation,
  ToolReference,
  ToolResult,
  ToolSource,
} from '#plugins/tools/contract.ts';
import { checkedAnswer, streamed } from './tool-answer.ts';
import { withContents } from './tool-files.ts';

export interface PackageToolsParts {
  readonly installs: Pick<PluginInstalls, 'list' | 'find' | 'byId' | 'assertAllowed'>;
  readonly runner: Pick<PluginRunner, 'call'>;
  readonly files: Pick<Files, 'read'>;
  readonly keep: FileKeeper;
}

/** Whose tools are meant. `provider`: null, all that the package has. */
interface Named {
  readonly installed: Installed;
  readonly provider: string | null;
}

/** Tools of the packages that a workspace has installed. */
export function packageTools(parts: PackageToolsParts): ToolSource {
  const { installs } = parts;

  /** By the provider's name alone: what the document calls the plugin comes first, then any package that has it. */
  async function byProvider(reference: ToolReference, provider: string, workspaceId: string, runId?: string) {
    const declared = reference.plugin.split(/[:@]/)[0] ?? '';
    const meant = declared === '' ? null : await installs.find(workspaceId, declared, runId);
    if (meant !== null && toolsOf({ installed: meant, provider }).length > 0) return { installed: meant, provider };
    for (const { id } of await installs.list(workspaceId)) {
      const installed = await installs.byId(workspaceId, id, runId);
      if (installed !== null && toolsOf({ installed, provider }).length > 0) return { installed, provider };
    }
    return null;
  }

  async function named(reference: ToolReference, workspaceId: string, runId?: string): Promise<Named | null> {
    const [author = '', plugin, provider = null] = reference.provider.trim().toLowerCase().split('/');
    if (author === '') return null;
    if (plugin === undefined) return byProvider(reference, author, workspaceId, runId);
    const installed = await installs.find(workspaceId, `${author}/${plugin}`, runId);
    return installed === null ? null : { installed, provider };
  }

  return {
    id: 'plugin-tools',
    kinds: ['builtin', 'plugin', ''],
    async find(reference, workspaceId, runId) {
      const found = await named(reference, workspaceId, runId);
      if (found === null) return [];
      const { name } = reference;
      return toolsOf(found)
        .filter((tool) => name === '' || tool.name === name || tool.aliases?.includes(name) === true)
        .map((tool) => ({
          ...described(parts, found.installed, tool),
          invoke: invoking(parts, found.installed, tool),
        }));
    },
    async list(workspaceId) {
      const all = (await installs.list(workspaceId)).filter(({ isEnabled }) => isEnabled);
      return all.flatMap((installed) => {
        const tools = installed.manifest.tools.map((tool) => described(parts, installed, tool));
        return [...Map.groupBy(tools, ({ provider }) => provider)].map(
          ([id, own]): ListedToolProvider => ({
            kind: 'plugin',
            id,
            label: installed.manifest.title,
            isConfigured: installed.isConfigured,
            tools: own,
          }),
        );
      });
    },
  };
}

/** A tool that names no provider has that of its package, which aliases may call otherwise. */
function toolsOf({ installed: { pluginId, manifest }, provider }: Named): readonly PackageTool[] {
  const names = [pluginId, ...manifest.aliases].map((id) => providerOf(id).toLowerCase());
  return manifest.tools.filter(
    (tool) =>
      provider === null || (tool.provider === undefined ? names.includes(provider) : tool.provider === provider),
  );
}

function described(parts: PackageToolsParts, installed: Installed, tool: PackageTool): ToolDescription {
  const provider = `${installed.pluginId}/${tool.provider ?? providerOf(installed.pluginId)}`;
  const { name, title, about, aliases, parameters, output, sideEffects = true, timeoutSeconds } = tool;
  const unready = problemOf(parts, installed);
  return {
    id: `${provider}.${name}`,
    provider,
    name,
    label: title,
    description: about,
    parameters,
    sideEffects,
    ...(aliases !== undefined && { aliases }),
    ...(output !== undefined && { output }),
    ...(timeoutSeconds !== undefined && { timeoutSeconds }),
    ...(unready !== null && { unready }),
  };
}

/** Why no call can succeed. */
function problemOf({ installs }: PackageToolsParts, installed: Installed): string | null {
  try {
    installs.assertAllowed(installed);
    return installed.isConfigured ? null : notConfigured(installed);
  } catch (error) {
    if (isPlatformError(error)) return error.message;
    throw error;
  }
}

function invoking({ runner, files, keep }: PackageToolsParts, installed: Installed, tool: PackageTool): Tool['invoke'] {
  return async (invocation: ToolInvocation): Promise<ToolResult> => {
    if (!installed.isConfigured)
      throw new PlatformError('invalid', 'plugin-tools.not_configured', notConfigured(installed));
    const { appId, signal } = invocation;
    const answer = await runner.call({
      ...{ installed, target: { kind: 'tool', name: tool.name }, appId, signal },
      input: { arguments: await withContents(files, tool, invocation) },
      onPart: (written) => {
        for (const { delta, variable } of streamed(written)) invocation.write(delta, variable);
      },
    });
    return checkedAnswer(answer, tool, (file) => keep(file, invocation));
  };
}

function notConfigured({ manifest: { title }, name }: Installed): string {
  return `The plugin ${JSON.stringify(title)} is not set up in this workspace: fill in its settings under Plugins (\`weft plugins settings ${name}\`).`;
}
