/** The declared outputs of a code node (app DSL, code), read once when the graph is built. */
export interface OutputDeclaration {
  readonly name: string;
  readonly type: OutputType;
  /** Keys of an object (or of each object of an array); null: anything goes. */
  readonly children: readonly OutputDeclaration[] | null;
}

const outputTypes = [
  'string',
  'number',
  'object',
  'boolean',
  'array[string]',
  'array[number]',
  'array[object]',
  'array[boolean]',
] as const;

export type OutputType = (typeof outputTypes)[number];

/** Thrown for a declaration that means nothing; `field` is its path under `outputs`. */
export class DeclarationError extends Error {
  readonly field: string;

  constructor(field: string, problem: string) {
    super(problem);
    this.field = field;
  }
}

/** Reads `outputs`, a mapping of name to `{ type, children }`. Type names may be written in any case. */
export function readDeclarations(outputs: unknown, field = 'outputs', depth = 1): readonly OutputDeclaration[] {
  if (outputs === null || outputs === undefined) return [];
  if (typeof outputs !== 'object' || Array.isArray(outputs)) throw new DeclarationError(field, 'must be a mapping');
  if (depth > 32) throw new DeclarationError(field, 'is nested too deeply');
  return Object.entries(outputs).map(([name, declaration]) => {
    const { type, children } = (declaration ?? {}) as { type?: unknown; children?: unknown };
    const place = `${field}.${name}`;
    const isContainer = children !== null && children !== undefined;
    return {
      name,
      type: readType(type, place),
      children: isContainer ? readDeclarations(children, `${place}.children`, depth + 1) : null,
    };
  });
}

function readType(type: unknown, place: string): OutputType {
  const name = String(type).toLowerCase();
  const known = outputTypes.find((candidate) => candidate === name);
  if (known === undefined) throw new DeclarationError(`${place}.type`, `must be one of ${outputTypes.join(', ')}`);
  return known;
}
