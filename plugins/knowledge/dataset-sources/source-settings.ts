import { compileSchema } from '#kernel';
import type { GitHost, NewSource, SourceChange, SourceSettings } from './contract.ts';
import { invalidSource } from './source-errors.ts';
import type { OptionalSetting, SourceReader } from './source-reader.ts';
import { pageAddress } from './web-addresses.ts';

const MAX_PATTERNS = 50;
const MAX_PATTERN = 300;
const settingNames: readonly OptionalSetting[] = [
  'includePaths',
  'excludePaths',
  'maxPages',
  'maxDepth',
  'delay',
  'branch',
  'folder',
  'host',
];

type Given = Partial<Omit<SourceSettings, 'host'>> & { readonly host?: GitHost | null };

/** What a new source wants, before its reader has looked at it. */
export function newSettings(reader: SourceReader, given: NewSource): SourceSettings {
  refuseOther(reader, given);
  return checked(reader, {
    includePaths: [],
    excludePaths: [],
    branch: '',
    folder: '',
    host: null,
    ...reader.defaults,
    ...settingsIn(given),
    url: given.url,
  });
}

export function changedSettings(reader: SourceReader, before: SourceSettings, change: SourceChange): SourceSettings {
  refuseOther(reader, change);
  // Another address may be of another host.
  const isElsewhere = change.url !== undefined && change.host === undefined;
  return checked(reader, { ...before, ...(isElsewhere && { host: null }), ...settingsIn(change) });
}

/** Nothing a token is meant for has changed. */
export function isSameHost(one: SourceSettings, other: SourceSettings): boolean {
  return new URL(one.url).origin === new URL(other.url).origin && one.host === other.host;
}

function settingsIn(given: Given): Partial<SourceSettings> {
  const { url, includePaths, excludePaths, maxPages, maxDepth, delay, branch, folder, host, options } = given;
  const all = { url, includePaths, excludePaths, maxPages, maxDepth, delay, branch, folder, host, options };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function refuseOther(reader: SourceReader, given: Given): void {
  const other = settingNames.find((name) => given[name] !== undefined && !reader.takes.includes(name));
  const name = other ?? (given.options !== undefined && reader.options === undefined ? 'options' : undefined);
  if (name === undefined) return;
  throw invalidSource(
    wireName(name),
    `${wireName(name)} means nothing for a source of kind ${reader.id}: leave it out.`,
  );
}

function checked(reader: SourceReader, settings: SourceSettings): SourceSettings {
  const address = pageAddress(settings.url);
  if (address === null) {
    throw invalidSource(
      'url',
      'url must be an http or https address of at most 2,000 characters, without a name and password.',
    );
  }
  checkPatterns('include_paths', settings.includePaths);
  checkPatterns('exclude_paths', settings.excludePaths);
  if (settings.maxPages > reader.mostPages) {
    throw invalidSource('max_pages', `A source of kind ${reader.id} has at most ${reader.mostPages} pages.`);
  }
  const folder = settings.folder.replaceAll(/^\/+|\/+$/g, '');
  if (folder.split('/').some((segment) => segment === '..' || segment === '.')) {
    throw invalidSource('folder', 'folder is a path in the repository, without . and .. in it.');
  }
  return { ...settings, url: address.href, folder, ...optionsOf(reader, settings) };
}

function optionsOf({ id, options: schema }: SourceReader, { options = {} }: SourceSettings) {
  if (schema === undefined) return {};
  const result = compileSchema<Readonly<Record<string, unknown>>>(schema)(options);
  if (result.ok) return { options: result.value };
  const [error] = result.errors;
  const field = `options${error?.path ? `.${error.path}` : ''}`;
  throw invalidSource(field, `${field} ${error?.message ?? `is not what a source of kind ${id} takes`}`);
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
