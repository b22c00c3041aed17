import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { recordingLogger } from '#http/testing/server.ts';
import type { EgressRequest, EgressResponse } from '#plugins/egress/contract.ts';
import type { Models } from '#plugins/models/contract.ts';
import type { Installed, PluginInstalls } from '#plugins/plugin-installs/contract.ts';
import { type PackageFile, packFiles, readPackage } from '#plugins/plugin-packages/contract.ts';
import type { TierCall } from '#plugins/plugin-runner/contract.ts';
import { Runner } from '#plugins/plugin-runner/runner.ts';
import { sandboxTier } from '#plugins/plugin-runner/sandbox-tier.ts';
import { openModuleSandbox } from '#plugins/sandbox/contract.ts';

/** What a server on the other side is asked. */
export interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface FolderOptions {
  readonly settings?: Readonly<Record<string, string>>;
  readonly secrets?: Readonly<Record<string, string>>;
  /** Answers in the place of the servers that the package asks. */
  answer(asked: Asked): {
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body: string | Uint8Array;
  };
  readonly models?: Pick<Models, 'model'>;
}

/** A package of a folder, called as a server would: in the interpreter, with what its manifest asks for. */
export function runFolder(folder: string, options: FolderOptions) {
  const read = readPackage(packFiles(filesOf(folder)));
  const asked: Asked[] = [];
  const storage = new Map<string, string>();
  const installed: Installed = {
    ...{
      id: '0',
      workspaceId: 'w',
      name: read.name,
      pluginId: read.id,
      version: read.version,
      integrity: read.integrity,
    },
    ...{
      manifest: read.manifest,
      granted: read.manifest.permissions,
      trust: 'trusted',
      settings: options.settings ?? {},
    },
    ...{ isConfigured: true, isEnabled: true, endpointKey: null, activatedAt: 0 },
  };
  const installs = {
    ...{ assertAllowed: () => undefined, onBlocked: () => () => undefined, code: async () => read.code },
    secrets: async () => options.secrets ?? {},
    list: async () => [installed],
  } as unknown as PluginInstalls;
  const egress = {
    async request(request: EgressRequest): Promise<EgressResponse> {
      const question = {
        method: request.method,
        url: new URL(request.url),
        headers: Object.fromEntries((request.headers ?? []).map(([name, value]) => [name.toLowerCase(), value])),
        body: Buffer.from(request.body ?? '').toString('utf8'),
      };
      asked.push(question);
      const { status = 200, headers = {}, body } = options.answer(question);
      return responseOf(request.url, status, headers, Buffer.from(body));
    },
  };
  const store = {
    get: async (_: unknown, key: string) => JSON.parse(storage.get(key) ?? 'null'),
    set: async (_: unknown, key: string, json: string) => void storage.set(key, json),
    delete: async (_: unknown, key: string) => void storage.delete(key),
    list: async (_: unknown, prefix: string) => [...storage.keys()].filter((key) => key.startsWith(prefix)),
  };
  const pool = openModuleSandbox({ threads: 1, maxQueue: 10, idleMs: 60_000 });
  const tier = { ...sandboxTier({} as never), run: async (call: TierCall) => sandboxTier(await pool).run(call) };
  const runner = new Runner({
    ...{
      installs,
      egress,
      logger: recordingLogger([]),
      models: options.models ?? ({} as never),
      storage: store as never,
    },
    tiers: { all: () => [tier], get: (id: string) => (id === tier.id ? tier : undefined) } as never,
  });
  const call = async (target: Parameters<Runner['call']>[0]['target'], input: unknown, credentials = {}) => {
    const parts: unknown[] = [];
    const signal = AbortSignal.timeout(30_000);
    const answer = await runner.call({
      installed,
      target,
      input,
      credentials,
      signal,
      onPart: (batch) => void parts.push(...batch),
    });
    return { answer, parts };
  };
  return {
    manifest: read.manifest,
    asked,
    call,
    tool: async (name: string, given: unknown) =>
      (await call({ kind: 'tool', name }, { arguments: given })).answer as {
        readonly text: string;
        readonly json: readonly unknown[];
        readonly files: readonly { readonly name: string; readonly media_type: string; readonly content: Uint8Array }[];
      },
    close: async () => (await pool).close(),
  };
}

function responseOf(
  url: string,
  status: number,
  headers: Readonly<Record<string, string>>,
  bytes: Buffer,
): EgressResponse {
  async function* content() {
    yield new Uint8Array(bytes);
  }
  const body = Object.assign(content(), { destroy: () => undefined });
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return { url, status, headers: lower, body, bytes: async () => bytes, text: async () => bytes.toString('utf8') };
}

function filesOf(folder: string): readonly PackageFile[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: relative(folder, path), content: readFileSync(path) }));
}
