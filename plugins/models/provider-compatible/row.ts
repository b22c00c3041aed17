import type { JsonSchema } from '#kernel';
import type { Credentials, ModelType } from '#plugins/models/contract.ts';
import type { CredentialTrial, OpenAiEndpoint, VectorRules } from '#plugins/provider-openai/contract.ts';

/** Fields of a form, by their names. */
export type Fields = Readonly<Record<string, JsonSchema>>;

/** A vendor or server that speaks the protocol of OpenAI, with what is special about it. */
export interface CompatibleRow {
  /** Also its name in documents of the family, alone and as `langgenius/<id>/<id>`. */
  readonly id: string;
  readonly label: string;
  /** Further names in documents. */
  readonly aliases?: readonly string[];
  readonly types: readonly ModelType[];
  /** Credentials, named as documents of the family name them. */
  readonly fields: Fields;
  readonly required: readonly string[];
  /** Asked for each model. */
  readonly modelFields?: Fields;
  /** The address of the API with its version; `credentials` are those of `fields`. */
  base(credentials: Credentials): string;
  /** Name of the field that holds the key. */
  readonly key: string;
  readonly vectors?: Partial<VectorRules>;
  /** Absent: by the list of models. */
  readonly trial?: CredentialTrial;
  /** Servers that refuse, or do not need, to be asked for usage. */
  readonly hasNoStreamOptions?: boolean;
  /** Takes an opaque id of the end user. */
  readonly takesUser?: boolean;
  readonly parameter?: OpenAiEndpoint['parameter'];
  readonly voice?: (model: string) => string;
  /** What else differs. */
  readonly more?: (credentials: Credentials) => Partial<OpenAiEndpoint>;
}

/** A field for the key. */
export function keyField(where: string): JsonSchema {
  return { type: 'string', title: 'API key', description: where, secret: true };
}

/** A field for an address of one's own: a proxy, a gateway, another region. */
export function addressField(
  placeholder: string,
  description = 'Only where it is not that of the vendor.',
): JsonSchema {
  return { type: 'string', title: 'API address', description, placeholder, format: 'uri' };
}

/** A field for a server of one's own. */
export function serverField(placeholder: string): JsonSchema {
  return addressField(placeholder, 'The operator must allow addresses in their own network (egress.allow).');
}

/** What documents of the family give of a model that the server does not tell. */
export const SIZE_FIELDS: Fields = {
  context_size: { type: 'string', title: 'Tokens the model reads', placeholder: '4096' },
  max_tokens: { type: 'string', title: 'Tokens it writes at most', placeholder: '4096' },
};
