import type { Selector, Variables } from '#engine';
import { fileAttribute } from './file-attribute.ts';
import { type Names, PoolLayer } from './pool-layer.ts';
import { isFileValue, isMapping, typeOf } from './value.ts';

/**
 * The values of a frame (app DSL, pool and selectors): two levels are stored, longer selectors walk into objects and
 * files. Values are never changed in place, so copies share them.
 */
export class VariablePool implements Variables {
  #values = new PoolLayer();
  /** The same in all pools of a run. */
  readonly #conversation: Names;
  /** Declared types, by first part and name. Shared by all pools of a run. */
  readonly #types: Map<string, Map<string, string>>;

  constructor(conversation: Names = new Map(), types = new Map<string, Map<string, string>>()) {
    this.#conversation = conversation;
    this.#types = types;
  }

  get(selector: Selector): unknown {
    const { length } = selector;
    if (length < 2) return undefined;
    const [first = '', name = ''] = selector;
    const value = first === 'conversation' ? this.#conversation.get(name) : this.#values.get(first, name);
    return length === 2 ? value : walk(value, selector);
  }

  type(selector: Selector): string | undefined {
    const value = this.get(selector);
    if (value === undefined) return undefined;
    const declared = selector.length === 2 ? this.#types.get(selector[0] ?? '')?.get(selector[1] ?? '') : undefined;
    return declared ?? typeOf(value);
  }

  isAssignable([first = '', name = '']: Selector): boolean {
    if (first === 'conversation') return true;
    return first !== 'env' && this.#types.get(first)?.has(name) === true;
  }

  names(first: string): readonly string[] {
    return first === 'conversation' ? [...this.#conversation.keys()] : this.#values.names(first);
  }

  /** Stores a value; `undefined` is stored as null, for it exists. */
  set(first: string, name: string, value: unknown): void {
    if (first === 'conversation') this.#conversation.set(name, value ?? null);
    else this.#values.set(first, name, value ?? null);
  }

  /** Stores every entry under a first part. */
  setAll(first: string, values: Readonly<Record<string, unknown>>): void {
    for (const name in values) if (Object.hasOwn(values, name)) this.set(first, name, values[name]);
  }

  declare(first: string, name: string, type: string): void {
    const types = this.#types.get(first);
    if (types === undefined) this.#types.set(first, new Map([[name, type]]));
    else types.set(name, type);
  }

  /** Forgets what is stored under a first part (the outputs of a node). */
  clear(first: string): void {
    this.#values.clear(first);
  }

  /**
   * A pool of its own for an iteration's round: what it writes stays there, except conversation variables, which all
   * pools of a run share (app DSL, iteration).
   */
  copy(): VariablePool {
    const copy = new VariablePool(this.#conversation, this.#types);
    const settled = this.#values.settled;
    this.#values = new PoolLayer(settled);
    copy.#values = new PoolLayer(settled);
    return copy;
  }
}

function walk(stored: unknown, selector: Selector): unknown {
  let value = stored;
  for (let part = 2; part < selector.length; part += 1) {
    const key = selector[part] ?? '';
    if (isFileValue(value)) value = fileAttribute(value, key);
    else if (isMapping(value) && Object.hasOwn(value, key)) value = value[key];
    else return undefined;
  }
  return value;
}
