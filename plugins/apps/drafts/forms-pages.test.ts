import { beforeAll, expect, it } from 'vitest';
import { appDocument, edge, node } from '#engine/testing/app-document.ts';
import { describePages } from '#plugins/pages/testing/open-pages.ts';
import { typeInto } from '#plugins/pages/testing/type-into.ts';
import { ownServer, type StudioPerson, studioPerson } from '#plugins/studio/testing/studio-bench.ts';

interface Made {
  readonly id: string;
}

const placed = (id: string, at: number, data: object) => ({
  ...{ id, type: 'custom', position: { x: 300 * (at % 4), y: 200 * Math.floor(at / 4) } },
  data,
});
const agentTools = [
  {
    ...{ enabled: true, type: 'builtin', provider_name: 'maths', tool_name: 'eval_expression', tool_label: 'Reckon' },
    ...{ settings: {}, parameters: { expression: { auto: 1, value: null } }, odd: { kept: [1.0] } },
  },
];
const ways = [
  { id: 'w', type: 'webapp', enabled: true, config: {} },
  { id: 'p', type: 'pigeon', enabled: false, config: { loft: 7 } },
];
const nodesOf = (base: string) => [
  placed('begin', 0, {
    ...{ type: 'start', title: 'Begin' },
    variables: [{ variable: 'files', label: 'Files', type: 'file-list', required: false }],
  }),
  placed('know', 1, {
    ...{ type: 'knowledge-retrieval', title: 'Know', query_variable_selector: ['sys', 'query'], dataset_ids: [base] },
    ...{ retrieval_mode: 'multiple', multiple_retrieval_config: { top_k: 4 }, metadata_filtering_mode: 'manual' },
    metadata_filtering_conditions: { logical_operator: 'and', conditions: [] },
  }),
  placed('ask', 2, {
    ...{ type: 'human-input', title: 'Ask', form_content: 'Well?', inputs: [], timeout: 1, timeout_unit: 'hour' },
    ...{ user_actions: [{ id: 'yes', title: 'Yes', button_style: 'primary' }], delivery_methods: ways },
  }),
  placed('work', 3, {
    ...{ type: 'agent', title: 'Work', agent_strategy_name: 'function_calling', tool_node_version: '2' },
    agent_strategy_provider_name: 'langgenius/agent/agent',
    agent_parameters: {
      tools: { type: 'constant', value: agentTools },
      query: { type: 'constant', value: '{{#sys.query#}}' },
    },
  }),
  placed('check', 4, {
    ...{ type: 'if-else', title: 'Check' },
    cases: [
      {
        ...{ case_id: 'a', id: 'a', logical_operator: 'and' },
        conditions: [
          {
            ...{ id: 'c', variable_selector: ['begin', 'files'], varType: 'array[file]', value: '' },
            comparison_operator: 'contains',
          },
          {
            ...{ id: 'd', variable_selector: ['sys', 'query'], varType: 'string', comparison_operator: 'in' },
            value: ['one, two'],
          },
        ],
      },
    ],
  }),
  placed('change', 5, {
    ...{ type: 'assigner', title: 'Change', version: '2' },
    items: [
      {
        ...{ variable_selector: ['conversation', 'notes'], input_type: 'constant', operation: 'set' },
        value: { mood: 'good', deep: { list: [1, 'two'] } },
      },
    ],
  }),
  placed('find', 6, {
    ...{ type: 'tool', title: 'Find', provider_type: 'builtin', provider_id: 'tavily', provider_name: 'tavily' },
    ...{ tool_name: 'tavily_search', tool_label: 'Search', tool_node_version: '2' },
    ...{ tool_parameters: {}, tool_configurations: { odd: { type: 'constant', value: 3 } } },
  }),
  placed('answer', 7, { type: 'answer', title: 'Answer', answer: 'Done.', variables: [] }),
];
const documentOf = (base: string) => {
  const nodes = nodesOf(base);
  const edges = nodes.slice(1).map(({ id }, at) => {
    const source = nodes[at];
    const handle = source?.id === 'ask' ? 'yes' : source?.id === 'check' ? 'a' : 'source';
    return { id: `e${at}`, source: source?.id, sourceHandle: handle, target: id, targetHandle: 'target' };
  });
  const notes = { id: 'n', name: 'notes', value_type: 'object', value: {}, description: '' };
  // JSON is YAML.
  return JSON.stringify({
    ...{ app: { name: 'Forms', mode: 'advanced-chat' }, kind: 'app', version: '0.6.0' },
    workflow: { environment_variables: [], conversation_variables: [notes], features: {}, graph: { edges, nodes } },
  });
};

/** Types where the focus is, several keys before the browser draws again, as on a slow computer. */
const quickly = (text: string) => `(async () => {
  for (const key of ${JSON.stringify(text)}) {
    document.execCommand('insertText', false, key);
    await new Promise((next) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = next;
      port2.postMessage(null);
    });
  }
})()`;

describePages('forms in place of JSON', (pages) => {
  let person: StudioPerson;
  let base = '';
  const ask = async <Answer>(path: string, body?: object) =>
    (await pages.platform.management.request(path, body === undefined ? {} : { method: 'POST', body })).body as Answer;
  beforeAll(async () => {
    await ownServer(pages);
    person = await studioPerson(pages);
    base = (await ask<Made>('/console/api/datasets', { name: 'Books', permission: 'all_team_members' })).id;
    for (const [name, type] of Object.entries({ author: 'string', pages: 'number', printed: 'time' }))
      await ask(`/console/api/datasets/${base}/fields`, { name, type });
  });
  const open = async (node: string) => {
    const { appId } = await pages.platform.importApp(documentOf(base));
    const page = await person.open(`/app/${appId}/build?node=${node}`);
    const yaml = async () => (await ask<{ yaml: string }>(`/console/api/apps/${appId}/draft`)).yaml;
    const panel = page.getByRole('complementary');
    // Ids of bases are sealed anew each time.
    const plain = async () => (await yaml()).replace(/- djE\S+/g, '- base');
    const before = await plain();
    const undone = async () => {
      while (await page.getByRole('button', { name: 'Undo' }).isEnabled())
        await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(plain).toBe(before);
    };
    return { page, panel, yaml, undone };
  };

  it('a metadata filter: by the fields of the base, each with its type', async () => {
    const { page, panel, yaml, undone } = await open('know');
    const add = panel.getByRole('button', { name: 'Add a condition' });
    await add.click();
    const field = panel.getByRole('button', { name: /^Field: / });
    const pick = async (name: string) => {
      await field.last().press('Enter');
      await page.getByRole('option', { name: 'printed', exact: false }).waitFor();
      await page.locator('[popover] input:focus').waitFor();
      await page.keyboard.type(name);
      await page.keyboard.press('Enter');
      await panel.getByRole('button', { name: `Field: ${name}` }).waitFor();
    };
    await pick('pages');
    await panel.getByLabel('Comparison').selectOption('>');
    await typeInto(panel.getByRole('spinbutton', { name: 'Value', exact: true }), '200');
    await add.click();
    await pick('printed');
    await panel.getByLabel('Comparison').last().selectOption('after');
    await typeInto(panel.getByLabel('Time', { exact: true }), '2026-03-15T09:30');
    const seconds = Math.floor(new Date('2026-03-15T09:30').getTime() / 1000);
    await expect
      .poll(yaml)
      .toMatch(new RegExp(`name: pages\\s+comparison_operator: '?>'?\\s+value: 200[\\s\\S]*value: ${seconds}`));
    expect(await pages.violations(page)).toEqual([]);
    await undone();
  });

  it('variables that a node sees, by keys: those that fit, and why others do not', async () => {
    const { page, panel, yaml, undone } = await open('know');
    const field = panel.getByRole('button', { name: /^Question: / });
    await field.press('ArrowDown');
    const options = page.getByRole('listbox').getByRole('option');
    await page.getByRole('group', { name: 'System' }).getByRole('option', { name: 'query', exact: false }).waitFor();
    expect(await options.filter({ hasText: 'array[file]' }).count()).toBe(0);
    expect(await pages.violations(page)).toEqual([]);
    await page.keyboard.type('begin');
    await expect.poll(() => options.allTextContents()).toEqual(['filesarray[file], where only string fits']);
    await page.keyboard.press('Enter');
    expect(await yaml()).toMatch(/query_variable_selector:\s+- sys\s+- query/);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('user');
    await page.keyboard.press('Enter');
    await panel.getByRole('button', { name: 'Question: System · user_id' }).waitFor();
    await expect.poll(yaml).toMatch(/query_variable_selector:\s+- sys\s+- user_id/);
    // What is chosen is where one begins: Enter keeps it. And all of the list is in the window, wherever its field is.
    await panel.getByRole('button', { name: 'Question: System · user_id' }).press('Enter');
    await page.getByRole('option', { name: 'user_id', selected: true }).waitFor();
    const {
      x = -1,
      y = -1,
      width = 0,
      height = 0,
    } = (await page.getByRole('dialog', { name: 'Question' }).boundingBox()) ?? {};
    const window = page.viewportSize() ?? { width: 0, height: 0 };
    expect([x >= 0, y >= 0, x + width <= window.width, y + height <= window.height]).toEqual([true, true, true, true]);
    await page.keyboard.press('Enter');
    await panel.getByRole('button', { name: 'Question: System · user_id' }).waitFor();
    await undone();
  });

  it('a condition on a choice: its options are offered', async () => {
    const size = { variable: 'size', label: 'Size', type: 'select', required: true, options: ['small', 'large'] };
    const condition = { id: 'c', variable_selector: ['begin', 'size'], varType: 'string', comparison_operator: 'is' };
    const cases = [{ case_id: 'a', id: 'a', logical_operator: 'and', conditions: [{ ...condition, value: '' }] }];
    const document = appDocument({
      mode: 'workflow',
      name: 'Sizes',
      nodes: [
        node('begin', 'start', { title: 'Begin', variables: [size] }),
        node('check', 'if-else', { title: 'Check', cases }),
        node('finish', 'end', { title: 'Finish', outputs: [] }),
      ],
      edges: [edge('begin', 'check'), edge('check', 'finish', 'a')],
    });
    const { appId } = await pages.platform.importApp(document, { publish: false });
    const page = await person.open(`/app/${appId}/build?node=check`);
    const value = page.getByRole('complementary').getByLabel('Value', { exact: true });
    await value.selectOption('large');
    const path = `/console/api/apps/${appId}/draft`;
    await expect.poll(async () => (await ask<{ yaml: string }>(path)).yaml).toMatch(/value: large/);
    expect(await pages.violations(page)).toEqual([]);
  });

  it('the time zone of a schedule, by keys', async () => {
    const nodes = [
      placed('clock', 0, {
        ...{ type: 'trigger-schedule', title: 'Clock', mode: 'visual', frequency: 'daily', cron_expression: '' },
        ...{ visual_config: { time: '9:00 AM' }, timezone: 'UTC' },
      }),
      placed('end', 1, { type: 'end', title: 'End', outputs: [] }),
    ];
    const edges = [{ id: 'e', source: 'clock', sourceHandle: 'source', target: 'end', targetHandle: 'target' }];
    const workflow = { environment_variables: [], conversation_variables: [], features: {}, graph: { edges, nodes } };
    const app = { name: 'Clock', mode: 'workflow' };
    const { appId } = await pages.platform.importApp(JSON.stringify({ app, kind: 'app', version: '0.6.0', workflow }));
    const page = await person.open(`/app/${appId}/build?node=clock`);
    await page.getByRole('button', { name: 'Time zone: UTC' }).press('Enter');
    await page.getByRole('group', { name: 'Africa' }).waitFor();
    expect(await pages.violations(page)).toEqual([]);
    await page.keyboard.type('kolka');
    await expect
      .poll(() => page.getByRole('listbox').getByRole('option').allTextContents())
      .toEqual(['KolkataUTC+5:30']);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Time zone: Asia/Kolkata' }).waitFor();
    const yaml = async () => (await ask<{ yaml: string }>(`/console/api/apps/${appId}/draft`)).yaml;
    await expect.poll(yaml).toContain('timezone: Asia/Kolkata');
  });

  it('deliveries: an e-mail to a member and an address; other ways stay', async () => {
    const { page, panel, yaml, undone } = await open('ask');
    await panel.getByRole('switch', { name: 'In the app and over its API' }).uncheck();
    await panel.getByRole('button', { name: 'Add an e-mail' }).click();
    await panel.getByRole('button', { name: /^Add a member: / }).press('Enter');
    await page.getByRole('listbox').getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    const addresses = panel.getByRole('textbox', { name: 'Other addresses' });
    await typeInto(addresses, 'not an address');
    await panel.getByText('“not an address” is no e-mail address.').waitFor();
    await typeInto(addresses, 'ada@example.com');
    await expect.poll(yaml).toMatch(/type: member\s+user_id: \S+[\s\S]*email: ada@example.com/);
    expect(await yaml()).toMatch(/type: pigeon\s+enabled: false\s+config:\s+loft: 7/);
    expect(await pages.violations(page)).toEqual([]);
    await undone();
  });

  it('tools of an agent: added, set, switched off, taken away', async () => {
    const { page, panel, yaml, undone } = await open('work');
    const agentOnly = async () => (await yaml()).split('agent_parameters')[1]?.split('if-else')[0] ?? '';
    await panel.getByRole('button', { name: /^Add a tool: / }).click();
    await page.getByRole('combobox', { name: 'Add a tool' }).waitFor();
    await page.keyboard.type('current time');
    await page.keyboard.press('Enter');
    await expect.poll(agentOnly).toContain('tool_name: current_time');
    await panel.getByRole('switch', { name: 'Use Reckon' }).uncheck();
    await panel.getByLabel('Settings of Reckon').click();
    await panel
      .getByRole('switch', { name: /^The model fills in/ })
      .first()
      .uncheck();
    const value = panel.getByRole('textbox', { name: /expression/i }).first();
    await value.click();
    await page.keyboard.type('1 + 1');
    await expect.poll(yaml).toMatch(/auto: 0\s+value:\s+type: mixed\s+value: 1 \+ 1/);
    expect(await yaml()).toMatch(/odd:\s+kept:/);
    expect(await pages.violations(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Remove Current Time' }).click();
    await expect.poll(agentOnly).not.toContain('current_time');
    await undone();
  });

  it('conditions about files, and lists with commas in their values', async () => {
    const { page, panel, yaml, undone } = await open('check');
    const files = panel.getByRole('group', { name: 'Files for which' });
    await files.getByRole('button', { name: 'Add a condition' }).click();
    await files.getByRole('checkbox', { name: 'Document' }).check();
    await expect.poll(yaml).toMatch(/sub_variable_condition:[\s\S]*key: type[\s\S]*- image\s+- document/);
    await panel.getByRole('button', { name: 'Add a value' }).click();
    await typeInto(panel.getByRole('textbox', { name: 'Value 2' }), 'three, four');
    await expect.poll(yaml).toMatch(/- one, two\s+- three, four/);
    expect(await pages.violations(page)).toEqual([]);
    await undone();
  });

  it('constants that are objects, by keyboard', async () => {
    const { page, panel, yaml, undone } = await open('change');
    await panel.getByRole('button', { name: 'Add an entry', exact: true }).press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.value')).toBe('key_3');
    await page.keyboard.press('Control+a');
    await page.evaluate(quickly('count'));
    await panel.getByLabel('Type of count').selectOption('number');
    await typeInto(panel.getByRole('spinbutton', { name: 'count' }), '4');
    await expect.poll(yaml).toMatch(/mood: good\s+deep:\s+list:\s+- 1\s+- two\s+count: 4/);
    expect(await pages.violations(page)).toEqual([]);
    await undone();
  });

  it('parameters of a tool, by their type', async () => {
    const { page, panel, yaml, undone } = await open('find');
    await panel.getByRole('combobox', { name: 'Topic' }).selectOption('news');
    await panel.getByRole('switch', { name: 'Answer', exact: true }).check();
    await typeInto(panel.getByRole('spinbutton', { name: 'Results' }), '7');
    await panel.getByRole('button', { name: 'Days from a variable' }).click();
    await panel.getByRole('button', { name: 'Days: No variable' }).press('Enter');
    await page.getByRole('combobox', { name: 'Days' }).waitFor();
    await page.keyboard.type('query');
    await page.keyboard.press('Enter');
    await panel.getByRole('button', { name: 'Days: System · query' }).waitFor();
    await expect.poll(yaml).toMatch(/topic:\s+type: constant\s+value: news/);
    await expect.poll(yaml).toMatch(/days:\s+type: variable\s+value:\s+- sys\s+- query/);
    await expect.poll(yaml).toMatch(/include_answer: true\s+max_results: 7/);
    expect(await yaml()).toMatch(/odd:\s+type: constant\s+value: 3/);
    expect(await pages.violations(page)).toEqual([]);
    await undone();
  });
});
