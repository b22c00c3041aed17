import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Public, type Route, Routes } from '#http';
import { testClient } from '#http/testing/client.ts';
import { startPlatform, type TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import { newMember, newPerson, type Person } from '#plugins/members/testing/people.ts';

/** Hashings: what takes time that can be seen from outside. */
const work = vi.hoisted(() => ({ hashings: 0 }));
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  return {
    hash: (...given: Parameters<typeof real.hash>) => {
      work.hashings += 1;
      return real.hash(...given);
    },
    verify: (...given: Parameters<typeof real.verify>) => {
      work.hashings += 1;
      return real.verify(...given);
    },
  };
});

let platform: TestPlatform;
let person: Person;
let factored: Person;
beforeAll(async () => {
  platform = await startPlatform({ threads: 0, env: { WEFT_SIGN_UP: 'open', SMTP_URL: 'smtp://127.0.0.1:9' } });
  person = await newPerson(platform);
  factored = await newMember(platform, 'editor', platform.workspaceId);
  // What nobody has is hashed once, for the first who is nobody.
  await ask('sessions', { email: 'warm-up@example.com', password: 'x' });
});
afterAll(() => platform.dispose());
beforeEach(() => {
  work.hashings = 0;
});

async function ask(path: string, body: object, client = testClient(platform.url)) {
  const before = work.hashings;
  const answer = await client.request(`/console/api/${path}`, { body });
  const headers = [...answer.headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
  return { status: answer.status, text: answer.text, headers, hashings: work.hashings - before };
}

const unknown = () => `${crypto.randomUUID()}@example.com`;

/** Routes that anyone may ask about an address, and a body that says nothing else. */
const asks: Readonly<Record<string, (email: string) => object>> = {
  'POST /console/api/sessions': (email) => ({ email, password: 'not it at all' }),
  'POST /console/api/password-resets': (email) => ({ email }),
  'POST /console/api/sso/ways': (email) => ({ email }),
  'POST /console/api/accounts': (email) => ({ email }),
  'POST /console/api/setup': (email) => ({ email, code: 'AAAA-BBBB', name: 'Eve', password: 'not it at all' }),
};

describe('attack T22: an account that is not there', () => {
  const named = ({ body }: Route) => 'email' in ((body as { properties?: object } | undefined)?.properties ?? {});

  it('may be asked about by anyone on known routes only', () => {
    const routes = platform.kernel
      .contributions(Routes)
      .all()
      .filter((route) => route.access.authenticator === Public.authenticator && named(route));
    expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(asks).sort());
  });

  it.each(Object.entries(asks))('gets the same answer after the same work: %s', async (route, body) => {
    const path = route.replace('POST /console/api/', '');
    const missing = await ask(path, body(unknown()));
    for (const { email } of [person, factored]) expect(await ask(path, body(email))).toEqual(missing);
    expect(missing.hashings).toBe(route === 'POST /console/api/sessions' ? 1 : 0);
  });

  it('is invited like any other', async () => {
    const invite = async (email: string) => {
      const { text, ...answer } = await ask('invitations', { email, role: 'member' }, platform.management);
      return { ...answer, fields: Object.keys(JSON.parse(text)) };
    };
    const length = (answer: Awaited<ReturnType<typeof invite>>) => ({
      ...answer,
      headers: answer.headers.filter(([name]) => name !== 'content-length'),
    });
    expect(length(await invite(person.email))).toEqual(length(await invite(unknown())));
  });
});
