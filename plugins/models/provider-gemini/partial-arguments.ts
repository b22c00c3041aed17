import { isMapping } from '#engine';

type Step = string | number;
type Container = Record<string, unknown> | unknown[];

/** Steps of a path; more are an attack. */
const MAX_DEPTH = 64;

/**
 * Arguments of a call that arrive value by value: `{jsonPath: "$.cities[0].name", stringValue: "Be", willContinue: true}`
 * (Vertex AI, streaming function call arguments).
 */
export class PartialArguments {
  readonly #root: Record<string, unknown> = {};

  /** Whether all values of these pieces are complete. */
  add(pieces: readonly unknown[]): boolean {
    let isComplete = true;
    for (const piece of pieces) {
      if (!isMapping(piece) || typeof piece.jsonPath !== 'string') continue;
      if (piece.willContinue === true) isComplete = false;
      this.#put(piece.jsonPath, piece);
    }
    return isComplete;
  }

  text(): string {
    return JSON.stringify(this.#root);
  }

  #put(path: string, piece: Readonly<Record<string, unknown>>): void {
    // A path that ends in `[]` ends a list, which is empty if nothing came before.
    const isList = path.endsWith('[]');
    const steps = stepsOf(isList ? path.slice(0, -2) : path);
    const last = steps.pop();
    if (last === undefined || steps.length > MAX_DEPTH) return;
    let at: Container = this.#root;
    for (const [place, step] of steps.entries()) {
      const next = below(at, step, typeof (steps[place + 1] ?? last) === 'number');
      if (next === null) return;
      at = next;
    }
    const before = read(at, last);
    const value = piece.stringValue ?? piece.numberValue ?? piece.boolValue;
    if (typeof value === 'string' && typeof before === 'string') write(at, last, before + value);
    else if (value !== undefined && value !== null) write(at, last, value);
    else if ('nullValue' in piece) write(at, last, null);
    else if (before === undefined && piece.willContinue !== true) write(at, last, isList ? [] : {});
  }
}

/** `$.a.b[0]` as `a`, `b`, 0. */
function stepsOf(path: string): Step[] {
  const steps: Step[] = [];
  for (const [, name, index] of path.replace(/^\$\.?/, '').matchAll(/([^.[\]]+)|\[(\d+)\]/g)) {
    steps.push(index === undefined ? (name ?? '') : Number(index));
  }
  return steps;
}

/** What lies at a step, made where nothing does. Null where the path can't be. */
function below(at: Container, step: Step, isList: boolean): Container | null {
  const found = read(at, step);
  if (Array.isArray(found) || isMapping(found)) return found as Container;
  if (found !== undefined && found !== null) return null;
  const made: Container = isList ? [] : {};
  return write(at, step, made) ? made : null;
}

function read(at: Container, step: Step): unknown {
  return Object.hasOwn(at, step) ? (at as Record<Step, unknown>)[step] : undefined;
}

/** Lists grow one by one: an index far beyond the end would fill memory. Names such as `__proto__` are only names. */
function write(at: Container, step: Step, value: unknown): boolean {
  const index = Array.isArray(at) ? Number(step) : 0;
  if (Array.isArray(at) && !(Number.isInteger(index) && index >= 0 && index <= at.length)) return false;
  Object.defineProperty(at, step, { value, writable: true, enumerable: true, configurable: true });
  return true;
}
