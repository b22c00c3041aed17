import type { StudioPage } from './section.ts';

/** A page, and what its address says. */
export interface Match {
  readonly page: StudioPage;
  readonly params: Readonly<Record<string, string>>;
}

/** The page of an address: fixed segments win over named ones, and these over the rest. null: there is none. */
export function matchPage(pages: readonly StudioPage[], pathname: string): Match | null {
  const found = pages.flatMap((page) => {
    const params = paramsOf(page.path, pathname);
    return params === null ? [] : [{ page, params }];
  });
  return found.sort((one, other) => rank(other.page.path).localeCompare(rank(one.page.path)))[0] ?? null;
}

function rank(path: string): string {
  return segmentsOf(path)
    .map((segment) => (segment === '*' ? '0' : segment.startsWith(':') ? '1' : '2'))
    .join('');
}

/** The named parts of a path; null: the path is another. */
export function paramsOf(pattern: string, pathname: string): Record<string, string> | null {
  const wanted = segmentsOf(pattern);
  const given = segmentsOf(pathname);
  const params: Record<string, string> = {};
  for (const [at, segment] of wanted.entries()) {
    if (segment === '*') return { ...params, rest: given.slice(at).join('/') };
    const value = given[at];
    if (value === undefined) return null;
    if (!segment.startsWith(':')) {
      if (segment !== value) return null;
      continue;
    }
    const decoded = decode(value);
    if (decoded === null) return null;
    params[segment.slice(1)] = decoded;
  }
  return given.length === wanted.length ? params : null;
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
