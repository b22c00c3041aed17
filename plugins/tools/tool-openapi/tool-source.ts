import type { FileValue, HostCall } from '#engine';
import type { Contributions } from '#kernel';
import { type Files, FilesKeep } from '#plugins/files/contract.ts';
import type { ListedToolProvider, Tool, ToolSource } from '#plugins/tools/contract.ts';
import { type ApiCaller, toResult } from './call/api-caller.ts';
import type { SentFile } from './call/build-request.ts';
import { hasSideEffects, type Operation } from './operation.ts';
import { type ApiProvider, isConfigured, notConfigured } from './provider.ts';
import type { ApiToolStore } from './store.ts';

/** Bytes of one file that is sent. */
const MAX_FILE = 10 * 1024 * 1024;

interface SourceParts {
  readonly store: ApiToolStore;
  readonly caller: ApiCaller;
  readonly files: Files;
  readonly hostCalls: Pick<Contributions<HostCall>, 'get'>;
}

/** The operations of imported documents as tools (`provider_type: api`). Those of other installations are known by their names. */
export function apiToolSource({ store, caller, files, hostCalls }: SourceParts): ToolSource {
  const toTool = (provider: ApiProvider, operation: Operation): Tool => ({
    ...described(provider, operation),
    async invoke(invocation) {
      const { workspaceId, appId, runId, signal } = invocation;
      const readFile = async (file: unknown): Promise<SentFile> => {
        const value = file as FileValue;
        const { bytes, mediaType } = await files.read(value, { workspaceId, appId, maxBytes: MAX_FILE, signal });
        return { filename: typeof value.filename === 'string' ? value.filename : 'file', mediaType, bytes };
      };
      const call = { workspaceId, provider, operation, arguments: invocation.arguments, signal, readFile };
      const answer = await caller.call(call);
      return toResult(answer, call, async (file) =>
        hostCalls.get(FilesKeep)?.call(file, { workspaceId, appId, runId, signal }),
      );
    },
  });
  return {
    id: 'tool-openapi',
    kinds: ['api'],
    async find({ provider: wanted, providerName = '', name }, workspaceId) {
      const named = async (provider: string) =>
        provider === '' ? null : await store.find(workspaceId, provider.trim(), name);
      const found = (await named(wanted)) ?? (await named(providerName));
      const tools = found?.tools.filter(({ enabled }) => enabled) ?? [];
      return found === null ? [] : tools.map(({ operation }) => toTool(found.provider, operation));
    },
    async list(workspaceId) {
      const all = await store.list(workspaceId);
      return all.map(
        ({ provider, tools }): ListedToolProvider => ({
          kind: 'api',
          id: provider.id,
          label: provider.name,
          isConfigured: isConfigured(provider),
          tools: tools.filter(({ enabled }) => enabled).map(({ operation }) => described(provider, operation)),
        }),
      );
    },
  };
}

function described(provider: ApiProvider, operation: Operation) {
  const { name, alias, summary, description, parameters } = operation;
  return {
    id: `${provider.id}.${name}`,
    provider: provider.id,
    name,
    ...(alias !== null && { aliases: [alias] }),
    label: summary || name,
    description,
    parameters,
    sideEffects: hasSideEffects(operation),
    ...(!isConfigured(provider) && { unready: notConfigured(provider.name) }),
  };
}
