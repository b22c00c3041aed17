import type { Schemas } from '#plugins/commands/generated/schemas.ts';

/** A field of the credentials of a provider, as the API tells of it. */
export type CredentialField = Schemas['CredentialField'];

type Property = Readonly<Record<string, unknown>>;

const textIn = (property: Property, name: string): string => {
  const value = property[name];
  return typeof value === 'string' ? value : '';
};

/** The fields of a JSON Schema of credentials, where the API gives no list of them. null: none are needed. */
export function fieldsOfSchema(schema: Property | null): readonly CredentialField[] {
  const properties = (schema?.properties ?? {}) as Readonly<Record<string, Property>>;
  const required = Array.isArray(schema?.required) ? (schema.required as unknown[]) : [];
  return Object.entries(properties).map(([name, property]) => {
    const secret = property.secret === true || property.format === 'password';
    const options = Array.isArray(property.enum) ? property.enum.map(String) : [];
    return {
      name,
      label: textIn(property, 'title') || name,
      type: typeOf(property, { secret, hasOptions: options.length > 0 }),
      required: required.includes(name),
      secret,
      options,
      placeholder: textIn(property, 'placeholder'),
      help: textIn(property, 'description'),
    };
  });
}

function typeOf(
  property: Property,
  { secret, hasOptions }: { readonly secret: boolean; readonly hasOptions: boolean },
): CredentialField['type'] {
  if (hasOptions) return 'select';
  if (property.format === 'json') return 'json';
  if (secret) return 'secret';
  return property.format === 'uri' ? 'url' : 'text';
}

/**
 * What a form of these fields holds. A secret that is stored and was left empty is given as it is shown (masked), by which the server
 * keeps it; an empty field is left out.
 */
export function credentialsIn(
  form: FormData,
  fields: readonly CredentialField[],
  stored: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const given: Record<string, string> = {};
  for (const { name, secret } of fields) {
    const value = form.get(`credential.${name}`);
    const text = typeof value === 'string' ? value.trim() : '';
    const isKept = secret && text === '' && form.get(`forget.${name}`) === null;
    const next = isKept ? (stored[name] ?? '') : text;
    if (next !== '') given[name] = next;
  }
  return given;
}
