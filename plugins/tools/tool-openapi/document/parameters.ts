import type { Binding, BodyForm, ParameterPlace, ParameterStyle } from '#plugins/tool-openapi/operation.ts';
import type { ToolParameter, ToolParameterType } from '#plugins/tools/contract.ts';
import { type BodySource, bodyOf, type DescribedForm } from './bodies.ts';
import { parameterName, UniqueNames } from './names.ts';
import { type References, referenceOf } from './references.ts';
import { isBinary, requiredOf, type Schemas, typeOf, writable } from './schemas.ts';
import { cut, listAt, type Mapping, mappingAt, noMapping, textAt, valueAt } from './tree.ts';

/** Parameters of one operation. */
const MAX_PARAMETERS = 100;
const MAX_DESCRIPTION = 500;
const MAX_OPTIONS = 100;

/**
 * Headers that are ours to set (OpenAPI, parameter object: Accept, Content-Type and Authorization are none), that belong to
 * the connection, or that tell servers who is calling.
 */
const refusedHeaders =
  /^(accept|authorization|connection|content-(type|length|encoding)|cookie2?|expect|forwarded|host|keep-alive|origin|referer|set-cookie2?|te|trailer|transfer-encoding|upgrade|via|(proxy|sec|x-forwarded)-.*|x-real-ip)$/i;
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/;

export interface OperationParameters {
  readonly parameters: readonly ToolParameter[];
  readonly bindings: readonly Binding[];
  readonly body: BodyForm | null;
}

/** A value that an operation takes, before it has a name among the tool's parameters. */
interface Input {
  readonly in: ParameterPlace;
  readonly name: string;
  readonly schema: unknown;
  readonly description: string;
  readonly required: boolean;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly allowReserved?: boolean;
  readonly contentType?: string;
}

interface Parts {
  readonly references: References;
  readonly schemas: Schemas;
  readonly isSwagger: boolean;
  readonly consumes: readonly unknown[];
  readonly path: string;
  /** Of the operation, for problems. */
  readonly label: string;
}

/** Parameters of a path and of its operation, which replace those of the same place and name, and the body. */
export function parametersOf(pathItem: Mapping, operation: Mapping, parts: Parts): OperationParameters {
  // Those that stand in the path and are not declared must be given all the same.
  const inPath = [...parts.path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
  const implied = inPath.map((name) => [`path ${name}`, { in: 'path', name, type: 'string' }] as const);
  const declared = new Map<string, Mapping>(implied);
  for (const node of [...listAt(pathItem, 'parameters'), ...listAt(operation, 'parameters')].slice(
    0,
    2 * MAX_PARAMETERS,
  )) {
    const found = parts.references.resolve(node)?.value;
    if (found === undefined) {
      const ref = referenceOf(node);
      parts.references.problem(
        `${parts.label}: a parameter${ref && ` (${cut(ref, 80)})`} can't be read: it is left out.`,
      );
    } else declared.set(`${textAt(found, 'in')} ${textAt(found, 'name')}`, found);
  }
  const all = [...declared.values()].filter(
    (found) => textAt(found, 'in') !== 'path' || inPath.includes(textAt(found, 'name')),
  );
  const inputs = all.filter((found) => !isOfBody(found)).flatMap((found) => plainInput(found, parts));
  const source: BodySource = { operation, formData: all.filter((found) => textAt(found, 'in') === 'formData') };
  const swaggerBody = all.find((found) => textAt(found, 'in') === 'body');
  const body = bodyOf({ ...source, ...(swaggerBody !== undefined && { swaggerBody }) }, parts);
  const bodyInputs = body === null ? [] : bodyParts(body.schema, body.form, parts);
  const kept = [...inputs, ...bodyInputs].slice(0, MAX_PARAMETERS);
  if (kept.length < inputs.length + bodyInputs.length) {
    parts.references.problem(`${parts.label}: only its first ${MAX_PARAMETERS} parameters are taken.`);
  }
  return { ...named(kept, parts.schemas), body: body === null ? null : plainForm(body.form) };
}

function plainForm({ mediaType, format, required }: DescribedForm): BodyForm {
  return { mediaType, format, required };
}

function isOfBody(found: Mapping): boolean {
  return ['body', 'formData'].includes(textAt(found, 'in'));
}

function plainInput(found: Mapping, { references, isSwagger, label }: Parts): Input[] {
  const place = textAt(found, 'in');
  const name = textAt(found, 'name');
  if (!isPlace(place) || (name === '' && place !== 'querystring')) {
    references.problem(`${label}: a parameter without a name, or of an unknown place, is left out.`);
    return [];
  }
  if (
    (place === 'header' && (!token.test(name) || refusedHeaders.test(name))) ||
    (place === 'cookie' && !token.test(name))
  ) {
    references.problem(
      `${label}: the ${place} ${JSON.stringify(cut(name, 60))} is not the caller's to set: it is left out.`,
    );
    return [];
  }
  const base = { in: place, name, description: textAt(found, 'description') };
  const required = place === 'path' || valueAt(found, 'required') === true;
  const [content] = Object.values(mappingAt(found, 'content'));
  if (place === 'querystring') {
    return [{ ...base, name: '', schema: valueAt(content, 'schema'), required, style: 'form', explode: true }];
  }
  if (content !== undefined) {
    return [{ ...base, schema: valueAt(content, 'schema'), required, style: 'json', explode: false }];
  }
  // Swagger 2.0 has the schema's keywords in the parameter itself.
  const schema = isSwagger ? swaggerSchema(found) : valueAt(found, 'schema');
  const allowReserved = valueAt(found, 'allowReserved') === true;
  return [{ ...base, schema, required, ...styleOf(found, place, isSwagger), ...(allowReserved && { allowReserved }) }];
}

const isPlace = (place: string): place is Exclude<ParameterPlace, 'body'> =>
  ['path', 'query', 'header', 'cookie', 'querystring'].includes(place);

/** The keywords of a parameter that are a schema's; its `required` is not. */
export function swaggerSchema(found: Mapping): Mapping {
  return Object.fromEntries(Object.entries(found).filter(([key]) => key !== 'required' && key !== 'description'));
}

const styles: readonly ParameterStyle[] = [
  'simple',
  'label',
  'matrix',
  'form',
  'spaceDelimited',
  'pipeDelimited',
  'deepObject',
];
const collections: Readonly<Record<string, ParameterStyle>> = {
  csv: 'form',
  multi: 'form',
  ssv: 'spaceDelimited',
  pipes: 'pipeDelimited',
  tsv: 'tab',
};

export function styleOf(found: Mapping, place: ParameterPlace, isSwagger: boolean): Pick<Input, 'style' | 'explode'> {
  const usual: ParameterStyle = place === 'path' || place === 'header' ? 'simple' : 'form';
  if (isSwagger) {
    const format = textAt(found, 'collectionFormat') || 'csv';
    const style = Object.hasOwn(collections, format) ? (collections[format] ?? usual) : usual;
    return { style: style === 'form' ? usual : style, explode: format === 'multi' };
  }
  const style = styles.find((known) => known === textAt(found, 'style')) ?? usual;
  const explode = valueAt(found, 'explode');
  return { style, explode: typeof explode === 'boolean' ? explode : style === 'form' || style === 'deepObject' };
}

/** Each property of an object is a parameter, as people and models fill in one field after the other; anything else is one. */
function bodyParts(node: unknown, form: DescribedForm, parts: Parts): Input[] {
  const { schemas, references } = parts;
  const schema = schemas.flat(node) ?? noMapping;
  const properties = writable(schema, references);
  const isOpen = listAt(schema, 'oneOf').length > 0 || listAt(schema, 'anyOf').length > 0;
  const usual = { in: 'body', style: 'form', explode: true } as const;
  const isWhole = form.format === 'text' || form.format === 'bytes' || properties.length === 0 || isOpen;
  if (isWhole) {
    const description = textAt(schema, 'description') || 'The body of the request.';
    const untyped = typeOf(schema) === null && !isOpen ? { type: 'object' } : node;
    const whole = form.format === 'text' ? { type: 'string' } : form.format === 'bytes' ? { type: 'file' } : untyped;
    return [{ ...usual, name: '', schema: whole, description, required: form.required }];
  }
  const required = new Set(requiredOf(schema));
  return properties.map(([name, child]) => {
    const property = schemas.flat(child) ?? noMapping;
    const encoding = mappingAt(form.encoding, name);
    const contentType = textAt(encoding, 'contentType');
    return {
      ...usual,
      ...(form.isSwagger ? styleOf(property, 'query', true) : styleOf(encoding, 'query', false)),
      name,
      schema: child,
      description: textAt(property, 'description'),
      required: form.required && required.has(name),
      ...(contentType !== '' && { contentType }),
    };
  });
}

/** Names for the tool's parameters: those of the document, with the place before them where two places have the same. */
function named(inputs: readonly Input[], schemas: Schemas): Pick<OperationParameters, 'parameters' | 'bindings'> {
  const plain = inputs.map(({ in: place, name }) => parameterName(name) || (place === 'body' ? 'body' : 'parameter'));
  const places = new Map<string, Set<string>>();
  inputs.forEach((input, index) => {
    const name = plain[index] ?? '';
    places.set(name, (places.get(name) ?? new Set()).add(input.in));
  });
  const names = new UniqueNames();
  const taken = inputs.map((input, index) => {
    const name = plain[index] ?? '';
    return names.take((places.get(name)?.size ?? 0) > 1 ? `${input.in}_${name}`.slice(0, 64) : name);
  });
  return {
    parameters: inputs.map((input, index) => toParameter(input, taken[index] ?? '', schemas)),
    bindings: inputs.map(({ schema: _, description: __, required: ___, ...binding }, index) => ({
      parameter: taken[index] ?? '',
      ...binding,
    })),
  };
}

function toParameter(input: Input, name: string, schemas: Schemas): ToolParameter {
  const schema = schemas.flat(input.schema) ?? noMapping;
  const type = parameterType(schema, schemas);
  const options = type === 'select' ? listAt(schema, 'enum').map(String).slice(0, MAX_OPTIONS) : [];
  const initial = valueAt(schema, 'default');
  const isPlain = ['string', 'number', 'boolean'].includes(typeof initial);
  const isDefault = isPlain && (type !== 'select' || options.includes(String(initial)));
  const told = input.description || textAt(schema, 'description') || textAt(schema, 'title');
  // Only what must be sent is filled in: the server has its own default for the rest, and an update must not set it.
  const note = isDefault && !input.required ? ` Default: ${cut(String(initial), 80)}.` : '';
  const takesSchema = type === 'object' || type === 'array';
  return {
    name,
    type,
    form: 'llm',
    label: cut(input.name, 100) || name,
    description: `${cut(told, MAX_DESCRIPTION)}${note}`.trim(),
    ...(input.required && { required: true }),
    ...(isDefault && input.required && { default: initial }),
    ...(options.length > 0 && { options }),
    ...(takesSchema && { schema: schemas.copy(input.schema) }),
  };
}

function parameterType(schema: Mapping, schemas: Schemas): ToolParameterType {
  if (isBinary(schema)) return 'file';
  switch (typeOf(schema)) {
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'object':
      return 'object';
    case 'array':
      return isBinary(schemas.flat(valueAt(schema, 'items')) ?? noMapping) ? 'files' : 'array';
    case 'string': {
      const values = listAt(schema, 'enum');
      const isChoice = values.length > 0 && values.length <= MAX_OPTIONS && values.every(isOption);
      return isChoice ? 'select' : 'string';
    }
    default:
      return listAt(schema, 'oneOf').length + listAt(schema, 'anyOf').length > 0 ? 'object' : 'string';
  }
}

const isOption = (value: unknown) => typeof value === 'string' && value !== '' && value.length <= 200;
