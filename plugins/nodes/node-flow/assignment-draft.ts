import { checkSize, isMapping, NodeError, type Selector, type Variables } from '#engine';

/**
 * The private copy an assigner works on: later items see earlier results, nothing reaches the pool unless all items
 * succeed (app DSL, assigner).
 */
export class AssignmentDraft {
  readonly #variables: Variables;
  readonly #written = new Map<string, { readonly selector: Selector; value: unknown }>();

  constructor(variables: Variables) {
    this.#variables = variables;
  }

  /** A target's declared type and its value so far. Throws when there is no such variable, or it is read only. */
  target(selector: Selector): { readonly type: string; readonly value: unknown } {
    const type = this.#variables.type(selector);
    if (type === undefined) throw notFound(selector);
    if (!this.#variables.isAssignable(selector)) throw readOnly(selector);
    return { type: type.toLowerCase(), value: this.#get(selector) };
  }

  /** A source's value; throws when it does not exist. */
  source(selector: Selector): unknown {
    const value = this.#get(selector);
    if (value === undefined) throw notFound(selector);
    return value;
  }

  write(selector: Selector, value: unknown): void {
    // Each write, not only the last: a list that is extended by itself forty times has a million million items.
    checkSize(value, `The value of ${keyOf(selector)}`);
    this.#written.set(keyOf(selector), { selector, value });
  }

  /** One update per changed variable, in the order of first change. */
  get updates(): readonly { readonly selector: Selector; readonly value: unknown }[] {
    return [...this.#written.values()];
  }

  #get(selector: Selector): unknown {
    const written = this.#written.get(keyOf(selector));
    if (written === undefined) return this.#variables.get(selector);
    let value = written.value;
    for (const key of selector.slice(2)) value = isMapping(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    return value;
  }
}

const keyOf = (selector: Selector): string => `${selector[0]}.${selector[1]}`;

function readOnly(selector: Selector): NodeError {
  const message = `Variable ${selector.join('.')} can't be assigned: only conversation and loop variables can`;
  return new NodeError('VariableOperatorNodeError', message);
}

function notFound(selector: Selector): NodeError {
  return new NodeError('VariableNotFoundError', `Variable ${selector.join('.')} not found`);
}
