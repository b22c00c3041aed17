import { afterAll, beforeAll, expect, it } from 'vitest';
import { describePages } from '#plugins/pages/testing/open-pages.ts';
import { type Installation, testInstallation } from '#plugins/runs/testing/installation.ts';
import { managementClient } from '#plugins/runs/testing/management-client.ts';
import { csvFile, pickyWorkflow } from '#plugins/web-app/testing/workflow-documents.ts';

const rows = 24;

describePages('a batch whose server is killed', (pages) => {
  let installation: Installation;
  beforeAll(async () => {
    installation = await testInstallation();
  });
  afterAll(() => installation.dispose());

  it('finishes on the page that is open, each row once', async () => {
    let server = await installation.start();
    const { address } = server;
    const management = await managementClient(server, installation);
    const imported = await management.request('/console/api/apps/import', {
      method: 'POST',
      body: { yaml: pickyWorkflow(40), publish: true },
    });
    const appId = (imported.body as { app: { id: string } }).app.id;
    const site = `/console/api/apps/${appId}/site`;
    expect((await management.request(site, { method: 'PATCH', body: { enabled: true } })).status).toBe(200);

    const page = await pages.open(`${address}/chat/${appId}?tab=batches`, { expected: [/net::ERR/, /50[234]/] });
    const names = Array.from({ length: rows }, (_, index) => `Ada ${index + 1}`);
    const greetings = names.map((name) => `Hello ${name}`);
    await page.getByLabel('Choose a CSV or Excel file').setInputFiles(csvFile(names));
    await page.getByRole('button', { name: `Start ${rows} rows` }).click();
    await page.getByRole('button', { name: /^Finished [1-9]/ }).waitFor({ timeout: 30_000 });
    await server.kill();
    server = await installation.start({ PORT: new URL(address).port });
    expect(server.address).toBe(address);
    await page.getByRole('status').getByText('The batch has finished.').waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: new RegExp(`^Finished ${rows}`) }).waitFor();
    await page.getByText(`${rows} of ${rows} rows`).first().waitFor();
    // Every row of the table says its own, and is there once.
    const seen = new Set<string>();
    for (let at = 0; at < rows; at += 10) {
      await page.locator('[data-rows]').evaluate((element, row) => {
        element.scrollTop = row * 44;
      }, at);
      // Rows come in portions as one scrolls.
      await expect
        .poll(async () => {
          const cells = await page.locator('tbody tr[data-status="succeeded"] td').allTextContents();
          for (const text of cells) if (text.startsWith('Hello ')) seen.add(text);
          return [...seen];
        })
        .toEqual(expect.arrayContaining(greetings.slice(at, at + 10)));
    }
    expect(seen).toEqual(new Set(greetings));
  }, 180_000);
});
