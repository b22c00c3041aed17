/**
 * Knowledge that other systems keep: services with an address and a key, which are asked over HTTP. Bases of the kind
 * `external` name one, and what the service calls their knowledge.
 */
import { type Contribution, extensionPoint, token } from '#kernel';
import type { FilterCondition } from '#plugins/node-knowledge/contract.ts';

/** A service, without its key. Times are milliseconds since the epoch. */
export interface ExternalApi {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  /** Asked is `<endpoint>/retrieval`. */
  readonly endpoint: string;
  /** `********abcd` */
  readonly maskedKey: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What people say of a service. */
export interface ExternalApiSettings {
  readonly name: string;
  readonly endpoint: string;
  readonly apiKey: string;
}

/** One question to a service. */
export interface ExternalQuestion {
  readonly apiId: string;
  /** What the service calls the knowledge that is asked. */
  readonly knowledgeId: string;
  readonly query: string;
  readonly topK: number;
  /** Records below do not count; null: all do. */
  readonly scoreThreshold: number | null;
  /** Conditions on metadata, for the service to apply. */
  readonly filter?: { readonly operator: 'and' | 'or'; readonly conditions: readonly FilterCondition[] } | undefined;
  readonly signal: AbortSignal;
}

/** What a service found. */
export interface ExternalRecord {
  readonly content: string;
  readonly title: string;
  /** From 0 to 1, whatever the service sent. */
  readonly score: number;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** A base that asks a service. */
export interface ExternalApiUse {
  readonly id: string;
  readonly name: string;
}

/** Who knows which bases ask a service, contributed by the plugin that keeps track of them. */
export interface ExternalApiUser extends Contribution {
  usesOf(workspaceId: string, apiId: string): Promise<readonly ExternalApiUse[]>;
}

/** Contribute here what asks services. */
export const ExternalApiUsers = extensionPoint<ExternalApiUser>('external-knowledge.users');

/** Services of a workspace. `external-knowledge.not_found` (not-found) for those it has not. */
export interface ExternalKnowledge {
  /** By name. */
  list(workspaceId: string): Promise<readonly ExternalApi[]>;
  /** Those there are, in one query. */
  findMany(workspaceId: string, ids: readonly string[]): Promise<readonly ExternalApi[]>;
  get(workspaceId: string, id: string): Promise<ExternalApi>;
  /** Throws `external-knowledge.invalid_endpoint`, `external-knowledge.too_many_apis`, what `Egress.check` throws. */
  create(workspaceId: string, settings: ExternalApiSettings): Promise<ExternalApi>;
  /** What is absent stays. An address on another server needs the key again (`external-knowledge.key_needed`). */
  change(workspaceId: string, id: string, settings: Partial<ExternalApiSettings>): Promise<ExternalApi>;
  /** `isConfirmed` false: throws `external-knowledge.in_use` (conflict) naming the bases, when any ask it. */
  delete(workspaceId: string, id: string, options: { readonly isConfirmed: boolean }): Promise<void>;
  uses(workspaceId: string, id: string): Promise<readonly ExternalApiUse[]>;
  /**
   * Asks a service: at most `topK` records, best first. Throws `external-knowledge.external_knowledge_failed` (invalid)
   * with what the service said, for people to read.
   */
  retrieve(workspaceId: string, question: ExternalQuestion): Promise<readonly ExternalRecord[]>;
}

/** External knowledge APIs of workspaces. */
export const ExternalKnowledge = token<ExternalKnowledge>('external-knowledge.external-knowledge');
