import { PlatformError } from '#kernel';
import type { HostedPull, HostedRepository, NewHook, NewPull, PullState } from '#plugins/repository-hosts/contract.ts';

/** Asks the interface of a host: the path below it, and JSON. The answer is JSON. */
export interface Ask {
  (method: string, path: string, body?: unknown): Promise<unknown>;
  /** What stands in a list, page by page: so many of them, as the host links them. `steps`: where the list is in a page. */
  pages(path: string, most: number, steps?: readonly string[]): Promise<Pages>;
}

export interface Pages {
  readonly items: readonly unknown[];
  /** Whether there are more. */
  readonly isCut: boolean;
}

/** Pages of repositories; of a pull request's files and comments. */
export const MANY_PAGES = 10;
export const FEW_PAGES = 3;

type Pull = { readonly number: number; readonly url: string };

/** What git itself has not: lists of repositories, pull requests and what is said of them, and who is called when something is pushed. */
export interface Host {
  repositories(ask: Ask): Promise<readonly HostedRepository[]>;
  openPull(ask: Ask, repository: string, pull: NewPull): Promise<Pull>;
  /** The open one from a branch of this repository to another. */
  findPull(ask: Ask, repository: string, ends: Pick<NewPull, 'from' | 'to'>): Promise<Pull | null>;
  pullState(ask: Ask, repository: string, number: number): Promise<PullState>;
  /** Open ones to a branch, at most 50. */
  pulls(ask: Ask, repository: string, branch: string): Promise<readonly HostedPull[]>;
  /** Paths that a pull request changes, old and new ones; null: there are too many. */
  files(ask: Ask, repository: string, number: number): Promise<readonly string[] | null>;
  comments(ask: Ask, repository: string, number: number): Promise<readonly { id: string; text: string }[]>;
  /** Says something in a comment; `id`: the one that says it from now on. Answers with its id. */
  comment(ask: Ask, repository: string, number: number, comment: { id: string | null; text: string }): Promise<string>;
  /** Addresses that are called when something is pushed. */
  hooks(ask: Ask, repository: string): Promise<readonly { id: string; url: string }[]>;
  /** `id`: the one that is changed; null: a new one. */
  setHook(ask: Ask, repository: string, id: string | null, hook: NewHook): Promise<void>;
}

/** Looking into answers of others: what is not there is empty. */
export function at(value: unknown, ...keys: readonly (string | number)[]): unknown {
  return keys.reduce<unknown>((owner, key) => (owner as Record<string, unknown> | null | undefined)?.[key], value);
}

export function text(value: unknown, ...keys: readonly (string | number)[]): string {
  const found = at(value, ...keys);
  return typeof found === 'string' ? found : typeof found === 'number' ? String(found) : '';
}

export function list(value: unknown, ...keys: readonly (string | number)[]): readonly unknown[] {
  const found = at(value, ...keys);
  return Array.isArray(found) ? found : [];
}

/** Throws for an answer that is none. */
export function numberAt(value: unknown, ...keys: readonly string[]): number {
  const found = at(value, ...keys);
  if (typeof found === 'number' && Number.isSafeInteger(found)) return found;
  const message = `The host gave an answer that can't be read (${keys.join('.')} is missing). Try again later.`;
  throw new PlatformError('unavailable', 'repository-hosts.failed', message);
}

/** Paths of changed files under their names in an answer. */
export function pathsOf({ items, isCut }: Pages, ...names: readonly (readonly string[])[]): readonly string[] | null {
  if (isCut) return null;
  const found = items.flatMap((item) => names.map((name) => text(item, ...name)));
  return [...new Set(found.filter((path) => path !== ''))];
}
