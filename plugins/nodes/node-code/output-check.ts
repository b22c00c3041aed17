import { type Float, isMapping, isNumeric, NodeError, numberOf } from '#engine';
import type { CodeLimits } from './code-limits.ts';
import type { OutputDeclaration } from './output-declaration.ts';

const maxNumber = 2n ** 63n - 1n;
const maxFractionDigits = 20;

type Mapping = Readonly<Record<string, unknown>>;

/** What `main` returned, checked against the declarations: types, limits, nothing missing, nothing more. */
export function checkOutputs(
  result: unknown,
  declarations: readonly OutputDeclaration[],
  limits: CodeLimits,
): Record<string, unknown> {
  if (!isMapping(result)) {
    throw invalid(`main must return an object with the declared outputs, got ${kindOf(result)}`);
  }
  return checkMapping(result, declarations, { path: '', depth: 1, limits });
}

interface Place {
  readonly path: string;
  readonly depth: number;
  readonly limits: CodeLimits;
}

function checkMapping(
  value: Mapping,
  declarations: readonly OutputDeclaration[],
  place: Place,
): Record<string, unknown> {
  checkDepth(place.depth, place.limits);
  const names = new Set(declarations.map(({ name }) => name));
  const extra = Object.keys(value).filter((key) => !names.has(key));
  if (extra.length > 0) {
    throw invalid(`Output ${extra.map((key) => place.path + key).join(', ')} is not declared as an output of the node`);
  }
  const checked: Record<string, unknown> = {};
  for (const declaration of declarations) {
    const path = place.path + declaration.name;
    if (!Object.hasOwn(value, declaration.name)) throw invalid(`Output ${path} is missing`);
    const item = checkValue(value[declaration.name], declaration, { ...place, path });
    Object.defineProperty(checked, declaration.name, {
      value: item,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return checked;
}

function checkValue(value: unknown, declaration: OutputDeclaration, place: Place): unknown {
  if (value === null) return null;
  const element = /^array\[(.+)\]$/.exec(declaration.type)?.[1] as
    | 'string'
    | 'number'
    | 'object'
    | 'boolean'
    | undefined;
  if (element === undefined) return checkSingle(value, declaration, place);
  if (!Array.isArray(value)) throw wrongType(place, 'an array', value);
  const limit = place.limits.items;
  if (value.length > limit) {
    throw invalid(
      `The length of output ${place.path} must be at most ${limit} elements (WEFT_CODE_ITEMS), it has ${value.length}`,
    );
  }
  const item = { ...declaration, type: element };
  return value.map((entry, index) => {
    if (entry === null && element !== 'object') throw wrongType(place, `an array of ${element}s`, entry);
    return entry === null ? null : checkSingle(entry, item, { ...place, path: `${place.path}[${index}]` });
  });
}

function checkSingle(value: unknown, declaration: Pick<OutputDeclaration, 'type' | 'children'>, place: Place): unknown {
  switch (declaration.type) {
    case 'string':
      return checkString(value, place);
    case 'number':
      return checkNumber(value, place);
    case 'boolean':
      if (typeof value !== 'boolean') throw wrongType(place, 'a boolean', value);
      return value;
    default:
      if (!isMapping(value)) throw wrongType(place, 'an object', value);
      return declaration.children === null
        ? checkFree(value, { ...place, path: `${place.path}.`, depth: place.depth + 1 })
        : checkMapping(value, declaration.children, { ...place, path: `${place.path}.`, depth: place.depth + 1 });
  }
}

function checkDepth(depth: number, limits: CodeLimits): void {
  if (depth > limits.depth) throw invalid(`Depth limit ${limits.depth} reached (WEFT_CODE_DEPTH), object too deep`);
}

function checkString(value: unknown, { path, limits: { textCharacters } }: Place): string {
  if (typeof value !== 'string') throw wrongType({ path }, 'a string', value);
  if (value.length > textCharacters) {
    throw invalid(
      `The length of output ${path} must be at most ${textCharacters} characters (WEFT_CODE_TEXT_CHARACTERS), it has ${value.length}`,
    );
  }
  return value.replaceAll('\0', '');
}

/** Booleans become 1 and 0; texts are never converted. */
function checkNumber(value: unknown, { path }: Place): number | bigint | Float {
  if (typeof value === 'boolean') return Number(value);
  if (!isNumeric(value)) throw wrongType({ path }, 'a number', value);
  const number = typeof value === 'bigint' ? value : numberOf(value);
  if (number > maxNumber || number < -maxNumber)
    throw invalid(`Output ${path} is out of range, it must lie within ±(2^63-1)`);
  if (typeof number === 'number' && fractionDigits(number) > maxFractionDigits) {
    throw invalid(`Output ${path} has more than ${maxFractionDigits} digits after the point`);
  }
  return value;
}

function fractionDigits(value: number): number {
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  return Math.max(0, (mantissa.split('.')[1]?.length ?? 0) - Number(exponent));
}

/** An object without declared keys: any JSON within the limits. */
function checkFree(value: unknown, place: Place): unknown {
  checkDepth(place.depth - 1, place.limits);
  if (typeof value === 'string') return checkString(value, { ...place, path: place.path.replace(/\.$/, '') });
  if (isNumeric(value)) return checkNumber(value, place);
  const inner = (item: unknown, key: string | number): unknown =>
    checkFree(item, {
      ...place,
      path: `${place.path}${key}`,
      depth: place.depth + (typeof item === 'object' && item !== null ? 1 : 0),
    });
  if (Array.isArray(value)) return value.map(inner);
  if (!isMapping(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inner(item, key)]));
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (isNumeric(value)) return 'a number';
  return isMapping(value) ? 'an object' : `a ${typeof value}`;
}

function wrongType({ path }: Pick<Place, 'path'>, wanted: string, value: unknown): NodeError {
  return invalid(`Output ${path} must be ${wanted}, got ${kindOf(value)}`);
}

function invalid(message: string): NodeError {
  return new NodeError('OutputValidationError', message, { code: 'node-code.invalid_output' });
}
