import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMapping } from './mapping.ts';
import { nearestName } from './nearest-name.ts';
import { PlatformError } from './platform-error.ts';
import type { ConfigSection } from './plugin.ts';
import { compileSchema, type JsonSchema } from './schema.ts';
import { isSecretName, maskAddress } from './secret-names.ts';
import { divide } from './section-defaults.ts';

/** Environment variables as text. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The only reader of the process's environment. Plugins declare variables in `config.env` instead; this is for command lines and tests. */
export function readEnvironment(): Environment {
  return { ...process.env };
}

/** `weft.json`: an object of sections, one per plugin id. */
export interface ConfigFile {
  readonly path: string;
  readonly sections: Readonly<Record<string, unknown>>;
}

/** Reads `<home>/weft.json`; a missing file is an empty one. */
export async function readConfigFile(home: string): Promise<ConfigFile> {
  const path = join(home, 'weft.json');
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { path, sections: {} };
    throw new PlatformError('internal', 'kernel.invalid_config', `${path} can't be read.`, { cause: error });
  }
  let sections: unknown;
  try {
    sections = JSON.parse(text);
  } catch (error) {
    // The cause is left out: the parser's message quotes the file, which may hold secrets.
    throw new PlatformError('internal', 'kernel.invalid_config', `${path} is not valid JSON${placeOf(error)}.`);
  }
  if (!isMapping(sections)) {
    throw new PlatformError(
      'internal',
      'kernel.invalid_config',
      `${path} must hold an object with one section per plugin.`,
    );
  }
  return { path, sections };
}

/** Refuses sections that belong to no plugin: a misspelt name would otherwise be silently without effect. */
export function checkSectionNames(file: ConfigFile, known: readonly string[]): void {
  const unknown = Object.keys(file.sections).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw invalidConfig(unknown.map((name) => `${file.path}: "${name}" is no plugin${suggestion(name, known)}`));
}

/** A plugin's configuration: defaults, then the file, then the environment; checked. Throws with every error at once. */
export function resolveConfig(
  id: string,
  section: ConfigSection<unknown>,
  file: ConfigFile,
  env: Environment,
): unknown {
  const properties = propertiesOf(section.schema);
  const errors: string[] = [];
  const given = file.sections[id] ?? {};
  if (!isMapping(given)) throw invalidConfig([`${file.path}: section "${id}" must be an object`]);
  const values: Record<string, unknown> = structuredClone(given);
  if (!isOpen(section.schema)) {
    for (const key of Object.keys(values).filter((name) => !Object.hasOwn(properties, name))) {
      errors.push(`${file.path}: "${id}.${key}" is not a known setting${suggestion(key, Object.keys(properties))}`);
      delete values[key];
    }
  }
  const variables = new Map<string, string>();
  for (const [variable, property] of Object.entries(section.env ?? {})) {
    const text = env[variable];
    if (text === undefined || text === '') continue;
    variables.set(property, variable);
    values[property] = fromText(text, properties[property]);
  }
  const { defaults, schema } = divide(section.schema, values);
  if (schema !== undefined) {
    const result = compileSchema(schema, { allErrors: true, isVetted: true })(values);
    if (!result.ok) {
      for (const { path, message } of result.errors)
        errors.push(`${origin(id, path, file, section, variables)} ${message}`);
    }
  }
  if (errors.length > 0) throw invalidConfig(errors);
  return Object.freeze({ ...defaults, ...values });
}

/** The configuration as it may be shown: secrets as `***`, by declaration and by name, passwords out of addresses. */
export function maskConfig(section: ConfigSection<unknown>, config: unknown): unknown {
  return maskValue(config, new Set<string>(section.secret ?? []));
}

function maskValue(value: unknown, secret: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return maskAddress(value);
  if (Array.isArray(value)) return value.map((item) => maskValue(item, secret));
  if (!isMapping(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const isHidden = secret.has(name) || (isSecretName(name) && typeof item === 'string');
      return [name, isHidden && item !== null && item !== '' ? '***' : maskValue(item, secret)];
    }),
  );
}

/** Where a wrong value came from, so that the reader knows what to edit. Values are never shown: they may be secrets. */
function origin(
  id: string,
  path: string,
  file: ConfigFile,
  section: ConfigSection<unknown>,
  variables: ReadonlyMap<string, string>,
): string {
  const property = /^[^.[]*/.exec(path)?.[0] ?? '';
  const variable = variables.get(property);
  if (variable !== undefined) return `Environment variable ${variable} ("${id}.${path}")`;
  const settable = Object.entries(section.env ?? {}).find(([, name]) => name === property)?.[0];
  return `${file.path}: "${id}${path === '' ? '' : `.${path}`}"${settable === undefined ? '' : ` (or ${settable})`}`;
}

/** Text that doesn't fit its type is left as it is: the schema then reports it. */
function fromText(text: string, schema: unknown): unknown {
  const types = isMapping(schema) ? [schema.type].flat() : [];
  const trimmed = text.trim();
  if ((types.includes('number') || types.includes('integer')) && trimmed !== '' && Number.isFinite(Number(trimmed))) {
    return Number(trimmed);
  }
  if (types.includes('boolean')) {
    if (/^(true|1|yes|on)$/i.test(trimmed)) return true;
    if (/^(false|0|no|off)$/i.test(trimmed)) return false;
  }
  if (types.includes('array')) {
    return trimmed
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  }
  if (types.includes('object')) return parseOrKeep(text);
  return text;
}

function parseOrKeep(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function propertiesOf(schema: JsonSchema): Readonly<Record<string, unknown>> {
  return isMapping(schema.properties) ? schema.properties : {};
}

/** A section whose schema welcomes names of the operator's own choice. */
function isOpen(schema: JsonSchema): boolean {
  return (
    schema.additionalProperties === true ||
    isMapping(schema.additionalProperties) ||
    isMapping(schema.patternProperties)
  );
}

function suggestion(name: string, candidates: readonly string[]): string {
  const nearest = nearestName(name, candidates);
  if (nearest !== undefined) return `; did you mean "${nearest}"?`;
  return candidates.length === 0 ? '; there is nothing to set' : `; known: ${candidates.join(', ')}`;
}

function placeOf(error: unknown): string {
  const place = error instanceof Error ? /line (\d+) column (\d+)/.exec(error.message) : null;
  return place === null ? '' : ` (line ${place[1]}, column ${place[2]})`;
}

function invalidConfig(errors: readonly string[]): PlatformError {
  return new PlatformError('internal', 'kernel.invalid_config', `${errors.join('\n')}`);
}
