import type { Run } from './run.ts';

/** Names visible at a place: a loop body, a macro and a `with` block open one, `if` does not. */
export class Scope {
  readonly run: Run;
  readonly #parent: Scope | null;
  readonly #values: Map<string, unknown>;

  constructor(run: Run, parent: Scope | null, values: Map<string, unknown> = new Map()) {
    this.run = run;
    this.#parent = parent;
    this.#values = values;
  }

  get(name: string): unknown {
    for (let scope: Scope | null = this; scope !== null; scope = scope.#parent) {
      const value = scope.#values.get(name);
      if (value !== undefined || scope.#values.has(name)) return value;
    }
    return undefined;
  }

  set(name: string, value: unknown): void {
    this.#values.set(name, value);
  }

  /** The scope of the template as a whole: the outermost but the one of what every template sees. */
  get template(): Scope {
    let scope: Scope = this;
    while (scope.#parent !== null && scope.#parent.#parent !== null) scope = scope.#parent;
    return scope;
  }

  child(): Scope {
    return new Scope(this.run, this);
  }
}

export type Evaluate = (scope: Scope) => unknown;
