import { describe, expect, it } from 'vitest';
import { keepsVisitorPagesLight, typesPagesByTheirRuntime, writesAsPeopleDo } from './page-rules.ts';
import type { Rule } from './source-file.ts';

function judge(rule: Rule, sources: Readonly<Record<string, string>>): readonly string[] {
  return rule(Object.entries(sources).map(([path, text]) => ({ path, text })));
}

describe('keepsVisitorPagesLight', () => {
  const entry = 'plugins/g/x/web/a.page.tsx';

  it('follows imports from pages and scripts of visitors to what they may not load', () => {
    const sources = {
      [entry]: `import { b } from './b.ts';\nimport type { S } from '#plugins/studio/web/contract.tsx';`,
      'plugins/g/x/web/b.ts': `const kit = import('@ariakit/react');\nimport { useState } from 'react';`,
      'plugins/g/y/web/c.script.ts': `import { s } from '#plugins/studio/web/contract.tsx';`,
    };
    expect(judge(keepsVisitorPagesLight, sources)).toEqual([
      `${entry}: visitors would load @ariakit/react (${entry} → plugins/g/x/web/b.ts)`,
      'plugins/g/y/web/c.script.ts: visitors would load plugins/pages/studio/web/contract.tsx of the studio (plugins/g/y/web/c.script.ts)',
    ]);
  });

  it('refuses sections of the studio, and lets the studio load what it wants', () => {
    expect(judge(keepsVisitorPagesLight, { [entry]: `import { s } from './a.section.tsx';` })).toHaveLength(1);
    const own = { 'plugins/pages/studio/web/studio.page.tsx': `import { Handle } from '@xyflow/react';` };
    expect(judge(keepsVisitorPagesLight, own)).toEqual([]);
  });
});

describe('typesPagesByTheirRuntime', () => {
  const pages = { 'plugins/g/x/web/a.page.tsx': '', 'plugins/pages/studio/web/studio.page.tsx': '' };
  const settings = (folders: readonly string[]) => ({
    'tsconfig.preact.json': JSON.stringify({ include: folders }),
    'tsconfig.web.json': JSON.stringify({ exclude: folders }),
  });

  it('wants the folder of a page of visitors in the settings for Preact, and out of those for React', () => {
    expect(judge(typesPagesByTheirRuntime, { ...pages, ...settings(['plugins/g/x/web']) })).toEqual([]);
    expect(judge(typesPagesByTheirRuntime, { ...pages, ...settings([]) })).toEqual([
      'tsconfig.preact.json: "include" needs "plugins/g/x/web", whose pages run on Preact',
      'tsconfig.web.json: "exclude" needs "plugins/g/x/web", whose pages run on Preact',
    ]);
  });
});

describe('writesAsPeopleDo', () => {
  it('refuses fill() of fields in tests of pages, and of nothing else', () => {
    const opening = "import { TestPages } from '#plugins/pages/testing/open-pages.ts';\n";
    const filling = "await page.getByLabel('Name').fill('Ada');";
    const sources = {
      'plugins/g/x/x-pages.test.ts': `${opening}${filling}`,
      'plugins/g/y/y-pages.test.ts': `${opening}const all = Array(3).fill('a');`,
      'plugins/g/z/z.test.ts': filling,
    };
    expect(judge(writesAsPeopleDo, sources)).toEqual([
      'plugins/g/x/x-pages.test.ts:2: fill() needs no focus; write with typeInto()',
    ]);
  });
});
