import { beforeAll, expect, it } from 'vitest';
import { appDocument, chain, edge, node } from '#engine/testing/app-document.ts';
import { describePages } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';

/** A workflow with a mistake of each way to mend one: a field, an item of a list, a click, a node that is left over. */
const broken = appDocument({
  mode: 'workflow',
  name: 'Broken',
  nodes: [
    node('start', 'start', {
      title: 'Start',
      variables: [{ variable: 'topic', label: 'Topic', type: 'text-input', required: true, max_length: 48 }],
    }),
    node('check', 'if-else', {
      title: 'Is it long?',
      cases: [
        {
          ...{ case_id: 'true', id: 'true', logical_operator: 'and' },
          conditions: [
            { id: 'c1', variable_selector: ['start', 'topic'], comparison_operator: 'is not empty', value: '' },
          ],
        },
      ],
    }),
    node('shorten', 'template-transform', {
      ...{ title: 'Shorten', template: '{{ topic | shorter }}' },
      variables: [{ variable: 'topic', value_selector: ['start', 'topic'] }],
    }),
    node('end', 'end', {
      title: 'End',
      outputs: [
        { variable: 'short', value_selector: ['shorten', 'output'] },
        { variable: '', value_selector: [] },
      ],
    }),
    node('left', 'template-transform', { title: 'Left over', template: 'x', variables: [] }),
  ],
  edges: [...chain('start', 'check'), edge('check', 'shorten', 'true'), ...chain('shorten', 'end')],
});

describePages('problems of an app', (pages) => {
  let person: StudioPerson;
  beforeAll(async () => {
    await ownServer(pages);
    person = await studioPerson(pages);
  });

  it('are gone to from the list, mended at their fields, and nothing keeps the app from being published', async () => {
    // Where all of a text is replaced, Chromium would keep its style; the policy refuses that.
    const page = await person.open('/apps/new?from=document', { expected: [/inline style/] });
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'broken.yml', mimeType: 'application/yaml', buffer: Buffer.from(broken) });
    await page.getByRole('button', { name: 'Show what it needs' }).click();
    await page.getByText('4 problems to mend once it is imported').waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();

    const list = page.getByRole('dialog', { name: 'Problems' });
    const of = (title: string) => list.locator('section', { has: page.getByRole('heading', { name: title }) });
    const open = () => page.getByRole('button', { name: /^\d+ problems?/ }).click();
    await open();
    await list.getByText('Errors: 3. Warnings: 1. Hints: 0.').waitFor();
    expect(await pages.violations(page)).toEqual([]);

    // What is known to mend them is one click.
    await of('Is it long?').getByRole('button', { name: "Use 'not empty'" }).click();
    await of('Is it long?').waitFor({ state: 'detached' });
    await of('End').getByRole('button', { name: 'Remove the row' }).click();
    await of('End').waitFor({ state: 'detached' });

    // The focus is in the field that is wrong.
    await of('Shorten').getByRole('button', { name: 'Go there' }).click();
    const template = page.getByRole('textbox', { name: 'Template' });
    await page.getByText(/is no Jinja template: No filter named 'shorter'/).waitFor();
    await expect.poll(() => template.evaluate((field) => field.matches(':focus-within, :focus'))).toBe(true);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('{{ topic }}');
    await page.getByText(/No filter named/).waitFor({ state: 'detached' });

    await open();
    await of('Left over').getByRole('button', { name: 'Go there' }).click();
    await expect.poll(() => page.evaluate('document.activeElement?.dataset.id')).toBe('left');
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('heading', { name: 'Review and publish' }).waitFor();
    expect(await page.getByText('A run that gets there fails:').count()).toBe(0);
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Version 1 is published.').waitFor();
  });

  it('are said where publishing is asked for, with the way to each; only who says so publishes errors', async () => {
    const { appId } = await pages.platform.importApp(broken.replace('is not empty', 'not empty'), { publish: false });
    const page = await person.open(`/app/${appId}/review`, { expected: [/400/] });
    await page.getByText('A run that gets there fails:').waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page
      .getByRole('alert')
      .getByText(/The draft has 2 errors/)
      .waitFor();
    await page.getByRole('link', { name: 'Shorten' }).click();
    await page.getByRole('textbox', { name: 'Template' }).waitFor();
    await page.goBack();
    await page.getByLabel('Publish although there are 2 errors').check();
    await typeInto(page.getByLabel('Name of the version'), 'As it is');
    await page.getByRole('button', { name: 'Publish' }).click();
    await page
      .getByRole('alert')
      .getByText(/No filter named 'shorter'/)
      .last()
      .waitFor();
  });
});
