import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer } from '#plugins/egress/testing/local-server.ts';
import { KnowledgeClient } from '#plugins/knowledge-api/testing/knowledge-client.ts';
import { describePages } from '#plugins/pages/testing/open-pages.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';
import { type Hand, keyboard } from './testing/hands.ts';
import { Forms } from './web/graph/forms.ts';
import { paletteEntries } from './web/graph/palette.ts';
import { readGraph } from './web/graph/read-graph.ts';

/** Kinds that begin runs of their own, end them, or lie only in a loop. */
const apart = new Set(['start@1', 'end@1', 'note@1', 'loop-end@1']);

describePages('every kind of node that the registry knows', (pages) => {
  let person: StudioPerson;
  let server: Awaited<ReturnType<typeof startServer>>;
  let forms: Forms;
  const request = async (path: string, body?: object) =>
    (await pages.platform.management.request(path, body === undefined ? {} : { method: 'POST', body })).body;
  beforeAll(async () => {
    server = await startServer((_, response) => response.end('Received'));
    await ownServer(pages);
    person = await studioPerson(pages);
    const client = await KnowledgeClient.of(pages.platform);
    await client.document(
      await client.base('Handbook', { permission: 'all_team_members' }),
      'Hours',
      'Open from nine.',
    );
    forms = new Forms((await request('/console/api/node-types')) as ConstructorParameters<typeof Forms>[0]);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  /** What a kind can't guess; the others run as they are added. */
  const settingsOf = (
    hand: Hand,
  ): Readonly<Record<string, (panel: Awaited<ReturnType<Hand['open']>>) => Promise<void>>> => ({
    'question-classifier': async (panel) => {
      await hand.write(panel.getByLabel('What belongs to it').nth(0), 'Anything');
      await hand.write(panel.getByLabel('What belongs to it').nth(1), 'Else');
    },
    'parameter-extractor': async (panel) => {
      await hand.press(panel.getByRole('button', { name: /^Add: / }));
      await hand.write(panel.getByLabel('Name', { exact: true }), 'place');
      await hand.write(panel.getByLabel('Description', { exact: true }).first(), 'Where');
    },
    'knowledge-retrieval': (panel) =>
      hand.pick(panel.getByRole('button', { name: /^Add a knowledge base/ }), 'Handbook'),
    llm: (panel) => hand.write(panel.getByLabel('Text', { exact: true }).first(), 'Say something.'),
    'if-else': async (panel) => {
      await hand.pick(panel.getByRole('button', { name: /^Variable: / }), 'words');
      await hand.write(panel.getByRole('textbox', { name: 'Value' }), 'a');
    },
    'http-request': (panel) => hand.write(panel.getByLabel('URL'), server.url),
    tool: (panel) => hand.pick(panel.getByRole('button', { name: /^Tool: / }), 'Current Time'),
    iteration: () => hand.add('Iteration', 'Template'),
    loop: () => hand.add('Loop', 'Template'),
    assigner: async (panel) => {
      await hand.press(panel.getByRole('button', { name: 'Add a change' }));
      await hand.pick(panel.getByRole('button', { name: /^Variable: / }), 'noted');
      await hand.pick(panel.getByRole('button', { name: /^Value: / }), 'query');
    },
    'human-input': (panel) => hand.write(panel.getByLabel('Form', { exact: true }), 'Well?'),
  });

  it.each(['workflow', 'advanced-chat'])(
    'is added to an app of the mode %s, set by keys as far as it must be, and runs',
    async (mode) => {
      const { id } = (await request('/console/api/apps', { name: 'All', mode })) as { id: string };
      const page = await person.open(`/app/${id}/build`, { expected: [/409/, /400/] });
      const hand = keyboard(page);
      await page.locator('.react-flow__node').nth(1).waitFor();
      const dialog = page.getByRole('dialog');
      const panel = await hand.open('Start');
      for (const [name, kind] of [
        ['words', 'Short text'],
        ['papers', 'Files'],
      ] as const) {
        await hand.press(panel.getByRole('button', { name: 'Add an input' }));
        await hand.write(dialog.getByLabel('Name of the variable'), name);
        await hand.choose(dialog.getByLabel('Kind'), kind);
        await hand.press(dialog.getByRole('button', { name: 'Done' }));
      }
      const app = page.getByRole('complementary', { name: 'App', exact: true });
      if (mode === 'advanced-chat') {
        await hand.press(page.getByRole('button', { name: 'App', exact: true }));
        await hand.press(app.getByRole('button', { name: 'Add to Conversation variables' }));
        await hand.write(dialog.getByLabel('Name'), 'noted');
        await hand.press(dialog.getByRole('button', { name: 'Done' }));
      }
      const settings = settingsOf(hand);
      const kinds = paletteEntries({ forms, graph: readGraph({}), mode, parentId: null, tools: [] })
        .map(({ form }) => form)
        .filter((form) => !apart.has(form.id) && form.traits.root !== true && form.only_in === undefined)
        .filter(({ id: kind }) => mode === 'advanced-chat' || kind !== 'assigner@2');
      const titles: string[] = [];
      let last = 'Start';
      const added = async (form: (typeof kinds)[number]) => {
        await hand.add(last, form.title);
        const heading = page.getByLabel('Title', { exact: true });
        await expect.poll(() => heading.inputValue()).toMatch(new RegExp(`^${form.title}`));
        const title = await heading.inputValue();
        const set = settings[form.type];
        if (set !== undefined) await set(await hand.open(title));
        titles.push(title);
        return title;
      };
      const isBranch = ({ traits }: (typeof kinds)[number]) => traits.branch === true;
      for (const form of kinds.filter((each) => !isBranch(each))) last = await added(form);
      // A branch goes into the edge behind the last of them: what follows is at its first way.
      for (const form of kinds.filter(isBranch)) await added(form);
      await page
        .getByRole('status')
        .filter({ hasText: /^Saved$/ })
        .waitFor();

      const paper = { name: 'paper.txt', mimeType: 'text/plain', buffer: Buffer.from('A paper.') };
      await hand.press(page.getByRole('button', { name: 'Run', exact: true }));
      const place =
        mode === 'workflow'
          ? page.getByRole('complementary', { name: 'Run the draft' })
          : page.getByRole('region', { name: 'Preview' });
      await hand.write(place.getByLabel('words'), 'A place');
      await place.locator('input[type=file]').first().setInputFiles(paper);
      await place.getByText('paper.txt').filter({ visible: true }).first().waitFor();
      if (mode === 'workflow') await hand.press(place.getByRole('button', { name: 'Run', exact: true }));
      else {
        await hand.write(place.getByRole('textbox', { name: 'Message' }), 'Anything in a place?');
        await page.keyboard.press('Enter');
      }
      await hand.press(place.getByRole('button', { name: 'Approve' }));
      await place
        .getByText(mode === 'workflow' ? 'Succeeded' : /^\d+ steps$/)
        .first()
        .waitFor();
      expect(await place.getByRole('alert').allTextContents()).toEqual([]);
      expect(titles.length).toBeGreaterThan(12);
    },
  );
});
