import { compileSchema, type JsonSchema, type Validator } from '#kernel';
import type { OpenApiDocument, ResponseObject } from '#plugins/openapi/openapi-document.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Compares bodies with what a document tells of them; an object may have no field that is not told. */
export class AnswerCheck {
  readonly #closed: Readonly<Record<string, JsonSchema>>;
  readonly #schemas: Readonly<Record<string, JsonSchema>>;
  readonly #validators = new Map<string, Validator<unknown>>();

  constructor(document: OpenApiDocument) {
    this.#schemas = document.components.schemas;
    this.#closed = closed(document.components.schemas, false);
  }

  /** What is wrong with a body; null: nothing. */
  complaint(response: ResponseObject, contentType: string | null, bytes: Buffer): string | null {
    const type = (contentType ?? '').split(';')[0] ?? '';
    const content = response.content ?? {};
    if (Object.keys(content).length === 0) return bytes.length === 0 ? null : `it has ${bytes.length} bytes, not none`;
    const known = Object.keys(content).find((pattern) => isOfType(type, pattern));
    if (known === undefined) return `the media type "${type}" is not told`;
    const { schema = {} } = content[known] ?? {};
    if (type === 'text/event-stream') return this.#streamComplaint(schema, bytes.toString());
    return type === 'application/json' ? this.#valueComplaint(schema, JSON.parse(bytes.toString())) : null;
  }

  #streamComplaint(schema: JsonSchema, text: string): string | null {
    for (const frame of text.split('\n\n').filter((part) => part !== '' && part !== 'event: ping')) {
      const data = frame.split('\n').find((line) => line.startsWith('data: '));
      if (data === undefined) return `the frame ${JSON.stringify(frame)} has no data`;
      const value: unknown = JSON.parse(data.slice('data: '.length));
      const complaint = this.#valueComplaint(schema, value);
      if (complaint !== null) return `${complaint} in the event ${data}`;
    }
    return null;
  }

  /** Of the kinds a value may be, the one it claims to be must fit: that gives the better message. */
  #valueComplaint(schema: JsonSchema, value: unknown): string | null {
    const event = (value as { event?: unknown } | null)?.event;
    const kinds = this.#kindsOf(schema).filter((kind) => typeof event !== 'string' || claims(kind, event));
    if (kinds.length === 0) return `no kind of body has the event ${JSON.stringify(event)}`;
    const complaints = kinds.map((kind) => this.#complaintOf(kind, value));
    return complaints.includes(null) ? null : (complaints[0] ?? null);
  }

  #kindsOf(schema: JsonSchema): readonly JsonSchema[] {
    const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;
    const target = name === undefined ? schema : (this.#schemas[name] ?? {});
    const several = (target.anyOf ?? target.oneOf) as readonly JsonSchema[] | undefined;
    return several === undefined ? [target] : several.flatMap((kind) => this.#kindsOf(kind));
  }

  #complaintOf(schema: JsonSchema, value: unknown): string | null {
    const key = JSON.stringify(schema);
    const validate = this.#validators.get(key) ?? this.#compiled(closed(schema, false));
    this.#validators.set(key, validate);
    const result = validate(structuredClone(value));
    if (result.ok) return null;
    const [error] = result.errors;
    return `${error?.path || 'the body'} ${error?.message}`;
  }

  /** With the components it names, and those that they name: all of them take fifty times as long to look through. */
  #compiled(schema: JsonSchema): Validator<unknown> {
    const schemas: Record<string, JsonSchema> = {};
    const take = (part: JsonSchema) => {
      for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"/]+)"/g)) {
        const named = this.#closed[name];
        if (named === undefined || name in schemas) continue;
        schemas[name] = named;
        take(named);
      }
    };
    take(schema);
    return compileSchema({ ...schema, components: { schemas } }, { defaults: false });
  }
}

function claims(schema: JsonSchema, event: string): boolean {
  const told = (schema.properties as { event?: { const?: unknown; enum?: readonly unknown[] } } | undefined)?.event;
  return told?.const === undefined && told?.enum === undefined
    ? true
    : told.const === event || told.enum?.includes(event) === true;
}

function isOfType(type: string, pattern: string): boolean {
  const [group] = pattern.split('/');
  return pattern === '*/*' || pattern === type || (pattern.endsWith('/*') && type.startsWith(`${group}/`));
}

/** The schema with every object closed that does not say that it is open. */
function closed<Value>(value: Value, isPart: boolean): Value {
  if (Array.isArray(value)) return value.map((item) => closed(item, isPart)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const schema = value as Schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, closed(part, key === 'allOf')]));
  const isObject = typeof schema.properties === 'object' && schema.type === 'object';
  const isOpen = 'additionalProperties' in schema || isPart;
  return ((isObject || 'allOf' in schema) && !isOpen ? { ...inner, unevaluatedProperties: false } : inner) as Value;
}
