import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readRepository } from './testing/architecture/repository.ts';

const page = readFileSync(new URL('docs/configuration.md', import.meta.url), 'utf8');

/** Environment variables that sections of the configuration name: `env: { PORT: 'port' }`. */
function variablesIn(text: string): string[] {
  return [...text.matchAll(/\benv: \{([^}]*)\}/g)].flatMap(([, entries = '']) =>
    [...entries.matchAll(/\b([A-Z][A-Z0-9_]+): '[\w.]+'/g)].map(([, name = '']) => name),
  );
}

describe('the page about configuration', () => {
  const sources = readRepository().filter(
    ({ path }) => /^(kernel|engine|http|plugins)\/.*\.ts$/.test(path) && !/\.test\.ts$|\/(testing|bench)\//.test(path),
  );
  const inSource = sources.flatMap(({ text }) => variablesIn(text));

  it('lists every environment variable', () => {
    expect(inSource).toContain('PORT');
    expect(inSource.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it('lists no other', () => {
    const listed = [...page.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+|PORT|HOST)`/g)].map(([, name = '']) => name);
    // Read before there is any configuration, the latter by Node itself.
    const others = ['WEFT_HOME', 'NODE_EXTRA_CA_CERTS'];
    expect(listed.filter((name) => !inSource.includes(name) && !others.includes(name))).toEqual([]);
  });
});
