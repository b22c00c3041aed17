import { compileSchema, type JsonSchema, type Validator } from '#kernel';
import type { Injection, PackageKind, PackageManifest, PackageProvider } from './manifest.ts';
import { manifestSchema, packageSchema } from './manifest-schema.ts';
import { networkOf, settingNamed, settingsIn } from './network-permission.ts';
import { invalidPackage } from './package-error.ts';
import { plainSettings } from './plain-settings.ts';

/** Characters of all of a package.json. */
const mostChars = 1024 * 1024;

/** What package.json says, checked. */
export interface PackageFacts {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly author: string;
  readonly manifest: PackageManifest;
}

interface Head {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly license?: string;
  readonly author?: unknown;
  readonly weft: unknown;
}

type Given = Pick<PackageManifest, 'api' | 'kind' | 'title'> & Partial<PackageManifest>;

let checks: { readonly head: Validator<Head>; readonly manifest: Validator<Given> } | undefined;

/** Reads the text of a package.json. Throws `plugin-packages.invalid_package`, which names what is wrong. */
export function readFacts(text: string): PackageFacts {
  if (text.length > mostChars) throw invalidPackage('its package.json is too long');
  checks ??= {
    head: compileSchema<Head>(packageSchema, { defaults: false }),
    manifest: compileSchema<Given>(manifestSchema, { defaults: false }),
  };
  const head = checked(checks.head, parsed(text), 'its package.json');
  if (!version.test(head.version)) throw invalidPackage('its version is none that semantic versioning knows');
  const given = checked(checks.manifest, head.weft, 'in its package.json "weft"');
  const manifest = whole(given, head.description ?? '');
  refuseContradictions(manifest);
  return {
    name: head.name,
    version: head.version,
    description: head.description ?? '',
    license: head.license ?? '',
    author: authorOf(head.author),
    manifest,
  };
}

/** Semantic versioning 2.0.0, without build metadata: registries take two that differ only in it as one. */
const version = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidPackage('its package.json is no JSON');
  }
}

function checked<T>(validate: Validator<T>, value: unknown, place: string): T {
  const result = validate(value);
  if (result.ok) return result.value;
  const [first] = result.errors;
  throw invalidPackage(`${place}: ${first?.path === '' ? 'it' : first?.path} ${first?.message}`);
}

function whole(given: Given, description: string): PackageManifest {
  const said = description.split('\n')[0]?.slice(0, 300) ?? '';
  return {
    ...given,
    about: given.about ?? said,
    categories: given.categories ?? [],
    runtime: given.runtime ?? 'sandbox',
    aliases: given.aliases ?? [],
    tools: given.tools ?? [],
    providers: given.providers ?? [],
    events: given.events ?? [],
    inject: given.inject ?? [],
    permissions: given.permissions ?? {},
    packages: given.packages ?? {},
  };
}

/** What each kind may bring. */
const parts: Readonly<Record<PackageKind, readonly (keyof PackageManifest)[]>> = {
  tool: ['tools'],
  model: ['providers'],
  extension: ['tools', 'endpoint', 'events'],
  bundle: ['packages'],
};

function refuseContradictions(manifest: PackageManifest): void {
  const { kind } = manifest;
  const brought = (['tools', 'providers', 'endpoint', 'events', 'packages'] as const).filter((part) =>
    isThere(manifest[part]),
  );
  const foreign = brought.find((part) => !parts[kind].includes(part));
  if (foreign !== undefined) throw invalidPackage(`a ${kind} brings no "${foreign}"`);
  if (brought.length === 0)
    throw invalidPackage(`a ${kind} brings ${parts[kind].map((part) => `"${part}"`).join(' or ')}`);
  if ((kind === 'bundle') !== (manifest.entry === undefined)) {
    throw invalidPackage(kind === 'bundle' ? 'a bundle has no "entry"' : 'it names no "entry"');
  }
  refuseDoubles(
    'tools',
    manifest.tools.map(({ name }) => name),
  );
  refuseDoubles(
    'providers',
    manifest.providers.map(({ id }) => id),
  );
  for (const { name, parameters } of manifest.tools) {
    refuseDoubles(
      `parameters of ${name}`,
      parameters.map((parameter) => parameter.name),
    );
    for (const { type, options } of parameters) {
      if (type === 'select' && (options ?? []).length === 0)
        throw invalidPackage(`a choice of the tool ${name} has no options`);
    }
  }
  refuseInjections(manifest, manifest.inject, manifest.settings);
  for (const provider of manifest.providers)
    refuseInjections(manifest, provider.inject ?? [], schemaOf(manifest, provider));
  for (const place of manifest.permissions.network ?? []) {
    networkOf(place);
    const setting = settingNamed(place);
    const forms = [manifest.settings, ...manifest.providers.map(({ credentials }) => credentials)];
    if (setting !== undefined && !forms.some((schema) => plainSettings(schema).includes(setting))) {
      throw invalidPackage(`its network permission {${setting}} is no setting that may be read`);
    }
  }
}

function isThere(part: unknown): boolean {
  if (part === undefined) return false;
  return Array.isArray(part) ? part.length > 0 : Object.keys(Object(part)).length > 0;
}

function refuseDoubles(what: string, names: readonly string[]): void {
  const double = names.find((name, index) => names.indexOf(name) !== index);
  if (double !== undefined) throw invalidPackage(`its ${what} name ${double} twice`);
}

function schemaOf(manifest: PackageManifest, provider: PackageProvider): JsonSchema {
  const properties = { ...Object(manifest.settings?.properties), ...Object(provider.credentials.properties) };
  return { type: 'object', properties };
}

/** Secrets go where the package may go, and nowhere else. */
function refuseInjections(manifest: PackageManifest, inject: readonly Injection[], settings?: JsonSchema): void {
  const known = Object.keys(Object(settings?.properties));
  for (const { origin, header, query, value } of inject) {
    if ((header === undefined) === (query === undefined))
      throw invalidPackage('an "inject" names a header or a query parameter');
    if (!(manifest.permissions.network ?? []).includes(origin)) {
      throw invalidPackage(`its "inject" for ${origin} needs the same origin among its network permissions`);
    }
    if (origin.includes('*')) throw invalidPackage('an "inject" is for one origin, not for many');
    const unknown = settingsIn(value).find((name) => !known.includes(name));
    if (unknown !== undefined)
      throw invalidPackage(`its "inject" names the setting ${unknown}, which it does not have`);
  }
}

function authorOf(author: unknown): string {
  const name = typeof author === 'string' ? author : Object(author).name;
  return typeof name === 'string' ? name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').slice(0, 200) : '';
}
