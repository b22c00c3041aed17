import { hostOf } from './archive-address.ts';
import type { GitHost, NewSource, SourceChange, SourceKind, SourceSettings } from './contract.ts';
import { invalidSource } from './source-errors.ts';
import { pageAddress } from './web-addresses.ts';

const MAX_PATTERNS = 50;
const MAX_PATTERN = 300;

/** What a kind has that its user does not name. */
const defaults: Readonly<Record<SourceKind, Pick<SourceSettings, 'maxPages' | 'maxDepth' | 'delay'>>> = {
  web_page: { maxPages: 1, maxDepth: 0, delay: 0 },
  sitemap: { maxPages: 500, maxDepth: 0, delay: 200 },
  website: { maxPages: 100, maxDepth: 3, delay: 1_000 },
  git: { maxPages: 1_000, maxDepth: 0, delay: 0 },
};

/** Which settings belong to which kind. */
const notOf: Readonly<Record<SourceKind, readonly (keyof SourceSettings)[]>> = {
  web_page: ['includePaths', 'excludePaths', 'maxPages', 'maxDepth', 'delay', 'branch', 'folder', 'host'],
  sitemap: ['maxDepth', 'branch', 'folder', 'host'],
  website: ['branch', 'folder', 'host'],
  git: ['maxDepth', 'delay'],
};

type Given = Partial<Omit<SourceSettings, 'host'>> & { readonly host?: GitHost | null };

export function newSettings(given: NewSource): SourceSettings {
  refuseOther(given.kind, given);
  const { url } = given;
  return checked(given.kind, {
    includePaths: [],
    excludePaths: [],
    branch: '',
    folder: '',
    host: null,
    ...defaults[given.kind],
    ...settingsIn(given),
    url,
  });
}

export function changedSettings(kind: SourceKind, before: SourceSettings, change: SourceChange): SourceSettings {
  refuseOther(kind, change);
  // Another address may be of another host.
  const isElsewhere = change.url !== undefined && change.host === undefined;
  return checked(kind, { ...before, ...(isElsewhere && { host: null }), ...settingsIn(change) });
}

/** Nothing a token is meant for has changed. */
export function isSameHost(one: SourceSettings, other: SourceSettings): boolean {
  return new URL(one.url).origin === new URL(other.url).origin && one.host === other.host;
}

function settingsIn(given: Given): Partial<SourceSettings> {
  const { url, includePaths, excludePaths, maxPages, maxDepth, delay, branch, folder, host } = given;
  const all = { url, includePaths, excludePaths, maxPages, maxDepth, delay, branch, folder, host };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function refuseOther(kind: SourceKind, given: Given): void {
  for (const name of notOf[kind]) {
    if (given[name] === undefined) continue;
    throw invalidSource(wireName(name), `${wireName(name)} means nothing for a source of kind ${kind}: leave it out.`);
  }
}

function checked(kind: SourceKind, settings: SourceSettings): SourceSettings {
  const address = pageAddress(settings.url);
  if (address === null) {
    throw invalidSource(
      'url',
      'url must be an http or https address of at most 2,000 characters, without a name and password.',
    );
  }
  checkPatterns('include_paths', settings.includePaths);
  checkPatterns('exclude_paths', settings.excludePaths);
  const folder = settings.folder.replaceAll(/^\/+|\/+$/g, '');
  if (folder.split('/').some((segment) => segment === '..' || segment === '.')) {
    throw invalidSource('folder', 'folder is a path in the repository, without . and .. in it.');
  }
  const host = kind === 'git' ? gitHost(settings, address) : null;
  return { ...settings, url: address.href, folder, host };
}

function gitHost({ host, branch }: SourceSettings, address: URL): GitHost {
  const known = host ?? hostOf(address);
  if (known === null) {
    const message = `Nothing tells which software ${address.host} runs: name it (github, gitlab, gitea, bitbucket), or give the address of a tar.gz.`;
    throw invalidSource('host', message);
  }
  if (known === 'archive') {
    if (branch !== '')
      throw invalidSource('branch', 'An archive has no branches: its address says which one it is of.');
  } else if (address.pathname.replace(/^\/+|\/+$/g, '').split('/').length < 2) {
    throw invalidSource('url', 'url must be that of a repository: https://host/owner/name.');
  }
  if (known === 'gitea' && branch === '')
    throw invalidSource('branch', 'Name the branch: this host gives archives of named ones alone.');
  if (!/^[\w./@+-]{0,200}$/.test(branch) || branch.includes('..')) {
    throw invalidSource('branch', 'branch is the name of a branch or tag, or a commit.');
  }
  return known;
}

function checkPatterns(field: string, patterns: readonly string[]): void {
  if (patterns.length > MAX_PATTERNS) throw invalidSource(field, `${field} has at most ${MAX_PATTERNS} patterns.`);
  const wrong = patterns.find((pattern) => pattern.trim() === '' || pattern.length > MAX_PATTERN);
  if (wrong !== undefined) throw invalidSource(field, `A pattern has from 1 to ${MAX_PATTERN} characters.`);
}

/** As the API calls it. */
function wireName(name: keyof SourceSettings): string {
  if (name === 'delay') return 'delay_ms';
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
