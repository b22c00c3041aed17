import { type Quantity, toDouble } from './arithmetic.ts';
import { badExpression } from './expression-error.ts';

/** A function of expressions: how many arguments it takes, and what it makes of them. */
interface Calculation {
  readonly least: number;
  readonly most: number;
  run(values: readonly Quantity[]): Quantity;
}

const ANY = 100;

const real = (name: string, compute: (value: number) => number): [string, Calculation] => [
  name,
  { least: 1, most: 1, run: ([value = 0]) => compute(toDouble(value)) },
];

const calculations = new Map<string, Calculation>([
  real('sqrt', Math.sqrt),
  real('cbrt', Math.cbrt),
  real('exp', Math.exp),
  real('expm1', Math.expm1),
  real('log1p', Math.log1p),
  real('log2', Math.log2),
  real('log10', Math.log10),
  real('ln', Math.log),
  real('sin', Math.sin),
  real('cos', Math.cos),
  real('tan', Math.tan),
  real('asin', Math.asin),
  real('acos', Math.acos),
  real('atan', Math.atan),
  real('arcsin', Math.asin),
  real('arccos', Math.acos),
  real('arctan', Math.atan),
  real('sinh', Math.sinh),
  real('cosh', Math.cosh),
  real('tanh', Math.tanh),
  real('degrees', (value) => (value * 180) / Math.PI),
  real('radians', (value) => (value * Math.PI) / 180),
  ['log', { least: 1, most: 2, run: ([value = 0, base]) => logarithm(toDouble(value), base) }],
  ['atan2', { least: 2, most: 2, run: ([y = 0, x = 0]) => Math.atan2(toDouble(y), toDouble(x)) }],
  ['arctan2', { least: 2, most: 2, run: ([y = 0, x = 0]) => Math.atan2(toDouble(y), toDouble(x)) }],
  ['hypot', { least: 1, most: ANY, run: (values) => Math.hypot(...values.map(toDouble)) }],
  ['abs', { least: 1, most: 1, run: ([value = 0]) => absolute(value) }],
  ['floor', { least: 1, most: 1, run: ([value = 0]) => whole(value, Math.floor) }],
  ['ceil', { least: 1, most: 1, run: ([value = 0]) => whole(value, Math.ceil) }],
  ['trunc', { least: 1, most: 1, run: ([value = 0]) => whole(value, Math.trunc) }],
  ['int', { least: 1, most: 1, run: ([value = 0]) => whole(value, Math.trunc) }],
  ['float', { least: 1, most: 1, run: ([value = 0]) => toDouble(value) }],
  ['round', { least: 1, most: 2, run: ([value = 0, digits]) => rounded(value, digits) }],
  ['min', { least: 1, most: ANY, run: (values) => extreme(values, (left, right) => left < right) }],
  ['max', { least: 1, most: ANY, run: (values) => extreme(values, (left, right) => left > right) }],
]);

const constants = new Map<string, number>([
  ['pi', Math.PI],
  ['e', Math.E],
  ['tau', 2 * Math.PI],
]);

/** Names may come with the module they have in Python: `math.sqrt`, `np.sin`. */
function plainName(name: string): string {
  return name.replace(/^(math|np|numpy)\./, '').toLowerCase();
}

export function constantOf(name: string): number | undefined {
  return constants.get(plainName(name));
}

export function callFunction(name: string, values: readonly Quantity[]): Quantity {
  const calculation = calculations.get(plainName(name));
  if (calculation === undefined) {
    throw badExpression(
      `there is no function "${name.slice(0, 40)}"; there are ${[...calculations.keys()].join(', ')}`,
    );
  }
  const { least, most } = calculation;
  if (values.length < least || values.length > most) {
    const wanted = least === most ? `${least}` : `${least} to ${most}`;
    throw badExpression(`${plainName(name)} takes ${wanted} argument${most === 1 ? '' : 's'}, not ${values.length}`);
  }
  return calculation.run(values);
}

function absolute(value: Quantity): Quantity {
  return typeof value === 'bigint' ? (value < 0n ? -value : value) : Math.abs(value);
}

function whole(value: Quantity, how: (value: number) => number): Quantity {
  if (typeof value === 'bigint') return value;
  if (!Number.isFinite(value)) return value;
  return BigInt(how(value));
}

function logarithm(value: number, base: Quantity | undefined): number {
  return base === undefined ? Math.log(value) : Math.log(value) / Math.log(toDouble(base));
}

/** Halves go to the even neighbour, as in Python. Without digits the result is whole. */
function rounded(value: Quantity, digits: Quantity | undefined): Quantity {
  if (typeof value === 'bigint') return value;
  if (digits === undefined) return BigInt(halfToEven(value));
  const places = Math.trunc(toDouble(digits));
  if (!(places >= -300 && places <= 300)) throw badExpression('round takes at most 300 digits');
  const scale = 10 ** places;
  const scaled = value * scale;
  return Number.isFinite(scaled) && scale !== 0 ? halfToEven(scaled) / scale : value;
}

function halfToEven(value: number): number {
  const below = Math.floor(value);
  if (value - below !== 0.5) return Math.round(value);
  return below % 2 === 0 ? below : below + 1;
}

function extreme(values: readonly Quantity[], isBetter: (left: Quantity, right: Quantity) => boolean): Quantity {
  let best = values[0] ?? 0;
  for (const value of values) if (isBetter(value, best)) best = value;
  return best;
}
