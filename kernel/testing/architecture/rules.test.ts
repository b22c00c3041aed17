import { describe, expect, it } from 'vitest';
import { followsLayers, hasNoImportCycles, importsLowerGroups, keepsThreadsLight } from './layer-rules.ts';
import { declaresPackages, keepsPackagesHome, namesPlugins } from './package-rules.ts';
import { scanSource } from './scan-source.ts';
import { importsOf, type Rule } from './source-file.ts';
import {
  avoidsBannedForms,
  climbsNowhere,
  documentsContracts,
  engineKnowsNoNodeTypes,
  hasGoodFileNames,
  hasOnlyKnownTopFolders,
  hasShortFiles,
  keepsPluginsToWiring,
  namesImportedFiles,
} from './style-rules.ts';
import { namesAsTheFieldDoes, speaksPlainly } from './word-rules.ts';

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
  const doors = ['kernel/index.ts', 'engine/contract.ts', 'http/contract.ts', 'plugins/g/y/contract.ts'];
  const insides = [
    'kernel/kernel.ts',
    'engine/pool/pool.ts',
    'http/server.ts',
    'plugins/g/y/store.ts',
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
      'plugins/g/y/contract.ts',
      ...insides.filter((path) => !path.startsWith('http/')),
    ]);
    expect(refused('plugins/g/x/a.ts', ...doors, ...insides, 'plugins/g/x/store.ts')).toEqual(insides);
    expect(refused('migrations/x/0001-a.ts', ...doors, 'migrations/b.ts')).toEqual(doors);
    expect(refused('examples/x/a.ts', ...doors, ...insides)).toEqual(insides.slice(0, -1));
  });

  it('lets tests import anything that is for tests, and nobody else', () => {
    expect(refused('plugins/g/x/a.test.ts', 'kernel/testing/test-kernel.ts', 'kernel/kernel.ts')).toEqual([
      'kernel/kernel.ts',
    ]);
    expect(refused('plugins/g/x/a.ts', 'plugins/g/x/testing/fake.ts')).toEqual(['plugins/g/x/testing/fake.ts']);
    expect(refused('plugins/g/x/testing/a.ts', 'kernel/testing/test-kernel.ts')).toEqual([]);
  });

  it('sees through the names of package.json', () => {
    expect(judge(followsLayers, { 'plugins/g/x/a.ts': `import { a } from '#kernel/kernel.ts';` })).toHaveLength(1);
    expect(judge(followsLayers, { 'plugins/g/x/a.ts': `import { a } from '#kernel';` })).toEqual([]);
  });

  it('sees type imports, dynamic imports and re-exports too', () => {
    for (const text of [
      `import type { A } from '#kernel/kernel.ts';`,
      `const a = await import('#kernel/kernel.ts');`,
      `export { a } from '#kernel/kernel.ts';`,
      `import '#kernel/kernel.ts';`,
      `import {\n  type A,\n  b,\n} from '#kernel/kernel.ts';`,
    ]) {
      expect(judge(followsLayers, { 'plugins/g/x/a.ts': text }), text).toHaveLength(1);
    }
  });

  it('lets what starts from a shell find its Node', () => {
    expect(refused('plugins/api/cli/bin/weft.mjs', 'kernel/bin/ensure-node.mjs', 'kernel/main.ts')).toEqual([
      'kernel/main.ts',
    ]);
    expect(refused('plugins/api/cli/a.ts', 'kernel/bin/ensure-node.mjs')).toHaveLength(1);
  });
});

describe('climbsNowhere', () => {
  it('reports an import that leaves its folder upwards', () => {
    const sources = { 'plugins/g/x/a.ts': `import '../y/b.ts';\nimport './deep/c.ts';\nimport '#kernel';` };
    expect(judge(climbsNowhere, sources)).toHaveLength(1);
  });
});

describe('keepsThreadsLight', () => {
  it('follows imports from the worker and from modules that plugins hand over', () => {
    const sources = {
      'engine/worker/entry.ts': `import { a } from '../run/a.ts';`,
      'engine/run/a.ts': `import type { K } from 'koa';`,
      'plugins/g/x/plugin.ts': `contribute(P, { module: new URL('./node.ts', import.meta.url) });`,
      'plugins/g/x/node.ts': `import { s } from './deep.ts';`,
      'plugins/g/x/deep.ts': `import { Pool } from 'pg';`,
    };
    expect(judge(keepsThreadsLight, sources)).toEqual([
      'plugins/g/x/node.ts: a thread would load pg (plugins/g/x/node.ts → plugins/g/x/deep.ts)',
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
      [`plugins/g/x/${file}`]: `import type { Y } from '../y/${file}';`,
      [`plugins/g/y/${file}`]: `import type { X } from '../x/${file}';`,
    });
    expect(judge(hasNoImportCycles, circle('a.ts'))).toEqual([]);
    expect(judge(hasNoImportCycles, circle('contract.ts'))).toHaveLength(1);
  });
});

describe('keepsPackagesHome', () => {
  it('reports a package outside its home', () => {
    const text = `import { sql } from 'kysely';\nimport { Pool } from 'pg';\nimport { b } from '@electric-sql/pglite/live';`;
    expect(
      judge(keepsPackagesHome, { 'plugins/core/database/a.ts': text, 'plugins/g/x/store.ts': `import 'kysely';` }),
    ).toEqual([]);
    expect(judge(keepsPackagesHome, { 'plugins/g/x/a.ts': text })).toHaveLength(3);
    expect(judge(keepsPackagesHome, { 'kernel/a.test.ts': `import { container } from 'tsyringe';` })).toHaveLength(1);
  });

  it('reports a package that two areas use, one outside tests that is for tests, and all but kysely in migrations', () => {
    const sdk = `import sdk from 'some-sdk/deep';`;
    expect(judge(keepsPackagesHome, { 'plugins/g/x/a.ts': sdk, 'plugins/g/x/b.ts': sdk })).toEqual([]);
    expect(judge(keepsPackagesHome, { 'plugins/g/x/a.ts': sdk, 'plugins/g/y/b.ts': sdk })).toHaveLength(1);
    expect(judge(keepsPackagesHome, { 'plugins/g/x/a.ts': `import { it } from 'vitest';` })).toHaveLength(1);
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
    expect(judge(engineKnowsNoNodeTypes, { 'engine/dsl/a.ts': text })).toHaveLength(1);
    const containers = `const kinds = ['iteration', 'loop'];`;
    expect(judge(engineKnowsNoNodeTypes, { 'engine/contract/a.ts': containers })).toHaveLength(2);
    const words = `if (node.type === 'start' || node.type !== 'tool') draw({ type: 'agent' });`;
    expect(judge(engineKnowsNoNodeTypes, { 'engine/dsl/a.ts': words })).toHaveLength(3);
    const otherWords = `if (message.kind === 'start' || mode === 'agent') stop('end');`;
    expect(judge(engineKnowsNoNodeTypes, { 'engine/pool/a.ts': otherWords })).toEqual([]);
    const elsewhere = {
      'engine/dsl/agent-config.ts': text,
      'engine/run/a.test.ts': text,
      'plugins/nodes/node-flow/a.ts': text,
      'engine/b.ts': `// 'llm'`,
    };
    expect(judge(engineKnowsNoNodeTypes, elsewhere)).toEqual([]);
  });
});

describe('keepsPluginsToWiring', () => {
  it('reports a long plugin.ts and one with too many needs', () => {
    expect(judge(keepsPluginsToWiring, { 'plugins/g/x/plugin.ts': 'a\n'.repeat(121) })).toHaveLength(1);
    const needs = (count: number) =>
      `definePlugin({ needs: { ${Array.from({ length: count }, (_, i) => `n${i}: N`).join(', ')}, } })`;
    expect(judge(keepsPluginsToWiring, { 'http/plugin.ts': needs(9) })).toHaveLength(1);
    expect(judge(keepsPluginsToWiring, { 'http/plugin.ts': needs(8) })).toEqual([]);
  });
});

describe('documentsContracts', () => {
  it('reports an export without a doc comment; a token shares that of its interface', () => {
    const text = `/** Says it. */\nexport interface A {}\nexport const A = token<A>('x.a');\n\nexport type B = 1;\n// no doc\nexport function c() {}\n`;
    expect(judge(documentsContracts, { 'plugins/g/x/contract.ts': text })).toEqual([
      'plugins/g/x/contract.ts:5: export B has no doc comment',
      'plugins/g/x/contract.ts:7: export c has no doc comment',
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

describe('importsLowerGroups', () => {
  const judged = (from: string, to: string) =>
    judge(importsLowerGroups, { [from]: `import type { A } from '${relative(from, to)}';` });

  it('lets a group import its own and lower ones', () => {
    expect(judged('plugins/core/x/a.ts', 'plugins/core/y/contract.ts')).toEqual([]);
    expect(judged('plugins/mcp/x/a.ts', 'plugins/core/y/contract.ts')).toEqual([]);
    expect(judged('plugins/billing/x/a.ts', 'plugins/operations/y/contract.ts')).toEqual([]);
    expect(judged('plugins/core/x/web/a.tsx', 'plugins/pages/ui/web/contract.ts')).toEqual([]);
  });

  it('refuses what is above, types included, and names both groups', () => {
    const [complaint] = judged('plugins/core/x/a.ts', 'plugins/workspace/y/contract.ts');
    expect(complaint).toContain('"workspace" is above "core"');
    expect(judged('plugins/operations/x/a.ts', 'plugins/billing/y/contract.ts')).toHaveLength(1);
    expect(judged('plugins/nodes/x/a.ts', 'plugins/knowledge/y/contract.ts')).toHaveLength(1);
    expect(judged('plugins/core/x/web/a.tsx', 'plugins/mcp/y/contract.ts')).toHaveLength(1);
  });

  it('lets tests import any group', () => {
    expect(judged('plugins/core/x/a.test.ts', 'plugins/api/y/testing/platform.ts')).toEqual([]);
    expect(judged('plugins/core/x/testing/a.ts', 'plugins/api/y/contract.ts')).toEqual([]);
  });

  it('refuses groups that nobody has put in order', () => {
    expect(judge(importsLowerGroups, { 'plugins/other/x/plugin.ts': '' })).toHaveLength(1);
  });
});

describe('namesPlugins', () => {
  const plugins = { 'plugins/core/a/plugin.ts': '', 'plugins/core/b/plugin.ts': '' };
  const judged = (imports: Readonly<Record<string, string>>) =>
    judge(namesPlugins, { ...plugins, 'package.json': JSON.stringify({ imports }) });
  const a = { '#plugins/a/*': './plugins/core/a/*' };
  const b = { '#plugins/b/*': './plugins/core/b/*' };

  it('wants each plugin where it is, and says which line to add', () => {
    expect(judged({ '#kernel': './kernel/index.ts', ...a, ...b })).toEqual([]);
    expect(judged(a)).toEqual(['package.json: "imports" needs the line "#plugins/b/*": "./plugins/core/b/*",']);
    expect(judged({ ...a, '#plugins/b/*': './plugins/runs/b/*' })).toHaveLength(1);
  });

  it('wants no other, and the order of the alphabet', () => {
    expect(judged({ ...a, ...b, '#plugins/c/*': './plugins/core/c/*' })).toHaveLength(1);
    expect(judged({ ...b, ...a })).toHaveLength(1);
  });
});

describe('namesAsTheFieldDoes', () => {
  it('reports a name that was given up, and says which one to take', () => {
    const sources = { 'kernel/a.ts': 'const gate = new FairGate();\nconst LONGEST_NAME = 1;' };
    expect(judge(namesAsTheFieldDoes, sources)).toEqual([
      'kernel/a.ts:1: "FairGate": write FairSemaphore',
      'kernel/a.ts:2: "LONGEST_NAME": write MAX_…',
    ]);
  });

  it('looks at names only: texts, comments and migrations keep their words', () => {
    const sources = {
      'kernel/a.ts': "// FairGate\nconst a = 'FairGate';",
      'migrations/x/0001-a.ts': 'const Narrator = 1;',
      'kernel/b.ts': 'const unforeseen = new FairSemaphore();',
    };
    expect(judge(namesAsTheFieldDoes, sources)).toEqual([]);
  });
});

describe('speaksPlainly', () => {
  it('takes people as they, in comments and documents', () => {
    expect(judge(speaksPlainly, { 'kernel/a.ts': "// What he asks.\nconst a = 'he';", 'a.md': 'His key.' })).toEqual([
      'kernel/a.ts:1: "he": write they, their, them',
      'a.md:1: "His": write they, their, them',
    ]);
  });

  it('knows no letters but those of the alphabet where e-mails are sent', () => {
    const mail = 'plugins/core/mail/a.ts';
    expect(judge(speaksPlainly, { [mail]: '// Sends a letter.' })).toHaveLength(1);
    expect(judge(speaksPlainly, { [mail]: '// 32 letters and digits.', 'kernel/a.ts': '// A letter.' })).toEqual([]);
  });

  it('leaves what was decided, and notes of releases, as it was said', () => {
    expect(judge(speaksPlainly, { 'kernel/docs/decisions/0001-a.md': 'He said.', 'CHANGELOG.md': 'His.' })).toEqual([]);
  });
});
