import { createHash } from 'node:crypto';
import { invalidPackage } from './package-error.ts';
import { type PackageFacts, readFacts } from './read-manifest.ts';
import { filesOf, type PackageFile } from './tarball.ts';

/** A package as its bytes say: nothing of it has run. */
export interface PluginPackage extends PackageFacts {
  /** What documents name it by: `acme/weather` of `@acme/weather`; `weather/weather` of `weather`. */
  readonly id: string;
  /** `sha512-<base64>` of the tarball, as lock files have it. */
  readonly integrity: string;
  readonly readme: string;
  /** Its code; empty for a bundle. */
  readonly code: string;
  readonly files: readonly { readonly path: string; readonly size: number }[];
  /** Bytes, packed. */
  readonly size: number;
  /** It names scripts that npm would run at an install: they never run here. */
  readonly hasScripts: boolean;
}

const codeBytes = 5 * 1024 * 1024;
const readmeBytes = 200 * 1024;
const installScripts = ['preinstall', 'install', 'postinstall', 'prepare', 'preprepare', 'postprepare'];

/** Reads a tarball. Throws `plugin-packages.invalid_package`, which names what is wrong. */
export function readPackage(bytes: Uint8Array): PluginPackage {
  const files = filesOf(bytes);
  const facts = readFacts(textOf(file(files, 'package.json')));
  const { entry } = facts.manifest;
  const code = entry === undefined ? '' : codeOf(files, entry);
  const readme = files.find(({ path }) => /^readme(\.md|\.txt)?$/i.test(path));
  return {
    ...facts,
    id: pluginIdOf(facts.name),
    integrity: integrityOf(bytes),
    readme: readme === undefined ? '' : Buffer.from(readme.content.subarray(0, readmeBytes)).toString('utf8'),
    code,
    files: files.map(({ path, content }) => ({ path, size: content.length })),
    size: bytes.length,
    hasScripts: hasScripts(files),
  };
}

/** What documents name a package by. */
export function pluginIdOf(name: string): string {
  return name.startsWith('@') ? name.slice(1) : `${name}/${name}`;
}

/**
 * The scope that a plugin id is in: `@acme` of `acme/weather`. A package without a scope in its name is in that of its name:
 * `weather` is `weather/weather`, as `@weather/weather` would be.
 */
export function scopeOf(pluginId: string): string {
  return `@${pluginId.slice(0, pluginId.indexOf('/')).toLowerCase()}`;
}

/** The last part of a plugin id: its provider in documents, unless a tool names another. */
export function providerOf(pluginId: string): string {
  return pluginId.slice(pluginId.indexOf('/') + 1);
}

/** `sha512-<base64>` of the bytes. */
export function integrityOf(bytes: Uint8Array): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
}

function file(files: readonly PackageFile[], path: string): PackageFile {
  const found = files.find((one) => one.path === path);
  if (found === undefined) throw invalidPackage(`it has no ${path}`);
  return found;
}

function codeOf(files: readonly PackageFile[], entry: string): string {
  const found = file(files, entry.replace(/^\.\//, ''));
  if (found.content.length > codeBytes) throw invalidPackage(`its code has more than ${codeBytes} bytes`);
  return textOf(found);
}

function textOf({ path, content }: PackageFile): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw invalidPackage(`${path} is no text in UTF-8`);
  }
}

function hasScripts(files: readonly PackageFile[]): boolean {
  const { scripts } = JSON.parse(textOf(file(files, 'package.json'))) as { readonly scripts?: unknown };
  return installScripts.some((name) => Object.hasOwn(Object(scripts), name));
}
