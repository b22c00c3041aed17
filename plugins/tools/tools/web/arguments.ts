/** A parameter of a tool, as a test call asks for it. */
export interface Parameter {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly options: readonly string[];
  readonly preset: string;
}

type Data = Readonly<Record<string, unknown>>;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const shown = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** As the API tells parameters of tools. */
export function parameterOf(told: Data): Parameter {
  return {
    name: text(told.name),
    label: text(told.label) || text(told.name),
    type: text(told.type) || 'string',
    description: text(told.description),
    isRequired: told.required === true,
    options: Array.isArray(told.options) ? told.options.map(String) : [],
    preset: shown(told.default),
  };
}

/** Of the properties of a tool's JSON Schema. */
export function parametersOfSchema(schema: Data): readonly Parameter[] {
  const required = Array.isArray(schema.required) ? (schema.required as unknown[]) : [];
  const properties = Object.entries((schema.properties ?? {}) as Readonly<Record<string, Data>>);
  return properties.map(([name, property]) => {
    const types: readonly unknown[] = Array.isArray(property.type) ? property.type : [property.type];
    const type =
      text(types.find((each) => each !== 'null')) || (property.properties === undefined ? 'string' : 'object');
    const options = Array.isArray(property.enum) ? property.enum.map(String) : [];
    return parameterOf({
      ...{ name, options, description: property.description, default: property.default, label: property.title },
      type: options.length > 0 && type === 'string' ? 'select' : type === 'integer' ? 'number' : type,
      required: required.includes(name),
    });
  });
}

/** What can't be read as its type; the message is the name of the parameter. */
export class WrongArgument extends Error {
  override readonly name = 'WrongArgument';
}

/** What a form holds for the parameters; what is empty is left out. Throws `WrongArgument`. */
export async function argumentsIn(form: FormData, parameters: readonly Parameter[]): Promise<Record<string, unknown>> {
  const given: Record<string, unknown> = {};
  for (const { name, type } of parameters) {
    const values = form.getAll(`argument.${name}`);
    const files = values.filter((value) => value instanceof File && value.size > 0);
    if (files.length > 0) given[name] = await Promise.all(files.map((file) => sentFile(file as File)));
    const value = text(values[0]);
    if (value.trim() !== '') given[name] = readValue(name, type, value);
  }
  return given;
}

/** A file within JSON. */
async function sentFile(file: File): Promise<{ readonly url: string; readonly name: string }> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return { url: `data:${file.type || 'application/octet-stream'};base64,${btoa(letters)}`, name: file.name };
}

function readValue(name: string, type: string, value: string): unknown {
  if (type === 'number') {
    const number = Number(value);
    if (!Number.isFinite(number)) throw new WrongArgument(name);
    return number;
  }
  if (type === 'boolean') return value === 'true';
  if (type !== 'object' && type !== 'array') return value;
  try {
    const read: unknown = JSON.parse(value);
    if (typeof read === 'object' && read !== null && Array.isArray(read) === (type === 'array')) return read;
  } catch {
    // Said below.
  }
  throw new WrongArgument(name);
}
