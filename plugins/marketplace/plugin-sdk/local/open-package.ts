import type { EgressRequest } from '#plugins/egress/contract.ts';
import { type Installed, partedSettings } from '#plugins/plugin-installs/contract.ts';
import type { PluginPackage } from '#plugins/plugin-packages/contract.ts';
import { type CallTarget, Runner, sandboxTier } from '#plugins/plugin-runner/contract.ts';
import { openModuleSandbox } from '#plugins/sandbox/contract.ts';
import { answerOf, overNetwork } from './local-egress.ts';
import { localModels } from './local-models.ts';
import { LocalStorage } from './local-storage.ts';

/** A request of a package, with its secrets put in. */
export type LocalRequest = EgressRequest;

/** What a server answers in a test. `json` and `body`: one of them. */
export interface LocalAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly body?: string | Uint8Array;
}

export interface LocalOptions {
  /** What a workspace would set, secrets too. What is missing has its default, as on a server. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Answers requests. Absent: they go out. */
  readonly answer?: (request: LocalRequest) => LocalAnswer | Promise<LocalAnswer>;
  /** What models of each type answer: a text of an `llm`. */
  readonly models?: Readonly<Record<string, unknown>>;
  readonly onLog?: (level: string, text: string) => void;
}

/** What came of a call. */
export interface LocalCall {
  readonly answer: unknown;
  /** What it wrote before: pieces of a text, parts of a model's answer. */
  readonly parts: readonly unknown[];
}

/** A package where it would run when it is installed: same interpreter, same limits, same permissions. */
export interface LocalPackage {
  readonly read: PluginPackage;
  tool(name: string, given?: Readonly<Record<string, unknown>>): Promise<LocalCall>;
  provider(
    id: string,
    method: string,
    request?: unknown,
    credentials?: Readonly<Record<string, string>>,
  ): Promise<LocalCall>;
  endpoint(request: unknown): Promise<LocalCall>;
  event(name: string, event: unknown): Promise<LocalCall>;
  close(): Promise<void>;
}

/** Opens a package that was read. All of its permissions are granted. Whoever opens it closes it. */
export async function openPackage(read: PluginPackage, options: LocalOptions = {}): Promise<LocalPackage> {
  const { settings = {}, answer, models = {}, onLog } = options;
  const sandbox = await openModuleSandbox({ threads: 2, maxQueue: 100, idleMs: 60_000 });
  const { plain, secret } = partedSettings(read.manifest, settings);
  const runner = new Runner({
    installs: {
      assertAllowed: () => undefined,
      code: async () => read.code,
      list: async () => [installed],
      secrets: async () => secret,
      onBlocked: () => () => undefined,
    },
    tiers: { get: (id) => (id === 'sandbox' ? sandboxTier(sandbox) : undefined) },
    egress: { request: answer === undefined ? overNetwork : async (asked) => answerOf(asked.url, await answer(asked)) },
    models: localModels(models),
    storage: new LocalStorage(),
    logger: {
      info: (fields: object) => {
        const { level, text } = fields as { readonly level: string; readonly text: string };
        onLog?.(level, text);
      },
    },
  });
  const installed = installedOf(read, plain);
  const call = async (
    target: CallTarget,
    input: unknown,
    credentials?: Readonly<Record<string, string>>,
  ): Promise<LocalCall> => {
    const parts: unknown[] = [];
    const answered = await runner.call({
      ...{ installed, target, input, signal: new AbortController().signal },
      ...(credentials !== undefined && { credentials }),
      onPart: (batch) => parts.push(...batch),
    });
    return { answer: answered, parts };
  };
  return {
    read,
    tool: (name, given = {}) => call({ kind: 'tool', name }, { arguments: withDefaults(read, name, given) }),
    provider: (id, method, request, credentials = {}) =>
      call({ kind: 'provider', id, method: method as 'llm' }, request ?? {}, credentials),
    endpoint: (request) => call({ kind: 'endpoint' }, request),
    event: (name, event) => call({ kind: 'event', name }, event),
    async close() {
      runner.close();
      await sandbox.close();
    },
  };
}

function withDefaults({ manifest }: PluginPackage, name: string, given: Readonly<Record<string, unknown>>) {
  const parameters = manifest.tools.find((tool) => tool.name === name)?.parameters ?? [];
  const defaults = parameters.filter((parameter) => parameter.default !== undefined);
  return { ...Object.fromEntries(defaults.map((parameter) => [parameter.name, parameter.default])), ...given };
}

function installedOf(read: PluginPackage, settings: Readonly<Record<string, string>>): Installed {
  const { id: pluginId, name, version, integrity, manifest } = read;
  return {
    ...{ id: 'local', workspaceId: 'local', pluginId, name, version, integrity, manifest, settings },
    ...{ granted: manifest.permissions, trust: 'trusted', isConfigured: true, isEnabled: true },
    ...{ endpointKey: null, activatedAt: 0 },
  };
}
