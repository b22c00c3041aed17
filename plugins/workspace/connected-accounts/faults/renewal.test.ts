import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { TestClient } from '#http/testing/client.ts';
import { connect, registerService } from '#plugins/connected-accounts/testing/connecting.ts';
import { type OAuthService, startOAuthService } from '#plugins/connected-accounts/testing/oauth-service.ts';
import { type Installation, testInstallation } from '#plugins/runs/testing/installation.ts';
import { managementClient } from '#plugins/runs/testing/management-client.ts';
import { FakeDrive } from '#plugins/source-drive/testing/fake-drive.ts';

const CALLERS = 200;

describe.skipIf(inject('testDatabaseUrl') === '')('an account whose token ends', () => {
  let installation: Installation;
  let service: OAuthService;
  let here: TestClient;
  let there: TestClient;
  beforeAll(async () => {
    installation = await testInstallation({ HOST: '127.0.0.1', WEFT_EGRESS_ALLOW: '127.0.0.1' });
    service = await startOAuthService();
    service.handlers.push(new FakeDrive().handle);
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await installation.dispose();
  });

  it('is connected where two processes share a database', async () => {
    here = await managementClient(await installation.start(), installation);
    there = await managementClient(await installation.startOther(), { home: installation.otherHome });
    await registerService(here, service);
  }, 120_000);

  it.each([false, true])(
    'is renewed once for 200 callers of two processes (the service rotates: %s)',
    async (rotates) => {
      service.rotates = rotates;
      // Less than what is left when it is renewed.
      service.seconds = 60;
      const wish = { owner: 'workspace', capabilities: ['drive.read'] } as const;
      const { id, location } = await connect({ client: here, cookie: '' }, service, wish);
      expect(id, location.href).not.toBe('');
      service.seconds = 3_600;
      service.asked.refresh_token = 0;
      const path = `/console/api/dataset-sources/drive/places?account_id=${id}`;
      const answers = await Promise.all(
        Array.from({ length: CALLERS }, (_, index) => (index % 2 === 0 ? here : there).request(path)),
      );
      expect(new Set(answers.map(({ status, text }) => (status === 200 ? 'ok' : text)))).toEqual(new Set(['ok']));
      expect(service.asked.refresh_token).toBe(1);
    },
    120_000,
  );
});
