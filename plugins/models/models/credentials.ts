import { isMapping } from '#engine';
import { PlatformError } from '#kernel';
import type { CredentialField, Credentials, ModelProvider } from './contract.ts';
import { PRICES_FORMAT, readPrices } from './prices.ts';

/** Credentials that are asked for: those of a provider, or of one of its models. */
export type CredentialForm = Pick<ModelProvider, 'label' | 'credentials'>;

interface Field {
  readonly secret: boolean;
  readonly values: readonly string[] | null;
  readonly isUrl: boolean;
  readonly isPrices: boolean;
}

/**
 * Checks credentials against the provider's schema: flat text fields, `required`, `enum`, `format: uri`,
 * `format: model-prices`. Empty optional
 * fields are dropped. Messages name fields, never values.
 */
export function checkCredentials(provider: CredentialForm, given: Credentials): Credentials {
  const fields = fieldsOf(provider);
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    const field = fields.get(name);
    if (field === undefined) throw invalid(provider, name, 'is not known');
    if (typeof value !== 'string') throw invalid(provider, name, 'must be text');
    // JSON may be written over several lines.
    const text = field.isPrices ? value.replace(/\s+/g, ' ').trim() : value.trim();
    if (text === '') continue;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: credentials end up in headers
    if (/[\x00-\x1f\x7f]/.test(text)) throw invalid(provider, name, 'must not hold line breaks or control characters');
    if (field.values !== null && !field.values.includes(text)) {
      throw invalid(provider, name, `must be one of: ${field.values.join(', ')}`);
    }
    if (field.isUrl && !isWebAddress(text))
      throw invalid(provider, name, 'must be an address such as https://example.com/v1');
    if (field.isPrices) checkPrices(provider, name, text);
    kept[name] = text;
  }
  for (const name of requiredOf(provider)) {
    if (kept[name] === undefined) throw invalid(provider, name, 'is missing');
  }
  return kept;
}

function checkPrices(provider: CredentialForm, field: string, text: string): void {
  try {
    readPrices(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw invalid(provider, field, `can not be read: ${error.message}`);
  }
}

/** Beginning of a masked secret. */
const MASK = '••••';

/** Secrets keep their last four characters when they are long enough to hide the rest. */
export function maskCredentials(provider: CredentialForm, credentials: Credentials): Record<string, string> {
  const fields = fieldsOf(provider);
  const masked: Record<string, string> = {};
  for (const [name, value] of Object.entries(credentials)) {
    const isSecret = fields.get(name)?.secret ?? true;
    masked[name] = isSecret ? `${MASK}${value.length >= 16 ? value.slice(-4) : ''}` : value;
  }
  return masked;
}

/**
 * The given credentials, with the stored secrets where those are given as they are shown. Not when an address changes: a
 * secret was given to one server, and must not be sent to another by who can't read it.
 */
export function withStoredSecrets(
  provider: CredentialForm,
  given: Credentials,
  stored: Credentials | null,
): Credentials {
  const fields = fieldsOf(provider);
  const shown = maskCredentials(provider, stored ?? {});
  const changed = [...fields].find(([name, { isUrl }]) => isUrl && (given[name] ?? '') !== (stored?.[name] ?? ''));
  const merged: Record<string, string> = { ...given };
  for (const [name, value] of Object.entries(given)) {
    if (fields.get(name)?.secret !== true || typeof value !== 'string' || !value.startsWith(MASK)) continue;
    const kept = stored?.[name];
    if (kept === undefined || value !== shown[name]) throw invalid(provider, name, 'is masked: give the secret itself');
    if (changed !== undefined) throw invalid(provider, name, `must be given again, because ${changed[0]} changes`);
    merged[name] = kept;
  }
  return merged;
}

/** The form of a provider's credentials, in the order of its schema. */
export function formOf(provider: CredentialForm): CredentialField[] {
  const required = requiredOf(provider);
  const { properties } = provider.credentials;
  return [...fieldsOf(provider)].map(([name, field]) => {
    const schema = isMapping(properties) && isMapping(properties[name]) ? properties[name] : {};
    const text = (value: unknown) => (typeof value === 'string' ? value : '');
    return {
      name,
      label: text(schema.title) || name,
      type: typeOf(field),
      required: required.includes(name),
      secret: field.secret,
      options: field.values ?? [],
      placeholder: text(schema.placeholder),
      help: text(schema.description),
    };
  });
}

function typeOf({ secret, values, isUrl, isPrices }: Field): CredentialField['type'] {
  if (secret) return 'secret';
  if (values !== null) return 'select';
  if (isUrl) return 'url';
  return isPrices ? 'json' : 'text';
}

function fieldsOf(provider: CredentialForm): ReadonlyMap<string, Field> {
  const { properties } = provider.credentials;
  const fields = new Map<string, Field>();
  if (!isMapping(properties)) return fields;
  for (const [name, schema] of Object.entries(properties)) {
    if (!isMapping(schema)) continue;
    fields.set(name, {
      secret: schema.secret === true,
      values: Array.isArray(schema.enum) ? schema.enum.filter((value) => typeof value === 'string') : null,
      isUrl: schema.format === 'uri',
      isPrices: schema.format === PRICES_FORMAT,
    });
  }
  return fields;
}

function requiredOf(provider: CredentialForm): readonly string[] {
  const { required } = provider.credentials;
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}

function invalid(provider: CredentialForm, field: string, problem: string): PlatformError {
  return new PlatformError('invalid', 'models.invalid_credentials', `${provider.label}: ${field} ${problem}.`, {
    field,
  });
}
