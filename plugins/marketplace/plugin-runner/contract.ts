/**
 * Runs what workspaces have installed. Nothing of it runs in the server's process.
 *
 * Glossary
 * - tier: where the code of packages runs: an interpreter (`sandbox`, here), or a process of Node (`node`, elsewhere).
 * - driver: code of ours beside the package's, which calls it and asks the server in its name.
 */
import { type Contribution, extensionPoint, token } from '#kernel';
import type { Installed } from '#plugins/plugin-installs/contract.ts';
import type { Ask, ModuleLimits, SandboxResult } from '#plugins/sandbox/contract.ts';

/** What of a package is called. */
export type CallTarget =
  | { readonly kind: 'tool'; readonly name: string }
  | { readonly kind: 'provider'; readonly id: string; readonly method: ProviderMethod }
  | { readonly kind: 'endpoint' }
  | { readonly kind: 'event'; readonly name: string };

/** `llm` and `textToSpeech` give parts, which go to `onPart`; the others one answer. */
export type ProviderMethod =
  | 'llm'
  | 'embedding'
  | 'rerank'
  | 'speechToText'
  | 'textToSpeech'
  | 'moderation'
  | 'test'
  | 'models';

/** One call of an installed package. */
export interface PackageCall {
  readonly installed: Installed;
  readonly target: CallTarget;
  /** JSON. Bytes are base64: `{ "$bytes": "…" }`. */
  readonly input: unknown;
  readonly signal: AbortSignal;
  /** The app it is called for, whose usage calls of models count into. Absent: for none. */
  readonly appId?: string;
  /** What a provider's set of credentials holds: put into requests as its `inject` says; what is no secret is given to the code. */
  readonly credentials?: Readonly<Record<string, string>>;
  /** Hears of parts in their order, several at a time. Must not throw; the package waits for the promise it may give. */
  readonly onPart?: (parts: readonly unknown[]) => unknown;
}

/**
 * Calls packages. Throws `plugin-runner.failed` (invalid; the code threw, with its message), `plugin-runner.timeout`,
 * `plugin-runner.out_of_memory`, `plugin-runner.too_large`, `plugin-runner.removed` (invalid),
 * `plugin-runner.unavailable`, `sandbox.busy`, `sandbox.process_died`, `plugin-node.busy`, `plugin-node.ended`, `confined-processes.off` (unavailable),
 * `plugin-installs.blocked` (forbidden); an aborted signal rejects with its reason. What is answered is JSON, and not to be
 * trusted.
 */
export interface PluginRunner {
  call(call: PackageCall): Promise<unknown>;
  /** Why packages of this tier can't run here, with the remedy; null: they can. */
  problem(runtime: 'sandbox' | 'node'): Promise<string | null>;
}

export const PluginRunner = token<PluginRunner>('plugin-runner.runner');

/** A call as a tier gets it. */
export interface TierCall {
  readonly workspaceId: string;
  /** Of the package: the same code has the same. */
  readonly integrity: string;
  readonly code: string;
  readonly driver: string;
  /** JSON text. */
  readonly input: string;
  readonly limits: ModuleLimits;
  readonly ask: Ask;
  readonly signal: AbortSignal;
}

/** A place where code of packages runs. Its id is the runtime that a manifest names. */
export interface PackageTier extends Contribution {
  /** Answers as a sandbox does; `Stopped` when the signal was aborted. */
  run(call: TierCall): Promise<SandboxResult>;
  /** Why nothing can run there, with the remedy; null: it can. */
  problem(): Promise<string | null>;
}

/** Where tiers are contributed; there is one for each runtime. */
export const PackageTiers = extensionPoint<PackageTier>('plugin-runner.tiers');

export { Runner, type RunnerParts } from './runner.ts';
export { sandboxTier } from './sandbox-tier.ts';
/** The parts of it, for who runs packages without a server. */
export { MAX_LISTED, storageFull, storedBytes } from './storage-rules.ts';
