import { TemplateError } from './template-error.ts';

/** What a call passes: positional values, then named ones. */
export class Arguments {
  static readonly none = new Arguments([], new Map());
  readonly positional: readonly unknown[];
  readonly named: ReadonlyMap<string, unknown>;

  constructor(positional: readonly unknown[], named: ReadonlyMap<string, unknown> = new Map()) {
    this.positional = positional;
    this.named = named;
  }

  /** The values of the named parameters in their order, undefined where nothing was passed; refuses what is too much. */
  take(callee: string, names: readonly string[]): readonly unknown[] {
    if (this.positional.length > names.length) {
      throw new TemplateError(`${callee}() takes at most ${names.length} arguments, got ${this.positional.length}`);
    }
    for (const name of this.named.keys()) {
      if (!names.includes(name)) throw new TemplateError(`${callee}() got an unexpected keyword argument '${name}'`);
    }
    return names.map((name, index) => (index < this.positional.length ? this.positional[index] : this.named.get(name)));
  }

  /** Without the first positional values. */
  skip(count: number): Arguments {
    return new Arguments(this.positional.slice(count), this.named);
  }
}
