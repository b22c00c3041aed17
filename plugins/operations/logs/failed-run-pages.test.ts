import { beforeAll, expect, it } from 'vitest';
import { appDocument, chain, node } from '#engine/testing/app-document.ts';
import { testClient } from '#http/testing/client.ts';
import { modelNode, textInput } from '#plugins/delivery-api/testing/documents.ts';
import { describePages } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';

/** Reads a number out of what a model says, which says none to some. */
const orders = appDocument({
  mode: 'workflow',
  name: 'Orders',
  nodes: [
    node('1701', 'start', { title: 'Start', variables: [textInput('order', { label: 'Order', required: true })] }),
    modelNode('1702', 'The order is {{#1701.order#}}', {}, { title: 'Read the order' }),
    node('1703', 'code', {
      title: 'Take the amount',
      code_language: 'javascript',
      code: "function main({ text }) { const found = /\\d+/.exec(text.split('order is')[1]); if (found === null) throw new Error('No amount in: ' + text); return { amount: Number(found[0]) } }",
      variables: [{ variable: 'text', value_selector: ['1702', 'text'] }],
      outputs: { amount: { type: 'number' } },
    }),
    node('1704', 'template-transform', {
      title: 'Confirm',
      template: 'You get {{ amount }}.',
      variables: [{ variable: 'amount', value_selector: ['1703', 'amount'] }],
    }),
    node('1705', 'end', { title: 'End', outputs: [{ variable: 'said', value_selector: ['1704', 'output'] }] }),
  ],
  edges: chain('1701', '1702', '1703', '1704', '1705'),
});

describePages('a run that failed in production', (pages) => {
  let person: StudioPerson;
  beforeAll(async () => {
    await ownServer(pages);
    person = await studioPerson(pages);
  });

  it('is found, tried again with a change at the node that failed, gone on with, published and compared', async () => {
    const { appId, key } = await pages.app(orders);
    const run = (order: string) =>
      testClient(pages.platform.url, key).request('/v1/workflows/run', {
        body: { inputs: { order }, response_mode: 'blocking', user: 'shop-7' },
      });
    await run('3 ferns');
    await run('some ferns');
    const page = await person.open(`/app/${appId}/runs`, { expected: [/409/] });
    const rows = page.getByRole('table', { name: 'Runs' }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(3);
    // Why it failed, and who it failed for, stand in the list.
    const row = rows.filter({ hasText: 'No amount in' });
    await row.getByText('shop-7').waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await row.getByRole('link').click();

    // The node that failed is shown without being looked for.
    const failed = page.getByRole('article', { name: 'Take the amount' });
    await failed.getByText('The order is some ferns').first().waitFor();
    expect(await page.getByRole('region', { name: 'Values of the run' }).textContent()).not.toContain('workflow_id');
    expect(await pages.violations(page)).toEqual([]);
    await failed.getByRole('link', { name: 'Open in the editor' }).press('Enter');

    const past = page.getByRole('region', { name: 'Values of an earlier run' });
    const panel = page.getByRole('complementary', { name: 'Node Take the amount' });
    const code = panel.getByRole('textbox', { name: /^Code/ });
    await code.focus();
    const goOn = past.getByRole('button', { name: 'Go on from here with the draft' });
    await expect.poll(() => goOn.isEnabled()).toBe(true);
    expect(await pages.violations(page)).toEqual([]);
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Backspace');
    await page.keyboard.insertText(
      'function main({ text }) { return { amount: Number(/some (.)/.exec(text)?.[1].length) } }',
    );
    await past.getByRole('button', { name: 'Run this node' }).press('Enter');
    const dialog = page.getByRole('dialog');
    // With what it was given in that run.
    await expect.poll(() => dialog.getByLabel('Read the order · text').inputValue()).toContain('some ferns');
    await dialog.getByRole('button', { name: 'Run', exact: true }).press('Enter');
    await panel.getByText('Succeeded').waitFor();
    await panel.getByRole('region', { name: 'Outputs' }).getByText('"amount": 1').waitFor();
    await goOn.press('Enter');

    await page.getByText('You get 1.').first().waitFor();
    await page
      .getByRole('region', { name: 'Graph of the run' })
      .getByRole('group', { name: /^Confirm,/ })
      .waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Compare with the run it came from' }).press('Enter');
    const table = page.getByRole('table', { name: 'Comparison' });
    await table.getByRole('row', { name: /^Take the amount differs/ }).waitFor();
    await expect.poll(() => page.getByRole('region', { name: /^Graph of the run of/ }).count()).toBe(2);
    expect(await table.textContent()).not.toContain('workflow_id');
    expect(await pages.violations(page)).toEqual([]);

    await page.locator('nav').getByRole('link', { name: 'Build' }).press('Enter');
    await page.getByRole('button', { name: 'Publish' }).press('Enter');
    await typeInto(page.getByLabel('Name of the version'), 'Some is one');
    await page.getByRole('button', { name: 'Publish' }).press('Enter');
    await page.getByText(/Version \d is published/).waitFor();
    await expect.poll(async () => (await run('some ferns')).text).toContain('You get 1.');
  });
});
