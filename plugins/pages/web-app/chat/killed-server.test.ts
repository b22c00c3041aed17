import { type AddressInfo, createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { modelChat } from '#engine/testing/app-document.ts';
import { type TestDatabaseEnvironment, testDatabaseEnvironment } from '#plugins/database/testing/test-database.ts';
import { describePages } from '#plugins/pages/testing/open-pages.ts';
import { managementClient } from '#plugins/runs/testing/management-client.ts';
import { killLeftovers, startServer } from '#plugins/runs/testing/server-process.ts';
import { answers, send } from '#plugins/web-app/testing/chat-bench.ts';

/** One that nobody uses now, for a server that comes back where it was. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describePages('a server that is killed in the midst of an answer', (pages) => {
  let environment: TestDatabaseEnvironment;
  beforeAll(async () => {
    environment = await testDatabaseEnvironment();
  });
  afterEach(killLeftovers);
  afterAll(() => environment.dispose());

  it('comes back, and the page shows the rest', { timeout: 120_000 }, async () => {
    const env = { ...environment.env, PORT: String(await freePort()), HOST: '127.0.0.1' };
    const first = await startServer(env);
    const management = await managementClient(first, environment);
    const yaml = modelChat({ completion_params: { pace_ms: 120, max_tokens: 200 } });
    const imported = await management.request('/console/api/apps/import', { body: { yaml, publish: true } });
    const { id } = (imported.body as { app: { id: string } }).app;
    await management.request(`/console/api/apps/${id}/site`, { method: 'PATCH', body: { enabled: true } });
    // Built by the process, where nobody has done so.
    await expect.poll(async () => (await fetch(`${first.address}/chat/${id}`)).status, { timeout: 60_000 }).toBe(200);

    const page = await pages.open(`${first.address}/chat/${id}`, { expected: [/ERR_|Failed to load|net::|503/] });
    const words = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');
    await send(page, words);
    const text = () => answers(page).last().innerText();
    await expect.poll(text).toContain('word3');
    await first.kill();
    await expect.poll(text).toContain('this page joins again');
    expect(await text()).not.toContain('word59');

    await startServer(env);
    await expect.poll(text, { timeout: 60_000 }).toContain('word59');
    await answers(page).last().getByRole('button', { name: 'Copy' }).waitFor();
    const told = await text();
    expect(told.match(/word\d+/g)).toEqual(words.split(' '));
    expect(told).not.toContain('joins again');
    expect(await answers(page).count()).toBe(1);
    await page.reload();
    await expect.poll(text).toContain('word59');
  });
});
