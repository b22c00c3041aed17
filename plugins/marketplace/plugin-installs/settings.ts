import { PlatformError } from '#kernel';
import type { PackageManifest } from '#plugins/plugin-packages/contract.ts';

export interface SettingField {
  readonly type: 'string';
  readonly secret?: boolean;
  readonly enum?: readonly string[];
  readonly default?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly format?: string;
}

type Texts = Readonly<Record<string, string>>;

const mostChars = 10_000;

/** The fields of a manifest's settings, by name. */
export function fieldsOf({ settings }: PackageManifest): Readonly<Record<string, SettingField>> {
  return Object(settings?.properties);
}

/** Names of settings that must have a value. */
export function requiredOf({ settings }: PackageManifest): readonly string[] {
  return Array.isArray(settings?.required) ? settings.required : [];
}

/** Values parted into what is shown and what is sealed; those that are missing have their defaults. */
export function partedSettings(
  manifest: PackageManifest,
  values: Texts,
): { readonly plain: Texts; readonly secret: Texts } {
  const fields = fieldsOf(manifest);
  const known = Object.entries(fields).flatMap(([name, field]) => {
    const value = Object.hasOwn(values, name) ? values[name] : field.default;
    return value === undefined || value === '' ? [] : [{ name, value, isSecret: field.secret === true }];
  });
  const of = (isSecret: boolean) =>
    Object.fromEntries(known.filter((each) => each.isSecret === isSecret).map(({ name, value }) => [name, value]));
  return { plain: of(false), secret: of(true) };
}

/** Whether everything that is required has a value. */
export function isConfigured(manifest: PackageManifest, values: Texts): boolean {
  const { plain, secret } = partedSettings(manifest, values);
  return requiredOf(manifest).every((name) => Object.hasOwn(plain, name) || Object.hasOwn(secret, name));
}

/** Throws `plugin-installs.invalid_settings`, which names the field. */
export function checkSettings(manifest: PackageManifest, values: Readonly<Record<string, unknown>>): Texts {
  const fields = fieldsOf(manifest);
  for (const [name, value] of Object.entries(values)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) throw invalid(name, 'is no setting of this plugin');
    if (typeof value !== 'string') throw invalid(name, 'must be a text');
    if (value === '') continue;
    if (value.length > (field.maxLength ?? mostChars))
      throw invalid(name, `is longer than ${field.maxLength ?? mostChars} characters`);
    if (value.length < (field.minLength ?? 0)) throw invalid(name, `is shorter than ${field.minLength} characters`);
    if (field.enum !== undefined && !field.enum.includes(value))
      throw invalid(name, `must be one of ${field.enum.join(', ')}`);
    if (field.format === 'uri' && !/^https?:\/\//.test(value))
      throw invalid(name, 'must be an address that begins with https://');
    if (/[\r\n]/.test(value) && field.secret === true) throw invalid(name, 'must be one line');
  }
  return values as Texts;
}

function invalid(name: string, what: string): PlatformError {
  return new PlatformError(
    'invalid',
    'plugin-installs.invalid_settings',
    `The setting ${JSON.stringify(name.slice(0, 100))} ${what}.`,
    {
      field: name,
    },
  );
}
