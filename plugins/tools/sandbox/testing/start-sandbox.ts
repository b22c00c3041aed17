import { mkdtempSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holdCompiled } from '#kernel/testing/hold-compiled.ts';
import { confineHere } from '#plugins/confined-processes/testing/confine-here.ts';
import type { Egress } from '#plugins/egress/contract.ts';
import { CodeNetwork } from '#plugins/sandbox/code-network.ts';
import type { SandboxRequest, SandboxResult } from '#plugins/sandbox/contract.ts';
import { type JavaScriptOptions, JavaScriptPool } from '#plugins/sandbox/javascript-pool.ts';
import { defaultLimits, type SandboxLimits } from '#plugins/sandbox/protocol.ts';
import { type LauncherOptions, PythonLauncher } from '#plugins/sandbox/python/python-launcher.ts';
import { PythonPool, type PythonPoolOptions } from '#plugins/sandbox/python/python-pool.ts';

/** A pool of either language. */
interface Runner<Pool> {
  readonly sandbox: Pool;
  /** Runs code as workspace `w1`; `input` is turned into JSON. */
  run(code: string, input?: unknown): Promise<SandboxResult>;
  close(): Promise<void>;
}

export type TestSandbox = Runner<JavaScriptPool>;
export type TestPython = Runner<PythonPool>;

const interpreter = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm');

const noRequest = () => Promise.reject(new Error('no request is expected'));
const noEgress: Egress = { request: noRequest, check: noRequest };

/** Refuses, as the network does for a workspace without the setting. */
export const closedNetwork = new CodeNetwork({ egress: noEgress, isAllowed: async () => false, maxBytes: 1 });

/** A network that goes through this client for workspace `w1` only. */
export function openNetwork(egress: Egress, maxBytes = 1024 * 1024): CodeNetwork {
  return new CodeNetwork({ egress, isAllowed: async (id) => id === 'w1', maxBytes });
}

/** A real sandbox. Its time is that of a busy machine: who tests that it is over gives less. */
export function startSandbox(
  limits: Partial<SandboxLimits> = {},
  options: Partial<Omit<JavaScriptOptions, 'limits'>> = {},
): TestSandbox {
  holdCompiled(interpreter);
  const sandbox = new JavaScriptPool({
    network: closedNetwork,
    threads: 1,
    maxQueue: 100,
    idleMs: 60_000,
    ...options,
    limits: { ...defaultLimits, timeMs: 30_000, ...limits },
  });
  return { sandbox, run: runOn(sandbox, 'javascript'), close: () => sandbox.close() };
}

const silent = { warn: () => undefined };

/** Memory images of tests, shared by all test files of a machine: making one takes seconds. */
const cacheFolder = join(tmpdir(), 'weft-test-python-image');

/**
 * Milliseconds for making an image: seconds of work, of which a busy machine gives this process a small share. No test that
 * takes this long is about time.
 */
export const imageTimeout = 10 * 60_000;

/** Makes the image that test files share, where there is none: as a hook with `imageTimeout`, so that no test pays for it. */
export async function prepareImage(): Promise<void> {
  const launcher = new PythonLauncher({
    limits: defaultLimits,
    cacheFolders: [cacheFolder],
    wheelFolder: '',
    logger: silent,
    confinement: confineHere,
  });
  const child = await launcher.start();
  child.close();
  await launcher.close();
}

/** A real Python sandbox, with time as above. */
export function startPython(
  limits: Partial<SandboxLimits> = {},
  options: Partial<Omit<PythonPoolOptions, 'limits' | 'launcher'> & LauncherOptions> = {},
): TestPython {
  const all = { ...defaultLimits, timeMs: 30_000, memoryMb: 160, ...limits };
  const { wheelFolder = '', cacheFolders = [cacheFolder], logger = silent, confinement = confineHere } = options;
  const launcher = new PythonLauncher({ limits: all, cacheFolders, wheelFolder, logger, confinement });
  const sandbox = new PythonPool({
    network: options.network ?? closedNetwork,
    processes: options.processes ?? 1,
    maxQueue: options.maxQueue ?? 100,
    idleMs: options.idleMs ?? 60_000,
    limits: all,
    launcher,
  });
  return { sandbox, run: runOn(sandbox, 'python3'), close: () => sandbox.close() };
}

function runOn(pool: JavaScriptPool | PythonPool, language: SandboxRequest['language']) {
  const { signal } = new AbortController();
  return (code: string, input: unknown = {}) =>
    pool.run({ language, code, input: JSON.stringify(input) }, { workspaceId: 'w1', signal });
}

/** An empty folder for an image of its own. */
export function emptyCache(): string {
  return mkdtempSync(join(tmpdir(), 'weft-test-cache-'));
}
