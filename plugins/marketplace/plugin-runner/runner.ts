import { type Contributions, type Logger, PlatformError } from '#kernel';
import type { Egress } from '#plugins/egress/contract.ts';
import type { Models } from '#plugins/models/contract.ts';
import type { Installed, PluginInstalls } from '#plugins/plugin-installs/contract.ts';
import { CALL_DEFAULTS, type Injection, plainSettings } from '#plugins/plugin-packages/contract.ts';
import type { SandboxResult } from '#plugins/sandbox/contract.ts';
import { fromPackage, toPackage } from './bytes-in-json.ts';
import type { PackageCall, PackageTier, PluginRunner } from './contract.ts';
import { driverSource } from './driver.ts';
import { GrantedRequests } from './granted-requests.ts';
import { ModelCalls } from './model-calls.ts';
import { PackageHost, type PackageStorage } from './package-host.ts';
import { refusal } from './refusal.ts';
import type { StorageStore } from './storage-store.ts';

export interface RunnerParts {
  readonly installs: Pick<PluginInstalls, 'assertAllowed' | 'code' | 'list' | 'secrets' | 'onBlocked'>;
  readonly tiers: Pick<Contributions<PackageTier>, 'get'>;
  readonly egress: Pick<Egress, 'request'>;
  readonly models: Pick<Models, 'model'>;
  readonly storage: Pick<StorageStore, 'get' | 'set' | 'delete' | 'list'>;
  readonly logger: Pick<Logger, 'info'>;
}

/** Questions a call may put to the server: parts of streams are among them. */
const mostQuestions = 100_000;

interface Running {
  readonly installed: Installed;
  readonly end: AbortController;
}

/** Finds where a package runs, gives it what it was granted, and reads what it says. */
export class Runner implements PluginRunner {
  readonly #parts: RunnerParts;
  readonly #running = new Set<Running>();
  readonly #unlisten: () => void;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
    this.#unlisten = parts.installs.onBlocked(() => this.#endBlocked());
  }

  async problem(runtime: 'sandbox' | 'node'): Promise<string | null> {
    const tier = this.#parts.tiers.get(runtime);
    return tier === undefined ? missingTier(runtime) : tier.problem();
  }

  async call(call: PackageCall): Promise<unknown> {
    const { installed, signal } = call;
    const { installs, tiers } = this.#parts;
    signal.throwIfAborted();
    installs.assertAllowed(installed);
    const tier = tiers.get(installed.manifest.runtime);
    if (tier === undefined) throw unavailable(missingTier(installed.manifest.runtime));
    const end = new AbortController();
    const running: Running = { installed, end };
    this.#running.add(running);
    const ended = AbortSignal.any([signal, end.signal]);
    const host = this.#host(call, ended);
    try {
      const { workspaceId, integrity } = installed;
      const code = await installs.code(installed);
      // It may have been blocked or removed while its code was read.
      ended.throwIfAborted();
      const result = await tier.run({
        ...{ workspaceId, integrity, code, driver: driverSource, ask: host.ask, signal: ended },
        input: JSON.stringify({ text: toPackage(inputOf(call)) }),
        limits: limitsOf(installed),
      });
      return answerOf(call, result, end.signal);
    } finally {
      this.#running.delete(running);
      // What it has asked for and nobody waits for ends with it.
      end.abort();
      host.close();
    }
  }

  close(): void {
    this.#unlisten();
    for (const { end } of this.#running) end.abort();
  }

  /** Ends the calls of an installation that is removed, with `plugin-runner.removed`. */
  endCalls({ id, name, version, manifest: { title } }: Installed): void {
    const message = `The plugin ${JSON.stringify(title)} (${name} ${version}) was removed while it was at work.`;
    for (const { installed, end } of this.#running) {
      if (installed.id === id) end.abort(new PlatformError('invalid', 'plugin-runner.removed', message));
    }
  }

  #endBlocked(): void {
    for (const { installed, end } of this.#running) {
      try {
        this.#parts.installs.assertAllowed(installed);
      } catch (error) {
        end.abort(error);
      }
    }
  }

  #host(call: PackageCall, signal: AbortSignal): PackageHost {
    const { egress, models, logger, installs } = this.#parts;
    const { installed, credentials = {}, appId } = call;
    const { workspaceId, name, version, granted } = installed;
    const inject = injectionsOf(call);
    return new PackageHost({
      requests: new GrantedRequests(
        egress,
        {
          network: granted.network ?? [],
          inject,
          settings: settingsOf(call),
          secrets: async () => ({ ...(await installs.secrets(installed)), ...credentials }),
        },
        signal,
      ),
      models: new ModelCalls({
        ...{ models, workspaceId, granted: granted.models ?? [], signal },
        caller: { workspaceId, appId: appId ?? installed.id },
      }),
      storage: this.#storage(installed),
      log: (level, text) => {
        const fields = { package: name, version, workspaceId, level: level.slice(0, 20), text };
        logger.info(fields, 'A plugin wrote to the log');
      },
      onPart: call.onPart,
    });
  }

  #storage({ workspaceId, id: installationId, granted }: Installed): PackageStorage {
    const { storage, installs } = this.#parts;
    const of = () => {
      if (granted.storage === undefined) throw refusal('Refused', 'this plugin may not keep anything');
      return { workspaceId, installationId, bytes: granted.storage };
    };
    return {
      get: async (key) => storage.get(of(), key),
      set: async (key, value) => {
        const place = of();
        // A call that another process began may outlive what it belongs to.
        const all = await installs.list(workspaceId);
        if (!all.some(({ id }) => id === installationId)) throw refusal('Refused', 'this plugin was removed');
        await storage.set(place, key, toPackage(value ?? null));
      },
      delete: async (key) => storage.delete(of(), key),
      list: async (prefix) => storage.list(of(), prefix),
    };
  }
}

function limitsOf({ granted }: Installed) {
  const { memoryMb = CALL_DEFAULTS.memoryMb, timeMs = CALL_DEFAULTS.timeMs } = granted;
  return { memoryMb, timeMs, requests: mostQuestions };
}

function injectionsOf({ installed: { manifest }, target }: PackageCall): readonly Injection[] {
  const provider = target.kind === 'provider' ? manifest.providers.find(({ id }) => id === target.id) : undefined;
  return [...manifest.inject, ...(provider?.inject ?? [])];
}

/** What the code may know of what is set: of a provider's credentials what its schema calls no secret. */
function settingsOf({ installed: { manifest, settings }, target, credentials = {} }: PackageCall) {
  if (target.kind !== 'provider') return settings;
  const provider = manifest.providers.find(({ id }) => id === target.id);
  const readable = plainSettings(provider?.credentials);
  const plain = Object.entries(credentials).filter(([name]) => readable.includes(name));
  return { ...settings, ...Object.fromEntries(plain) };
}

function inputOf(call: PackageCall) {
  return { target: call.target, call: call.input ?? null, settings: settingsOf(call) };
}

function answerOf({ installed, signal }: PackageCall, result: SandboxResult, blocked: AbortSignal): unknown {
  const { title } = installed.manifest;
  const who = `The plugin ${JSON.stringify(title)} (${installed.name} ${installed.version})`;
  if (result.ok) {
    try {
      return fromPackage((JSON.parse(result.output) as { readonly text: string }).text);
    } catch {
      throw new PlatformError('invalid', 'plugin-runner.failed', `${who} answered with what is no JSON.`);
    }
  }
  signal.throwIfAborted();
  blocked.throwIfAborted();
  const { type, message } = result;
  if (type === 'Timeout')
    throw new PlatformError('invalid', 'plugin-runner.timeout', `${who} took too long: ${message}.`);
  if (type === 'OutOfMemory')
    throw new PlatformError('invalid', 'plugin-runner.out_of_memory', `${who} was stopped: ${message}.`);
  if (type === 'OutputTooLarge')
    throw new PlatformError('invalid', 'plugin-runner.too_large', `${who} answered with too much: ${message}.`);
  throw new PlatformError('invalid', 'plugin-runner.failed', `${who} failed: ${message}`, {
    details: failureOf(message),
  });
}

/** The name of the error that the code threw: `unauthorized: the key is wrong (line 3)`. */
function failureOf(message: string): Readonly<Record<string, unknown>> {
  const [, name = 'Error', said = message] = /^([A-Za-z_.-]{1,100}): ([\s\S]*?)(?: \(line \d+\))?$/.exec(message) ?? [];
  return { name, said };
}

function missingTier(runtime: string): string {
  return `Plugins of the runtime ${runtime} can't run here: the part of the server that runs them is switched off.`;
}

function unavailable(message: string): PlatformError {
  return new PlatformError('unavailable', 'plugin-runner.unavailable', message);
}
