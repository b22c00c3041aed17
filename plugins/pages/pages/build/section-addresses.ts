import { readFile } from 'node:fs/promises';
import { type ESTree, parse, Visitor } from 'vite';

/**
 * The addresses of pages that these files declare: each object with a `path` and what is loaded there. They are read, not run: what
 * they import is for browsers.
 */
export async function addressesOf(files: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(files.map(async (file) => addressesIn(file, await readFile(file, 'utf8'))));
  return found.flat();
}

/** Of one section. Throws for an address that is not written out where its page is. */
export async function addressesIn(file: string, source: string): Promise<readonly string[]> {
  const { program, errors } = await parse(file, source);
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`);
  const found: string[] = [];
  const visitor = new Visitor({
    ObjectExpression(node) {
      const properties = new Map(node.properties.flatMap(named));
      const path = properties.get('path');
      if (!properties.has('load')) return;
      if (path?.type !== 'Literal' || typeof path.value !== 'string') {
        throw new Error(`${file}: give the page a path that is a text of its own, beside what it loads`);
      }
      found.push(path.value);
    },
  });
  visitor.visit(program);
  return found;
}

function named(property: ESTree.ObjectPropertyKind): [string, ESTree.Expression][] {
  if (property.type !== 'Property' || property.key.type !== 'Identifier') return [];
  return [[property.key.name, property.value]];
}
