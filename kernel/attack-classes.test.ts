import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/**
 * Classes of attacks on callers, accounts and workspaces: each has a test that carries its number in its name
 * (`attack T16: …`), beside the code it attacks.
 */
const classes: Readonly<Record<string, string>> = {
  T01: "ids of other workspaces, and what one's role may not",
  T02: 'calling without a key',
  T03: 'fields that only the server sets',
  T04: 'code of users that leaves its sandbox',
  T06: 'addresses that lead inside',
  T07: 'paths that lead elsewhere',
  T09: 'text that becomes part of a query',
  T10: 'templates that run code, and keys that reach prototypes',
  T11: 'secrets that come out',
  T12: 'packages that take the place of others',
  T13: 'publishers and keys that are not what they were',
  T15: 'text that becomes markup or a command',
  T16: 'calls of pages of other origins',
  T17: 'being sent to another site',
  T18: 'weak and shared secrets',
  T19: 'guessing, and links that set passwords',
  T20: 'sessions that outlive what ended them',
  T21: 'using up what others need',
  T22: 'finding out who has an account',
  T23: 'forged events, and addresses of callers',
};

/** Classes that occur in the name of a test or of a group of tests. */
function classesNamed(): Set<string> {
  const files = ['engine', 'http', 'kernel', 'plugins']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
    )
    .filter((path) => path.endsWith('.test.ts') && !path.endsWith('attack-classes.test.ts'));
  // `)` for the names of `it.each(…)('…')`.
  const name = /(?:\b(?:it|describe)|\))\(\s*['"`]attack (T\d\d): /g;
  return new Set(
    files.flatMap((path) => [...readFileSync(join(root, path), 'utf8').matchAll(name)].map(([, id = '']) => id)),
  );
}

describe('the classes of attacks', () => {
  const named = classesNamed();

  it.each(Object.entries(classes))('%s (%s) has a test that names it', (id) => {
    expect(named).toContain(id);
  });

  it('that tests name are known here', () => {
    expect([...named].filter((id) => !(id in classes))).toEqual([]);
  });
});
