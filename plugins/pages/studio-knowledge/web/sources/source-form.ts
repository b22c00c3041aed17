import { textOf } from '#plugins/studio/web/contract.tsx';

export type SourceKind = 'web_page' | 'sitemap' | 'website' | 'git';

export const kinds = ['web_page', 'sitemap', 'website', 'git'] as const satisfies readonly SourceKind[];
export const intervals = ['never', 'hourly', 'every_6_hours', 'daily', 'weekly'] as const;
export const vanishing = ['disable', 'remove', 'keep'] as const;
export const hosts = ['github', 'gitlab', 'gitea', 'bitbucket', 'archive'] as const;

/** One pattern a line, as `/guide/**`. */
export function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** What is sent of the fields of a source; a number that is left empty is the server's default. */
export function sourceBody(kind: SourceKind, fields: FormData) {
  const text = (name: string) => {
    const value = textOf(fields, name);
    return value === '' ? {} : { [name]: value };
  };
  const count = (name: string, times = 1) => {
    const value = textOf(fields, name);
    return value === '' ? {} : { [name]: Math.round(Number(value) * times) };
  };
  const isGit = kind === 'git';
  return {
    ...text('name'),
    url: textOf(fields, 'url'),
    refresh: textOf(fields, 'refresh'),
    on_vanished: textOf(fields, 'on_vanished'),
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
      ...text('host'),
      ...text('token'),
    }),
  };
}
