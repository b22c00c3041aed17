import { knownOf } from '#plugins/studio/web/contract.tsx';
import { navigate, useAddress } from '#plugins/ui/web/contract.ts';

export const MODES = ['chat', 'agent-chat', 'advanced-chat', 'workflow', 'completion'] as const;
export const STATES = ['draft', 'active', 'paused'] as const;
export const SORTS = ['updated', 'created', 'name'] as const;

/** Names in the address of all but the order. */
const NARROWING = ['q', 'mode', 'status', 'tag', 'favourite'] as const;

/** What the list shows, all of it in its address. */
export interface AppFilters {
  readonly q: string;
  readonly mode: string;
  readonly status: string;
  readonly tags: readonly string[];
  readonly isFavourite: boolean;
  readonly sort: string;
  /** From 1. */
  readonly page: number;
}

export function useAppFilters(): AppFilters {
  const { searchParams } = new URL(useAddress(), location.href);
  const get = (name: string) => searchParams.get(name) ?? '';
  return {
    q: get('q'),
    mode: get('mode'),
    status: get('status'),
    tags: [...new Set(searchParams.getAll('tag').filter((tag) => tag !== ''))].slice(0, 10),
    isFavourite: get('favourite') === 'true',
    sort: get('sort'),
    page: Math.max(1, Math.trunc(Number(get('page'))) || 1),
  };
}

/** Changes some of them; what is shown begins at its first page then. */
export function setFilters(change: Partial<AppFilters>): void {
  const url = new URL(location.href);
  const { searchParams } = url;
  const { tags, isFavourite, page, ...texts } = change;
  searchParams.delete('page');
  for (const [name, value] of Object.entries(texts)) {
    if (value === '') searchParams.delete(name);
    else searchParams.set(name, value);
  }
  if (tags !== undefined) {
    searchParams.delete('tag');
    for (const tag of tags) searchParams.append('tag', tag);
  }
  if (isFavourite !== undefined) {
    if (isFavourite) searchParams.set('favourite', 'true');
    else searchParams.delete('favourite');
  }
  if (page !== undefined && page > 1) searchParams.set('page', String(page));
  navigate(url.pathname + url.search, { replace: true });
}

export function clearFilters(): void {
  const url = new URL(location.href);
  for (const name of [...NARROWING, 'page']) url.searchParams.delete(name);
  navigate(url.pathname + url.search, { replace: true });
}

/** Whether something is left out of the list. */
export function isNarrowed({ q, mode, status, tags, isFavourite }: AppFilters): boolean {
  return q !== '' || mode !== '' || status !== '' || tags.length > 0 || isFavourite;
}

/** As the server is asked. */
export function queryOf({ q, tags, isFavourite, page, ...filters }: AppFilters, limit: number) {
  const mode = knownOf(MODES, filters.mode);
  const status = knownOf(STATES, filters.status);
  const sort = knownOf(SORTS, filters.sort);
  return {
    page,
    limit,
    ...(q !== '' && { name: q }),
    ...(mode !== undefined && { mode }),
    ...(status !== undefined && { status }),
    ...(tags.length > 0 && { tag: tags }),
    ...(isFavourite && { favourite: true }),
    ...(sort !== undefined && { sort }),
  };
}
