import { describe, expect, it } from 'vitest';
import { type NodeContext, type NodeResult, RUN_PERSISTED } from '#engine';
import { compileSchema } from '#kernel';
import { fakeContext, fakeNode, type Pool } from '#plugins/node-flow/testing/fake-context.ts';
import { FormOpen, type FormOpenRequest, FormTold, type OpenedForm } from './contract.ts';
import { node } from './node.ts';
import { humanInputNodeType, lint } from './node-types.ts';
import { askNode } from './testing/documents.ts';

const file = {
  dify_model_identity: '__dify__file__',
  id: null,
  tenant_id: null,
  type: 'image',
  transfer_method: 'remote_url',
  remote_url: 'https://files.test/a.png',
  related_id: null,
  filename: 'a.png',
  extension: '.png',
  mime_type: 'image/png',
  size: 10,
  url: 'https://files.test/a.png',
};

interface Story {
  readonly form: FormOpenRequest;
  readonly told: readonly (readonly [string, Readonly<Record<string, unknown>>])[];
  readonly calls: readonly string[];
  readonly result: NodeResult;
}

/** Runs the node once; `state` is what has become of its form. */
async function runOnce(
  data: Readonly<Record<string, unknown>>,
  options: { pool?: Pool; state?: Partial<OpenedForm>; wasTold?: boolean } = {},
): Promise<Story> {
  const { pool = {}, state = {}, wasTold = false } = options;
  const told: [string, Readonly<Record<string, unknown>>][] = [];
  const calls: string[] = [];
  let request: FormOpenRequest | undefined;
  const call = async (hostCall: string, input: unknown): Promise<unknown> => {
    calls.push(hostCall);
    if (hostCall === FormTold) return wasTold;
    if (hostCall !== FormOpen) return null;
    request = input as FormOpenRequest;
    const opened = {
      id: 'f1',
      token: 't1',
      expiresAt: 5_000,
      isTold: false,
      isNew: true,
      status: 'open',
      actionId: null,
    };
    return { ...request, ...opened, answers: null, ...state };
  };
  const base = fakeContext(pool, { call });
  const context: NodeContext = { ...base, tell: (name, shown) => void told.push([name, shown]) };
  const result = await node.run(node.compile(data, fakeNode(data)), context);
  if (request === undefined) throw new Error('the node opened no form');
  return { form: request, told, calls, result };
}

describe('a human-input node that opens its form', () => {
  it('fills in the text, leaves the places of inputs, tells of the form and pauses', async () => {
    const { form, told, result } = await runOnce(askNode(), { pool: { start: { order: 'ferns' } } });
    expect(form).toMatchObject({ timeoutSeconds: 3 * 86_400, isDelivered: true, defaults: { note: '' } });
    const shown = {
      form_id: 'f1',
      form_token: 't1',
      form_content: 'Approve ferns? {{#$output.note#}}',
      inputs: [{ type: 'paragraph', output_variable_name: 'note', default: null }],
      actions: [
        { id: 'ok', title: 'Approve', button_style: 'primary' },
        { id: 'no', title: 'Reject', button_style: 'default' },
      ],
      resolved_default_values: { note: '' },
      expiration_time: 5,
    };
    expect(told).toEqual([['human_input_required', expect.objectContaining({ ...shown, display_in_ui: true })]]);
    const reason = { TYPE: 'human_input_required', type: 'human_input_required', ...shown };
    expect(result).toMatchObject({ outputs: {}, pause: reason });
  });

  it('looks up what defaults and selections come from', async () => {
    const inputs = [
      { type: 'text-input', output_variable_name: 'a', default: { type: 'variable', selector: ['model', 'text'] } },
      { type: 'paragraph', output_variable_name: 'b', default: { type: 'constant', selector: [], value: 'as it is' } },
      { type: 'paragraph', output_variable_name: 'c', default: { type: 'variable', selector: ['gone', 'x'] } },
      { type: 'select', output_variable_name: 'd', option_source: { type: 'variable', selector: ['list', 'items'] } },
      { type: 'select', output_variable_name: 'e', option_source: { type: 'constant', value: ['x', 1] } },
    ];
    const { form } = await runOnce(askNode({ inputs }), { pool: { model: { text: 'hi' }, list: { items: ['p', 2] } } });
    expect(form.defaults).toEqual({ a: 'hi', b: 'as it is', c: '' });
    expect(form.inputs.map((input) => [input.type, input.option_source?.value])).toEqual([
      ['paragraph', undefined],
      ['paragraph', undefined],
      ['paragraph', undefined],
      ['select', ['p', '2']],
      ['select', ['x', '1']],
    ]);
  });

  it('fails clearly when a selection has no list to offer', async () => {
    const source = { type: 'variable', selector: ['list', 'items'] };
    const data = askNode({ inputs: [{ type: 'select', output_variable_name: 'd', option_source: source }] });
    await expect(runOnce(data, { pool: { list: { items: 'x' } } })).rejects.toThrow(
      "The options of the input 'd' (list.items) are no list.",
    );
  });

  it('fails clearly when the form becomes too large', async () => {
    const pool = { start: { order: 'x'.repeat(300_000) } };
    const data = askNode({ form_content: '{{#start.order#}}{{#$output.note#}}{{#start.order#}}' });
    await expect(runOnce(data, { pool })).rejects.toThrow(/has 600\d+ characters; it may have 500000/);
  });

  it.each([
    [[{ type: 'webapp', enabled: true }], true],
    [[{ type: 'webapp' }], true],
    [[{ type: 'webapp', enabled: false }], false],
    [[{ type: 'email', enabled: true }], false],
    [[], false],
    [null, false],
  ])('asks for a token with the delivery methods %j: %s', async (methods, isDelivered) => {
    expect((await runOnce(askNode({ delivery_methods: methods }))).form.isDelivered).toBe(isDelivered);
  });

  it('tells of a form once, however often it runs before the answer', async () => {
    const again = { state: { isNew: false } };
    expect((await runOnce(askNode(), { ...again, wasTold: true })).told).toEqual([]);
    const known = await runOnce(askNode(), { state: { isNew: false, isTold: true } });
    expect(known).toMatchObject({ told: [], calls: [FormOpen] });
    const { told, calls } = await runOnce(askNode(), { ...again, wasTold: false });
    expect(told.map(([name]) => name)).toEqual(['human_input_required']);
    expect(calls).toEqual([FormOpen, RUN_PERSISTED, FormTold]);
  });
});

describe('a human-input node whose form is settled', () => {
  it('puts out what was filled in, and goes on by the button', async () => {
    const state = { status: 'submitted', actionId: 'ok', answers: '{"note":"fine {{#$output.note#}}"}' } as const;
    const { told, result } = await runOnce(askNode(), { pool: { start: { order: 'ferns' } }, state });
    const text = 'Approve ferns? fine {{#$output.note#}}';
    expect(result).toEqual({
      outputs: {
        note: 'fine {{#$output.note#}}',
        __action_id: 'ok',
        __action_value: 'Approve',
        __rendered_content: text,
      },
      handle: 'ok',
    });
    expect(told).toEqual([
      [
        'human_input_form_filled',
        expect.objectContaining({
          rendered_content: text,
          action_id: 'ok',
          action_text: 'Approve',
          submitted_data: { note: 'fine {{#$output.note#}}' },
        }),
      ],
    ]);
  });

  it('shows files as what they are, and puts marks of variables nowhere', async () => {
    const data = askNode({
      form_content: '{{#model.text#}}|{{#$output.one#}}|{{#$outputs.many#}}|{{#$output.nobody#}}',
      inputs: [
        { type: 'file', output_variable_name: 'one' },
        { type: 'file-list', output_variable_name: 'many', number_limits: 2 },
      ],
    });
    const answers = JSON.stringify({ one: file, many: [file, file] });
    const { result } = await runOnce(data, {
      pool: { model: { text: '{{#$output.one#}}' } },
      state: { status: 'submitted', actionId: 'no', answers },
    });
    expect(result.outputs).toMatchObject({ one: file, many: [file, file], __action_value: 'Reject' });
    expect(result.outputs.__rendered_content).toBe('{{#$output.one#}}|[file]|[2 files]|{{#$output.nobody#}}');
  });

  it('goes on by __timeout when nobody answered in time', async () => {
    const { told, result } = await runOnce(askNode(), { state: { status: 'timed-out' } });
    expect(result).toEqual({ outputs: {}, handle: '__timeout' });
    expect(told).toEqual([['human_input_form_timeout', { node_id: 'node', node_title: '', expiration_time: 5 }]]);
  });
});

describe('the settings of a human-input node', () => {
  const action = (id: unknown, title = 'T') => ({ user_actions: [{ id, title }] });
  const input = (changes: object) => ({ inputs: [{ type: 'paragraph', output_variable_name: 'note', ...changes }] });

  it.each([
    [action('a b'), "user_actions.0.id: 'a b' is no id"],
    [action('a'.repeat(21)), 'at most 20'],
    [action('__timeout'), 'is no id for an action'],
    [action('a', 'x'.repeat(101)), 'more than 100 characters'],
    [{ user_actions: [{ id: 'a' }, { id: 'a' }] }, "user_actions: the action id 'a' is there twice"],
    [
      {
        inputs: [
          { type: 'paragraph', output_variable_name: 'x' },
          { type: 'file', output_variable_name: 'x' },
        ],
      },
      'twice',
    ],
    [input({ type: 'slider' }), "inputs.0.type: there is no input type 'slider'"],
    [input({ type: 'constructor' }), "there is no input type 'constructor'"],
    [input({ output_variable_name: '__action_id' }), 'is no name for an input'],
    [input({ output_variable_name: '__proto__' }), 'is no name for an input'],
    [input({ output_variable_name: '' }), 'is no name for an input'],
    [{ timeout_unit: 'week' }, "timeout_unit: 'week' is not hour or day"],
    [{ timeout: 0 }, 'must be more than 0'],
    [{ timeout: 'soon' }, 'must be more than 0'],
  ])('refuses %j', (changes, message) => {
    const data = askNode(changes);
    expect(() => node.compile(data, fakeNode(data))).toThrow(message);
  });

  it.each([
    [{}, 36 * 3600],
    [{ timeout: 2, timeout_unit: 'hour' }, 2 * 3600],
    [{ timeout: 0.5, timeout_unit: 'day' }, 43_200],
    [{ timeout: '36', timeout_unit: 'hour' }, 36 * 3600],
    [{ timeout: ' 0.5 ', timeout_unit: 'day' }, 43_200],
  ])('waits as long as %j says', (changes, timeoutSeconds) => {
    const { timeout: _, timeout_unit: __, ...data } = askNode();
    expect(node.compile({ ...data, ...changes }, fakeNode(data))).toMatchObject({ timeoutSeconds });
  });

  it('take the time as a number or as its text, and refuse other texts before a run', () => {
    const check = compileSchema(humanInputNodeType({ hasMail: true }).settings, { defaults: false });
    const isFine = (timeout: unknown) => check(askNode({ timeout })).ok;
    for (const right of [36, '36', ' 1.5 ', '0.5', null]) expect([right, isFine(right)]).toEqual([right, true]);
    for (const wrong of ['soon', '', '0', '0.0', '-1', '1000001', '1e9', 0, 1_000_001, true]) {
      expect([wrong, isFine(wrong)]).toEqual([wrong, false]);
    }
    expect(check(askNode({ timeout: 'soon' }))).toMatchObject({
      errors: [{ path: 'timeout', message: 'must be like "36"' }],
    });
  });

  it('are commented on at import where a form reaches nobody', () => {
    const warnings = (data: object, hasMail = true) =>
      lint(askNode({ ...data }), hasMail).map(({ field, message }) => `${field}: ${message}`);
    expect(warnings({})).toEqual([]);
    const method = (type: string, config: object) => ({ delivery_methods: [{ type, enabled: true, config }] });
    expect(warnings(method('slack', {}))).toEqual([
      expect.stringContaining('forms are not sent by slack here'),
      expect.stringContaining('webapp is not switched on'),
    ]);
    const external = (email: string) => ({ type: 'external', email });
    const sentEmail = { recipients: { items: [external('ada@example.com')] }, body: '{{#url#}}' };
    expect(warnings(method('email', sentEmail))).toEqual([]);
    expect(warnings(method('email', sentEmail), false)).toEqual([
      expect.stringContaining('SMTP_URL is not set'),
      expect.stringContaining('webapp is not switched on'),
    ]);
    expect(warnings(method('email', {}))).toEqual([
      expect.stringContaining('names nobody to send it to'),
      expect.stringContaining('no place for the link'),
    ]);
    const many = Array.from({ length: 101 }, (_, index) => external(`p${index}@example.com`));
    expect(warnings(method('email', { ...sentEmail, recipients: { items: many } }))).toEqual([
      expect.stringContaining('more than 100 receivers'),
    ]);
    expect(warnings(method('email', { ...sentEmail, recipients: ['a@b.c', 'a b@c\r\nBcc: x'] }))).toEqual([
      expect.stringContaining('is no e-mail address'),
    ]);
    const files = { inputs: [{ type: 'file', output_variable_name: 'paper' }] };
    expect(warnings({ ...method('email', sentEmail), ...files })).toEqual([expect.stringContaining('asks for files')]);
    expect(warnings({ user_actions: [] })).toEqual([expect.stringContaining('has no buttons')]);
  });
});
