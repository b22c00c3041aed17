import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { greeting } from './greeting.ts';

const facts = { address: 'http://127.0.0.1:3000', database: 'embedded PostgreSQL', home: '/srv/weft', report: null };
const examples = [
  { id: 'w1', name: 'Greeting', mode: 'workflow', key: 'app-1' },
  { id: 'c1', name: 'Demo chat', mode: 'advanced-chat', key: 'app-2' },
] as const;

describe('the greeting', () => {
  it('fits in fifteen lines on a first start: address, sign-in, a page, two calls with their keys', () => {
    const text = greeting({ ...facts, examples });
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(15);
    expect(text).toContain('Weft listens on http://127.0.0.1:3000\n');
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

describe('the page of the server', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await sharedPlatform();
  });
  afterAll(() => platform.dispose());

  it('is HTML that may load a style sheet of the house and nothing else', async () => {
    const answer = await fetch(`${platform.url}/`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self';/);
    expect(await answer.text()).not.toContain('<script');
  });
});
