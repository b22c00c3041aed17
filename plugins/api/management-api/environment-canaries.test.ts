import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';
import { managementClient } from '#plugins/runs/testing/management-client.ts';
import { killLeftovers, runServer, startServer } from '#plugins/runs/testing/server-process.ts';

/** Secrets of the environment; none would be found by its name. */
const canaries = {
  database: 'canary-of-database-4711',
  redis: 'canary-of-redis-4711',
  smtp: 'canary-of-smtp-4711',
  s3: 'canary-of-s3-4711',
  stripe: 'sk_test_canaryOfStripe4711',
  events: 'whsec_canaryOfStripeEvents4711',
};

let environment: TestDatabaseEnvironment;
beforeAll(async () => {
  environment = await testDatabaseEnvironment();
});
afterEach(killLeftovers);
afterAll(() => environment.dispose());

function expectNone(text: string, where: string): void {
  const shown = Object.entries(canaries).filter(([, canary]) =>
    [canary, encodeURIComponent(canary), Buffer.from(canary).toString('base64').slice(0, -4)].some((form) =>
      text.includes(form),
    ),
  );
  expect(shown, where).toEqual([]);
}

/** The address of the test's database, with a password that its server does not ask for. */
function databaseUrl(): Record<string, string> {
  const { DATABASE_URL: url } = environment.env;
  if (url === undefined) return {};
  const address = new URL(url);
  address.password ||= canaries.database;
  return { DATABASE_URL: address.href };
}

/** Nothing listens there: what the secrets are for fails, and tells why. */
const nowhere = '127.0.0.1:9';
const installation = {
  REDIS_URL: `redis://weft:${canaries.redis}@${nowhere}`,
  SMTP_URL: `smtp://weft:${canaries.smtp}@${nowhere}`,
  MAIL_FROM: 'weft@example.com',
  WEFT_BLOBS_STORE: 's3',
  WEFT_S3_ENDPOINT: `http://${nowhere}`,
  WEFT_S3_BUCKET: 'files',
  WEFT_S3_ACCESS_KEY: 'AKIAEXAMPLE',
  WEFT_S3_SECRET_KEY: canaries.s3,
  WEFT_STRIPE_SECRET_KEY: canaries.stripe,
  WEFT_STRIPE_WEBHOOK_SECRET: canaries.events,
  WEFT_STRIPE_PRICES: JSON.stringify({ team: 'price_team' }),
  WEFT_STRIPE_API_URL: `http://${nowhere}`,
  WEFT_EGRESS_ALLOW: '127.0.0.1',
};

describe('attack T11: secrets of the environment', () => {
  it('are in no line of a whole server, from its boot report to its end, and in no answer', async () => {
    const server = await startServer({
      ...environment.env,
      ...databaseUrl(),
      ...installation,
      WEFT_LOG_LEVEL: 'debug',
      WEFT_VERBOSE: 'true',
    });
    const client = await managementClient(server, environment);
    const form = new FormData();
    form.set('file', new Blob(['hello'], { type: 'text/plain' }), 'a.txt');
    const asks: readonly (readonly [string, object?])[] = [
      ['/console/api/billing/subscription', { plan: 'team', provider: 'stripe' }],
      ['/console/api/invitations', { email: 'new@example.com', role: 'member' }],
      ['/console/api/workspace'],
      ['/health'],
      ['/health/ready'],
    ];
    for (const [path, body] of asks) {
      const { text, headers } = await client.request(path, body === undefined ? {} : { body });
      expectNone(text + JSON.stringify([...headers]), path);
    }
    const ended = await server.stop();
    expect(ended.code).toBe(0);
    expect(server.output()).toContain('***');
    expectNone(server.output(), 'output');
  }, 120_000);

  // Two settings that are wrong at once are both told of.
  it.each<readonly [string, Readonly<Record<string, string>>, RegExp]>([
    [
      'a database that is not there, and something else where a mail server should be',
      { DATABASE_URL: `postgres://weft:${canaries.database}@${nowhere}/weft`, SMTP_URL: canaries.smtp },
      /DATABASE_URL[\s\S]*SMTP_URL/,
    ],
    [
      'an address of a database that is none, and a mail server with a port that is none',
      {
        DATABASE_URL: `postgres://weft:${canaries.database}@[::/weft`,
        SMTP_URL: `smtp://weft:${canaries.smtp}@127.0.0.1:x`,
      },
      /DATABASE_URL[\s\S]*SMTP_URL.*port/,
    ],
    [
      'a database with a port that is none',
      { DATABASE_URL: `postgres://weft:${canaries.database}@127.0.0.1:x/weft` },
      /DATABASE_URL/,
    ],
    ['another kind of database', { DATABASE_URL: `mysql://weft:${canaries.database}@${nowhere}/weft` }, /DATABASE_URL/],
    ['an address of Redis that is none', { REDIS_URL: `redis://:${canaries.redis}@127.0.0.1:x` }, /Invalid URL/],
    [
      'a secret for events that is none',
      { WEFT_STRIPE_SECRET_KEY: canaries.stripe, WEFT_STRIPE_WEBHOOK_SECRET: `x${canaries.events}` },
      /WEFT_STRIPE_WEBHOOK_SECRET/,
    ],
    [
      'prices that are none',
      { WEFT_STRIPE_SECRET_KEY: canaries.stripe, WEFT_STRIPE_PRICES: canaries.events },
      /WEFT_STRIPE_PRICES/,
    ],
  ])(
    'are not told by a server that does not start for %s',
    async (_name, env, settings) => {
      const { code, output } = await runServer({ ...environment.env, ...env });
      expect(output).toMatch(settings);
      expectNone(output, 'output');
      expect(code, output).not.toBe(0);
    },
    120_000,
  );
});
