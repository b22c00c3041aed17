import { describe, expect, it } from 'vitest';
import { followsLayers, hasNoImportCycles, keepsThreadsLight } from './layer-rules.ts';
import { declaresPackages, keepsPackagesHome } from './package-rules.ts';
import { scanSource } from './scan-source.ts';
import { importsOf, type Rule } from './source-file.ts';
import {
  avoidsBannedForms,
  documentsContracts,
  engineKnowsNoNodeTypes,
  hasGoodFileNames,
  hasOnlyKnownTopFolders,
  hasShortFiles,
  keepsPluginsToWiring,
  namesImportedFiles,
} from './style-rules.ts';

/** Every rule is fed what it must report and what it must let through: a rule that can't fail is none. */
function judge(rule: Rule, sources: Readonly<Record<string, string>>): readonly string[] {
  return rule(Object.entries(sources).map(([path, text]) => ({ path, text })));
}
/** The imports, from that file, that the rule refuses. */
function refused(from: string, ...targets: string[]): readonly string[] {
  return targets.filter(
    (target) => judge(followsLayers, { [from]: `import { a } from '${relative(from, target)}';` }).length > 0,
  );
}
function relative(from: string, to: string): string {
  return `${'../'.repeat(from.split('/').length - 1) || './'}${to}`;
}

describe('followsLayers', () => {
  const doors = ['kernel/index.ts', 'engine/contract.ts', 'http/contract.ts', 'plugins/y/contract.ts'];
  const insides = [
    'kernel/kernel.ts',
    'engine/pool/pool.ts',
    'http/server.ts',
    'plugins/y/store.ts',
    'kernel/testing/test-kernel.ts',
  ];

  it('lets each layer import what the table allows, and nothing else', () => {
    expect(refused('kernel/a.ts', ...doors, ...insides)).toEqual([...doors.slice(1), ...insides.slice(1)]);
    expect(refused('engine/run/a.ts', ...doors, ...insides)).toEqual([
      ...doors.slice(2),
      ...insides.filter((path) => !path.startsWith('engine/')),
    ]);
    expect(refused('http/a.ts', ...doors, ...insides)).toEqual([
      'engine/contract.ts',
      'plugins/y/contract.ts',
      ...insides.filter((path) => !path.startsWith('http/')),
    ]);
    expect(refused('plugins/x/a.ts', ...doors, ...insides, 'plugins/x/store.ts')).toEqual(insides);
    expect(refused('migrations/x/0001-a.ts', ...doors, 'migrations/b.ts')).toEqual(doors);
    expect(refused('examples/x/a.ts', ...doors, ...insides)).toEqual(insides.slice(0, -1));
  });

  it('lets tests import anything that is for tests, and nobody else', () => {
    expect(refused('plugins/x/a.test.ts', 'kernel/testing/test-kernel.ts', 'kernel/kernel.ts')).toEqual([
      'kernel/kernel.ts',
    ]);
    expect(refused('plugins/x/a.ts', 'plugins/x/testing/fake.ts')).toEqual(['plugins/x/testing/fake.ts']);
    expect(refused('plugins/x/testing/a.ts', 'kernel/testing/test-kernel.ts')).toEqual([]);
  });

  it('sees type imports, dynamic imports and re-exports too', () => {
    for (const text of [
      `import type { A } from '../../kernel/kernel.ts';`,
      `const a = await import('../../kernel/kernel.ts');`,
      `export { a } from '../../kernel/kernel.ts';`,
      `import '../../kernel/kernel.ts';`,
      `import {\n  type A,\n  b,\n} from '../../kernel/kernel.ts';`,
    ]) {
      expect(judge(followsLayers, { 'plugins/x/a.ts': text }), text).toHaveLength(1);
    }
  });

  it('lets what starts from a shell find its Node', () => {
    expect(refused('plugins/cli/bin/weft.mjs', 'kernel/bin/ensure-node.mjs', 'kernel/main.ts')).toEqual([
      'kernel/main.ts',
    ]);
    expect(refused('plugins/cli/a.ts', 'kernel/bin/ensure-node.mjs')).toHaveLength(1);
  });
});

describe('keepsThreadsLight', () => {
  it('follows imports from the worker and from modules that plugins hand over', () => {
    const sources = {
      'engine/worker/entry.ts': `import { a } from '../run/a.ts';`,
      'engine/run/a.ts': `import type { K } from 'koa';`,
      'plugins/x/plugin.ts': `contribute(P, { module: new URL('./node.ts', import.meta.url) });`,
      'plugins/x/node.ts': `import { s } from './deep.ts';`,
      'plugins/x/deep.ts': `import { Pool } from 'pg';`,
    };
    expect(judge(keepsThreadsLight, sources)).toEqual([
      'plugins/x/node.ts: a thread would load pg (plugins/x/node.ts → plugins/x/deep.ts)',
    ]);
  });
});

describe('hasNoImportCycles', () => {
  it('reports a circle of loads, with its path', () => {
    expect(judge(hasNoImportCycles, { 'a/x.ts': `import './y.ts';`, 'a/y.ts': `import { x } from './x.ts';` })).toEqual(
      ['import cycle: a/x.ts → a/y.ts → a/x.ts'],
    );
  });

  it('lets types go in a circle, but not between contracts', () => {
    const circle = (file: string) => ({
      [`plugins/x/${file}`]: `import type { Y } from '../y/${file}';`,
      [`plugins/y/${file}`]: `import type { X } from '../x/${file}';`,
    });
    expect(judge(hasNoImportCycles, circle('a.ts'))).toEqual([]);
    expect(judge(hasNoImportCycles, circle('contract.ts'))).toHaveLength(1);
  });
});

describe('keepsPackagesHome', () => {
  it('reports a package outside its home', () => {
    const text = `import { sql } from 'kysely';\nimport { Pool } from 'pg';\nimport { b } from '@electric-sql/pglite/live';`;
    expect(
      judge(keepsPackagesHome, { 'plugins/database/a.ts': text, 'plugins/x/store.ts': `import 'kysely';` }),
    ).toEqual([]);
    expect(judge(keepsPackagesHome, { 'plugins/x/a.ts': text })).toHaveLength(3);
    expect(judge(keepsPackagesHome, { 'kernel/a.test.ts': `import { container } from 'tsyringe';` })).toHaveLength(1);
  });

  it('reports a package that two areas use, one outside tests that is for tests, and all but kysely in migrations', () => {
    const sdk = `import sdk from 'some-sdk/deep';`;
    expect(judge(keepsPackagesHome, { 'plugins/x/a.ts': sdk, 'plugins/x/b.ts': sdk })).toEqual([]);
    expect(judge(keepsPackagesHome, { 'plugins/x/a.ts': sdk, 'plugins/y/b.ts': sdk })).toHaveLength(1);
    expect(judge(keepsPackagesHome, { 'plugins/x/a.ts': `import { it } from 'vitest';` })).toHaveLength(1);
    expect(judge(keepsPackagesHome, { 'migrations/x/1.ts': sdk })).toHaveLength(1);
  });
});

describe('declaresPackages', () => {
  it('reports packages that are not declared, and loose versions', () => {
    const description = JSON.stringify({ dependencies: { one: '1.2.3', two: '^1.0.0' } });
    const sources = {
      'package.json': description,
      'kernel/a.ts': `import 'one/deep';\nimport '@x/three/deep';\nimport 'node:fs';`,
    };
    expect(judge(declaresPackages, sources)).toEqual([
      'package.json: two needs an exact version, not ^1.0.0',
      'kernel/a.ts:2: @x/three is not in package.json',
    ]);
  });
});

describe('hasOnlyKnownTopFolders', () => {
  it('reports a new top folder once', () => {
    expect(
      judge(hasOnlyKnownTopFolders, { 'src/a.ts': '', 'src/b.ts': '', 'kernel/a.ts': '', 'README.md': '' }),
    ).toHaveLength(1);
  });
});

describe('hasGoodFileNames', () => {
  it('reports names that say nothing, of files and folders, and names that are not kebab-case', () => {
    const bad = [
      'kernel/utils.ts',
      'kernel/helpers/a.ts',
      'kernel/plugin-manager.ts',
      'kernel/types.test.ts',
      'kernel/MyFile.ts',
    ];
    for (const path of bad) expect(judge(hasGoodFileNames, { [path]: '' }), path).toHaveLength(1);
    expect(judge(hasGoodFileNames, { 'kernel/value-type.ts': '', 'kernel/docs/README.md': '' })).toEqual([]);
  });
});

describe('hasShortFiles', () => {
  it('reports a file of more than 400 lines, tests and migrations too', () => {
    const long = 'a\n'.repeat(401);
    for (const path of ['kernel/a.ts', 'kernel/a.test.ts', 'migrations/x/1.ts']) {
      expect(judge(hasShortFiles, { [path]: long }), path).toHaveLength(1);
    }
    expect(judge(hasShortFiles, { 'kernel/a.ts': 'a\n'.repeat(400), 'package-lock.json': long })).toEqual([]);
  });
});

describe('avoidsBannedForms', () => {
  const env = ['process', 'env'].join('.');
  const bad = [
    ...['let a: any;', 'const a = b as any;', 'type A = Record<string, any>;', 'let a: string | any;'],
    ...[
      '// @ts-ignore',
      '/* @ts-nocheck */',
      'export default 1;',
      `export * from './a.ts';`,
      `export * as a from './a.ts';`,
    ],
    ...['console.log(1);', `const a = ${env}.HOME;`, 'export enum A { b }'],
    ...[
      'a.b = () => 1;',
      'this.#b = async (c) => c;',
      'a.b ??= (c: string): number => 1;',
      'a.b = function () {};',
      'a[b] = () => 1;',
      'a.b =\n  () => 1;',
    ],
  ];
  it.each(bad)('reports %s', (text) => {
    expect(judge(avoidsBannedForms, { 'kernel/a.ts': text })).toHaveLength(1);
  });

  it.each([
    '// any: console.log(1)',
    `const a = 'export default any';`,
    'Promise.any([]);',
    'const a = { any: 1 };',
    'const b = /: any/;',
    'const a = () => 1; b.c = a;',
    'const a = { b: () => 1 };',
    'const a: B.C = (d) => d;',
    'const a: typeof b.c = (d) => d;',
    'a.b = c.map((d) => d);',
    'class A { readonly b = () => 1; }',
  ])('lets %s through', (text) => expect(judge(avoidsBannedForms, { 'kernel/a.ts': text })).toEqual([]));

  it('lets each form through in its one place', () => {
    expect(
      judge(avoidsBannedForms, {
        'kernel/config.ts': env,
        'vitest.config.ts': 'export default 1;',
        'x/bin/a.mjs': 'console.log(1)',
      }),
    ).toEqual([]);
  });
});

describe('engineKnowsNoNodeTypes', () => {
  it('reports the name of a node type, in code of the engine only', () => {
    const text = `if (node.type === 'if-else') stop();`;
    expect(judge(engineKnowsNoNodeTypes, { 'engine/run/a.ts': text })).toHaveLength(1);
    const elsewhere = {
      'engine/dsl/a.ts': text,
      'engine/run/a.test.ts': text,
      'plugins/node-flow/a.ts': text,
      'engine/b.ts': `// 'llm'`,
    };
    expect(judge(engineKnowsNoNodeTypes, elsewhere)).toEqual([]);
  });
});

describe('keepsPluginsToWiring', () => {
  it('reports a long plugin.ts and one with too many needs', () => {
    expect(judge(keepsPluginsToWiring, { 'plugins/x/plugin.ts': 'a\n'.repeat(121) })).toHaveLength(1);
    const needs = (count: number) =>
      `definePlugin({ needs: { ${Array.from({ length: count }, (_, i) => `n${i}: N`).join(', ')}, } })`;
    expect(judge(keepsPluginsToWiring, { 'http/plugin.ts': needs(9) })).toHaveLength(1);
    expect(judge(keepsPluginsToWiring, { 'http/plugin.ts': needs(8) })).toEqual([]);
  });
});

describe('documentsContracts', () => {
  it('reports an export without a doc comment; a token shares that of its interface', () => {
    const text = `/** Says it. */\nexport interface A {}\nexport const A = token<A>('x.a');\n\nexport type B = 1;\n// no doc\nexport function c() {}\n`;
    expect(judge(documentsContracts, { 'plugins/x/contract.ts': text })).toEqual([
      'plugins/x/contract.ts:5: export B has no doc comment',
      'plugins/x/contract.ts:7: export c has no doc comment',
    ]);
  });
});

describe('namesImportedFiles', () => {
  it('reports imports of files that are not there', () => {
    expect(
      judge(namesImportedFiles, { 'kernel/a.ts': `import './b.ts';\nimport './a.ts';\nimport './a';` }),
    ).toHaveLength(2);
  });
});

describe('scanSource', () => {
  it('tells code from comments, strings, templates and regular expressions', () => {
    const text = [
      `const a = "x // y"; // say 'hi'`,
      'const b = `t $${ c ? `in $${"deep"} }` : {} } // still text`; code();'.replaceAll('$$', '$'),
      'const d = /["\'`/*]\\/[/]/g.test(e) / 2; /* c */ more();',
    ].join('\n');
    const { codeOnly, commentsOnly, strings } = scanSource(text);
    expect(codeOnly.length).toBe(text.length);
    expect(codeOnly.replaceAll(/ +/g, ' ')).toContain('code();');
    expect(codeOnly).toContain('more();');
    expect(codeOnly).not.toMatch(/still|hi|deep|x \/\//);
    expect(commentsOnly.trim().split(/\s{2,}|\n/)).toEqual([`// say 'hi'`, '/* c */']);
    expect(strings.map(({ value }) => value)).toEqual(['x // y', 'deep']);
  });

  it('finds no import in text', () => {
    expect(importsOf({ path: 'a.ts', text: "const a = `\nimport { b } from 'c';`; // import 'd';" })).toEqual([]);
  });
});
