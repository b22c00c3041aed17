import type { Selector, Variables } from '../contract.ts';
import { type FileValue, isFileValue, isRecord, typeOf } from './value.ts';

type Names = Map<string, unknown>;

/**
 * The values of a frame (app-dsl, section 3.1): two levels are stored, longer selectors walk into objects and files.
 * Values are never changed in place, so copies share them.
 */
export class VariablePool implements Variables {
  readonly #values: Map<string, Names>;
  /** Declared types, by first part and name. Shared by all pools of a run. */
  readonly #types: Map<string, Map<string, string>>;

  constructor(values = new Map<string, Names>(), types = new Map<string, Map<string, string>>()) {
    this.#values = values;
    this.#types = types;
  }

  get(selector: Selector): unknown {
    const { length } = selector;
    if (length < 2) return undefined;
    const value = this.#values.get(selector[0] ?? '')?.get(selector[1] ?? '');
    return length === 2 ? value : walk(value, selector);
  }

  type(selector: Selector): string | undefined {
    const value = this.get(selector);
    if (value === undefined) return undefined;
    const declared = selector.length === 2 ? this.#types.get(selector[0] ?? '')?.get(selector[1] ?? '') : undefined;
    return declared ?? typeOf(value);
  }

  names(first: string): readonly string[] {
    const names = this.#values.get(first);
    return names === undefined ? [] : [...names.keys()];
  }

  /** Stores a value; `undefined` is stored as null, for it exists. */
  set(first: string, name: string, value: unknown): void {
    const names = this.#values.get(first);
    if (names === undefined) this.#values.set(first, new Map([[name, value ?? null]]));
    else names.set(name, value ?? null);
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
    this.#values.delete(first);
  }

  /**
   * A pool of its own for an iteration's round: what it writes stays there, except conversation variables, which all
   * pools of a run share (app-dsl, section 4.6).
   */
  copy(): VariablePool {
    if (!this.#values.has('conversation')) this.#values.set('conversation', new Map());
    const values = new Map<string, Names>();
    for (const [first, names] of this.#values) values.set(first, first === 'conversation' ? names : new Map(names));
    return new VariablePool(values, this.#types);
  }
}

function walk(stored: unknown, selector: Selector): unknown {
  let value = stored;
  for (let part = 2; part < selector.length; part += 1) {
    const key = selector[part] ?? '';
    if (isFileValue(value)) value = fileAttribute(value, key);
    else if (isRecord(value) && Object.hasOwn(value, key)) value = value[key];
    else return undefined;
  }
  return value;
}

function fileAttribute(file: FileValue, attribute: string): unknown {
  switch (attribute) {
    case 'name':
      return file.filename ?? null;
    case 'url':
      return file.url ?? file.remote_url ?? null;
    case 'related_id':
      return file.related_id ?? file.reference ?? null;
    case 'type':
    case 'size':
    case 'mime_type':
    case 'transfer_method':
    case 'extension':
      return file[attribute] ?? null;
    default:
      return undefined;
  }
}
