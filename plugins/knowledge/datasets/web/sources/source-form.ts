import { choiceOf, oneOf, textOf } from '#plugins/studio/web/contract.tsx';
import type { BodyOf } from '#plugins/ui/web/contract.ts';

export type SourceKind = 'web_page' | 'sitemap' | 'website' | 'git';

export const kinds = ['web_page', 'sitemap', 'website', 'git'] as const satisfies readonly SourceKind[];
/** Kinds that are read with a connected account: whose, and what it must allow, the widest first. */
export const accountKinds = {
  drive: { provider: 'google', capabilities: ['drive.read', 'drive.pick'] },
  onedrive: { provider: 'microsoft', capabilities: ['files.read'] },
  notion: { provider: 'notion', capabilities: ['pages.read'] },
} as const satisfies Readonly<Record<string, { readonly provider: string; readonly capabilities: readonly string[] }>>;

export type AccountKind = keyof typeof accountKinds;

export function isAccountKind(kind: string): kind is AccountKind {
  return Object.hasOwn(accountKinds, kind);
}

export const intervals = ['never', 'hourly', 'every_6_hours', 'daily', 'weekly'] as const;
export const vanishing = ['disable', 'remove', 'keep'] as const;
export const hosts = ['github', 'gitlab', 'gitea', 'bitbucket', 'archive'] as const;

/** What may be changed of a source, with the address that a new one needs. */
type Changes = BodyOf<'patch', '/console/api/datasets/{dataset_id}/sources/{source_id}'>;
type SourceBody = Omit<Changes, 'token'> & { readonly url: string; readonly token?: string };

/** One pattern a line, as `/guide/**`. */
export function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

interface Counts {
  readonly max_pages?: number;
  readonly delay_ms?: number;
  readonly max_depth?: number;
}

/** What is sent of the fields of a source; a number that is left empty is the server's default. */
export function sourceBody(kind: SourceKind, fields: FormData): SourceBody {
  const text = (name: 'name' | 'token'): { name?: string; token?: string } => {
    const value = textOf(fields, name);
    return value === '' ? {} : { [name]: value };
  };
  const count = (name: 'max_pages' | 'delay_ms' | 'max_depth', times = 1): Counts => {
    const value = textOf(fields, name);
    return value === '' ? {} : { [name]: Math.round(Number(value) * times) };
  };
  const host = textOf(fields, 'host');
  const isGit = kind === 'git';
  return {
    ...text('name'),
    url: textOf(fields, 'url'),
    refresh: choiceOf(fields, 'refresh', intervals),
    on_vanished: choiceOf(fields, 'on_vanished', vanishing),
    ...(kind !== 'web_page' && {
      include_paths: linesOf(textOf(fields, 'include_paths')),
      exclude_paths: linesOf(textOf(fields, 'exclude_paths')),
      ...count('max_pages'),
    }),
    ...((kind === 'sitemap' || kind === 'website') && count('delay_ms', 1000)),
    ...(kind === 'website' && count('max_depth')),
    ...(isGit && {
      branch: textOf(fields, 'branch'),
      folder: textOf(fields, 'folder'),
      ...(host !== '' && { host: oneOf(hosts, host) }),
      ...text('token'),
    }),
  };
}
