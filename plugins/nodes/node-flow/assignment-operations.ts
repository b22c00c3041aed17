import { type Float, isInteger, isMapping, isNumeric, NodeError, numberOf, toFloat, zeroOf } from '#engine';

/** One operation of the second assigner layout (app DSL, assigner). */
export interface Operation {
  /** Target types it works on: the scalar kinds, `array`, or any. */
  readonly targets: ReadonlySet<TargetKind>;
  /** Where its input may come from; null takes none. */
  readonly inputs: ReadonlySet<'variable' | 'constant'> | null;
  /** Whether the input fits the target. */
  accepts(input: unknown, type: string): boolean;
  apply(value: unknown, input: unknown, type: string): unknown;
}

export type TargetKind = 'string' | 'number' | 'boolean' | 'object' | 'array' | 'other';

export function kindOf(type: string): TargetKind {
  if (type.startsWith('array')) return 'array';
  if (type === 'integer' || type === 'float' || type === 'number') return 'number';
  if (type === 'secret') return 'string';
  return type === 'string' || type === 'boolean' || type === 'object' ? type : 'other';
}

const every: ReadonlySet<TargetKind> = new Set(['string', 'number', 'boolean', 'object', 'array', 'other']);
const scalars: ReadonlySet<TargetKind> = new Set(['string', 'number', 'boolean', 'object']);
const numbers: ReadonlySet<TargetKind> = new Set(['number']);
const arrays: ReadonlySet<TargetKind> = new Set(['array']);
const variable: Operation['inputs'] = new Set(['variable']);
const constant: Operation['inputs'] = new Set(['constant']);
const either: Operation['inputs'] = new Set(['variable', 'constant']);

function arithmetic(exact: (a: bigint, b: bigint) => bigint, plain: (a: number, b: number) => number): Operation {
  return {
    targets: numbers,
    inputs: constant,
    accepts: isNumeric,
    apply: (value, input) => {
      const left = numeric(value);
      const right = numeric(input);
      if (!isInteger(left) || !isInteger(right)) return toFloat(plain(numberOf(left), numberOf(right)));
      const result = plain(Number(left), Number(right));
      return Number.isSafeInteger(result) ? result : exact(BigInt(left), BigInt(right));
    },
  };
}

const division: Operation = {
  targets: numbers,
  inputs: constant,
  accepts: (input) => isNumeric(input) && numberOf(input) !== 0,
  apply: (value, input) => toFloat(numberOf(numeric(value)) / numberOf(numeric(input))),
};

const removal = (rest: (items: readonly unknown[]) => unknown[]): Operation => ({
  targets: arrays,
  inputs: null,
  accepts: () => true,
  apply: (value) => rest(list(value)),
});

const operations: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ['over-write', { targets: every, inputs: either, accepts: fits, apply: (_value, input) => input }],
  ['set', { targets: scalars, inputs: constant, accepts: fits, apply: (_value, input) => input }],
  ['clear', { targets: every, inputs: null, accepts: () => true, apply: (_value, _input, type) => zeroOf(type) }],
  [
    '+=',
    arithmetic(
      (a, b) => a + b,
      (a, b) => a + b,
    ),
  ],
  [
    '-=',
    arithmetic(
      (a, b) => a - b,
      (a, b) => a - b,
    ),
  ],
  [
    '*=',
    arithmetic(
      (a, b) => a * b,
      (a, b) => a * b,
    ),
  ],
  ['/=', division],
  [
    'append',
    { targets: arrays, inputs: variable, accepts: fitsElement, apply: (value, input) => [...list(value), input] },
  ],
  [
    'extend',
    { targets: arrays, inputs: variable, accepts: fits, apply: (value, input) => [...list(value), ...list(input)] },
  ],
  ['remove-first', removal((items) => items.slice(1))],
  ['remove-last', removal((items) => items.slice(0, -1))],
]);

/** The operation of a document; an unknown one loads and fails when it runs. */
export function operationOf(name: string): Operation | undefined {
  return operations.get(name);
}

/** Whether a value may be stored in a variable of a type. */
function fits(input: unknown, type: string): boolean {
  switch (kindOf(type)) {
    case 'string':
      return typeof input === 'string';
    case 'number':
      return isNumeric(input) || typeof input === 'boolean';
    case 'boolean':
      return typeof input === 'boolean';
    case 'object':
      return isMapping(input);
    case 'array':
      return Array.isArray(input) && input.every((item) => fitsElement(item, type));
    case 'other':
      return true;
  }
}

function fitsElement(item: unknown, type: string): boolean {
  const element = /^array\[(.+)\]$/.exec(type)?.[1] ?? 'any';
  if (element === 'file') return isMapping(item);
  return element === 'any' || element.startsWith('array') ? true : fits(item, element);
}

function numeric(value: unknown): number | bigint | Float {
  if (isNumeric(value)) return value;
  throw new NodeError('InvalidInputValueError', 'The variable holds no number');
}

function list(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new NodeError('InvalidInputValueError', 'The variable holds no list');
}
