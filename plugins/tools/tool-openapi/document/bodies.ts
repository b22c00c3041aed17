import type { BodyForm, BodyFormat } from '#plugins/tool-openapi/operation.ts';
import type { References } from './references.ts';
import { isBinary, type Schemas, writable } from './schemas.ts';
import { type Mapping, mappingAt, noMapping, textAt, valueAt } from './tree.ts';

/** Where the body of an operation is described. */
export interface BodySource {
  readonly operation: Mapping;
  /** Swagger 2.0: the parameter that is the body, and those that are its fields. */
  readonly swaggerBody?: Mapping;
  readonly formData: readonly Mapping[];
}

/** The form of a body, and what is said of its fields. */
export interface DescribedForm extends BodyForm {
  readonly encoding: Mapping;
  readonly isSwagger: boolean;
}

export interface DescribedBody {
  readonly form: DescribedForm;
  readonly schema: unknown;
}

interface Parts {
  readonly references: References;
  readonly schemas: Schemas;
  readonly isSwagger: boolean;
  /** Swagger 2.0: media types of the operation, else of the document. */
  readonly consumes: readonly unknown[];
  readonly label: string;
}

/** The body of an operation; null: it has none, or none that can be sent. */
export function bodyOf(source: BodySource, parts: Parts): DescribedBody | null {
  return parts.isSwagger ? swaggerBody(source, parts) : requestBody(source.operation, parts);
}

function requestBody(operation: Mapping, { references, schemas, label }: Parts): DescribedBody | null {
  const node = valueAt(operation, 'requestBody');
  if (node === undefined) return null;
  const body = references.resolve(node)?.value;
  const offers = Object.entries(mappingAt(body, 'content')).flatMap(([type, media]) => {
    const mediaType = (type.split(';', 1)[0] ?? '').trim().toLowerCase();
    const found = references.resolve(media)?.value ?? noMapping;
    const format = formatOf(mediaType);
    return format === null ? [] : [{ mediaType: concrete(mediaType), format, media: found }];
  });
  const hasFiles = ({ media }: { media: Mapping }) => {
    const schema = schemas.flat(valueAt(media, 'schema')) ?? noMapping;
    return writable(schema, references).some(([, child]) => isFile(schemas.flat(child) ?? noMapping, schemas));
  };
  const [best] = offers
    .map((offer) => ({
      ...offer,
      rank: offer.format === 'multipart' && hasFiles(offer) ? -1 : ranks.indexOf(offer.format),
    }))
    .sort((a, b) => a.rank - b.rank);
  if (best === undefined) {
    references.problem(`${label}: its body is of no type that can be sent: it is left out.`);
    return null;
  }
  const { mediaType, format, media } = best;
  const required = valueAt(body, 'required') === true;
  const form = { mediaType, format, required, encoding: mappingAt(media, 'encoding'), isSwagger: false };
  return { form, schema: valueAt(media, 'schema') };
}

function swaggerBody({ swaggerBody: body, formData }: BodySource, { consumes }: Parts): DescribedBody | null {
  const types = consumes.filter((type) => typeof type === 'string').map((type) => type.toLowerCase());
  if (body !== undefined) {
    const offers = types.flatMap((type) => {
      const format = formatOf(type);
      return format === null || format === 'multipart' || format === 'form'
        ? []
        : [{ mediaType: concrete(type), format }];
    });
    const best = offers.sort((a, b) => ranks.indexOf(a.format) - ranks.indexOf(b.format))[0];
    const { mediaType, format } = best ?? { mediaType: 'application/json', format: 'json' as const };
    const required = valueAt(body, 'required') === true;
    return {
      form: { mediaType, format, required, encoding: noMapping, isSwagger: true },
      schema: valueAt(body, 'schema'),
    };
  }
  if (formData.length === 0) return null;
  const hasFile = formData.some((field) => textAt(field, 'type') === 'file');
  const isMultipart =
    hasFile || (types.includes('multipart/form-data') && !types.includes('application/x-www-form-urlencoded'));
  const [mediaType, format] = isMultipart
    ? (['multipart/form-data', 'multipart'] as const)
    : (['application/x-www-form-urlencoded', 'form'] as const);
  const required = formData
    .filter((field) => valueAt(field, 'required') === true)
    .map((field) => textAt(field, 'name'));
  const properties = Object.fromEntries(formData.map((field) => [textAt(field, 'name'), fieldSchema(field)]));
  return {
    form: { mediaType, format, required: required.length > 0, encoding: noMapping, isSwagger: true },
    schema: { type: 'object', properties, required },
  };
}

function fieldSchema(field: Mapping): Mapping {
  return Object.fromEntries(Object.entries(field).filter(([key]) => key !== 'required' && key !== 'in'));
}

const ranks: readonly BodyFormat[] = ['json', 'form', 'multipart', 'text', 'bytes'];

function formatOf(mediaType: string): BodyFormat | null {
  if (mediaType === 'application/json' || mediaType.endsWith('+json') || mediaType === '*/*') return 'json';
  if (mediaType === 'application/x-www-form-urlencoded') return 'form';
  if (mediaType === 'multipart/form-data') return 'multipart';
  if (mediaType.startsWith('text/') || /[/+](xml|yaml|graphql|x-ndjson|jsonl|sql)$/.test(mediaType)) return 'text';
  return /^[a-z0-9.+-]+\/([a-z0-9.+-]+|\*)$/.test(mediaType) && !mediaType.startsWith('multipart/') ? 'bytes' : null;
}

/** Ranges are no type to send. */
function concrete(mediaType: string): string {
  if (mediaType === '*/*') return 'application/json';
  if (mediaType === 'text/*') return 'text/plain';
  return mediaType.endsWith('/*') ? 'application/octet-stream' : mediaType;
}

function isFile(schema: Mapping, schemas: Schemas): boolean {
  return isBinary(schema) || isBinary(schemas.flat(valueAt(schema, 'items')) ?? noMapping);
}
