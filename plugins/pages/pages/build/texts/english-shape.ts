import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type ESTree, parse } from 'vite';

/** What the English texts of a folder are: names with texts, and what each text takes, in its order. */
export type Shape = ReadonlyMap<string, Shape | Takes>;
export type Takes = readonly string[];

export function isShape(found: Shape | Takes | undefined): found is Shape {
  return found instanceof Map;
}

type Values = ReadonlyMap<string, ESTree.Expression>;

/** Of an `en.ts`. It is read, not run; translations say arguments by the names that its functions have for them. */
export async function shapeOfSource(file: string, name = 'texts'): Promise<Shape> {
  const { program, errors } = await parse(file, await readFile(file, 'utf8'));
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`);
  const values: Values = new Map(program.body.flatMap(constantsOf));
  const origins = new Map(program.body.flatMap(importedBy));
  const shapeOf = async (object: ESTree.ObjectExpression): Promise<Shape> => {
    const shape = new Map<string, Shape | Takes>();
    for (const property of object.properties) {
      if (property.type !== 'SpreadElement') {
        const key = keyOf(property);
        if (key !== undefined) shape.set(key, await whatIs(property.value));
        continue;
      }
      for (const [key, value] of await spread(property.argument)) shape.set(key, value);
    }
    return shape;
  };
  const whatIs = async (value: ESTree.Expression): Promise<Shape | Takes> => {
    const found = meant(value, values);
    if (found.type === 'ObjectExpression') return shapeOf(found);
    if (found.type !== 'ArrowFunctionExpression') return [];
    return found.params.map((each) => (each.type === 'Identifier' ? each.name : ''));
  };
  const spread = async (value: ESTree.Expression): Promise<Shape> => {
    const found = meant(value, values);
    if (found.type === 'ObjectExpression') return shapeOf(found);
    const origin = found.type === 'Identifier' ? origins.get(found.name) : undefined;
    return origin === undefined ? new Map() : shapeOfSource(resolve(dirname(file), origin.from), origin.name);
  };
  const all = values.get(name);
  const shape = all === undefined ? [] : await whatIs(all);
  if (!isShape(shape)) throw new Error(`${file}: there is no object "${name}"`);
  return shape;
}

function constantsOf(statement: ESTree.Directive | ESTree.Statement): [string, ESTree.Expression][] {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declared?.type !== 'VariableDeclaration') return [];
  return declared.declarations.flatMap(({ id, init }) =>
    id.type === 'Identifier' && init !== null ? [[id.name, init] as [string, ESTree.Expression]] : [],
  );
}

function importedBy(
  statement: ESTree.Directive | ESTree.Statement,
): [string, { readonly from: string; readonly name: string }][] {
  if (statement.type !== 'ImportDeclaration' || !statement.source.value.startsWith('.')) return [];
  return statement.specifiers.flatMap((each) => {
    if (each.type !== 'ImportSpecifier' || each.imported.type !== 'Identifier') return [];
    return [[each.local.name, { from: statement.source.value, name: each.imported.name }]];
  });
}

function keyOf({ key, computed }: ESTree.ObjectProperty): string | undefined {
  if (key.type === 'Identifier' && !computed) return key.name;
  return key.type === 'Literal' ? String(key.value) : undefined;
}

/** An expression without what is said of its type; a constant of the file for its name. */
function meant(value: ESTree.Expression, values: Values): ESTree.Expression {
  if (value.type === 'TSAsExpression' || value.type === 'TSSatisfiesExpression') return meant(value.expression, values);
  const named = value.type === 'Identifier' ? values.get(value.name) : undefined;
  return named === undefined ? value : meant(named, values);
}
