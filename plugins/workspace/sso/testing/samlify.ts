import { createRequire } from 'node:module';

/** A role in SAML, with metadata. */
export interface Entity {
  readonly entityMeta: { getEntityID(): string; getAssertionConsumerService(binding: 'post'): unknown };
  getMetadata(): string;
}

interface ProviderEntity extends Entity {
  parseLoginRequest(
    service: Entity,
    binding: 'redirect',
    request: { readonly query: Readonly<Record<string, string>>; readonly octetString: string },
  ): Promise<{ readonly samlContent: string; readonly extract: { readonly request?: { readonly id?: string } } }>;
  createLoginResponse(
    service: Entity,
    request: object,
    binding: 'post',
    user: object,
    options: { readonly customTagReplacement: () => { readonly id: string; readonly context: string } },
  ): Promise<{ readonly context: string }>;
}

interface SignatureOptions {
  readonly rawSamlMessage: string;
  readonly referenceTagXPath: string;
  readonly privateKey: string;
  readonly signatureAlgorithm: string;
  readonly signingCert: string;
  readonly isBase64Output: false;
  readonly signatureConfig: object;
}

interface Samlify {
  IdentityProvider(settings: object): ProviderEntity;
  ServiceProvider(settings: object): Entity;
  setSchemaValidator(validator: { validate(xml: string): Promise<unknown> }): void;
  readonly SamlLib: {
    readonly defaultLoginResponseTemplate: { readonly context: string };
    replaceTagsByValue(xml: string, tags: Readonly<Record<string, string | undefined>>): string;
    constructSAMLSignature(options: SignatureOptions): string;
  };
  readonly Utility: { inflateString(base64: string): string };
}

/** Required, not imported: its types bring those of browsers along, for the whole project. */
export const samlify = createRequire(import.meta.url)('samlify') as Samlify;
