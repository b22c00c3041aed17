import { describe, expect, it } from 'vitest';
import { greeting } from './greeting.ts';

const facts = {
  ...{ address: 'http://127.0.0.1:3000', database: 'embedded PostgreSQL', home: '/srv/weft', report: null },
  setupCode: null,
};
const examples = [
  { id: 'w1', name: 'Greeting', mode: 'workflow', key: 'app-1' },
  { id: 'c1', name: 'Demo chat', mode: 'advanced-chat', key: 'app-2' },
] as const;

describe('the greeting', () => {
  it('fits in sixteen lines on a first start: address, sign-in, a page, two calls with their keys', () => {
    const text = greeting({ ...facts, examples, setupCode: 'A-B' });
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(16);
    expect(text).toContain('Weft listens on http://127.0.0.1:3000\n');
    expect(text).toContain('http://127.0.0.1:3000/setup#A-B\n');
    expect(text).toContain('WEFT_HOME=/srv/weft npx weft owner claim EMAIL');
    expect(text).toContain('site set c1 --enabled on makes http://127.0.0.1:3000/chat/c1\n');
    expect(text.match(/curl .*|Bearer app-\d/g)).toHaveLength(4);
  });

  it('says on later starts where the server listens and how to sign in, and plugins only when asked', () => {
    const text = greeting({ ...facts, examples: [] });
    expect(text.trimEnd().split('\n')).toHaveLength(4);
    expect(greeting({ ...facts, report: 'started  http', examples: [] })).toBe(`started  http\n\n${text}`);
  });
});
