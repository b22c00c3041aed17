import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { approvalWorkflow } from '#plugins/human-input/testing/documents.ts';
import { runWeft } from './testing/run-weft.ts';

let platform: TestPlatform;
let folder: string;
let appId: string;

beforeAll(async () => {
  platform = await sharedPlatform();
  folder = await mkdtemp(join(tmpdir(), 'weft-test-'));
  const settings = {
    delivery_methods: [],
    form_content: 'Approve {{#start.order#}}?\nNow: {{#$output.note#}}',
    inputs: [
      {
        type: 'paragraph',
        output_variable_name: 'note',
        default: { type: 'constant', selector: [], value: 'as usual' },
      },
      { type: 'select', output_variable_name: 'size', option_source: { type: 'constant', value: ['small', 'large'] } },
    ],
  };
  await writeFile(join(folder, 'approval.yml'), approvalWorkflow(settings));
  appId = (await json('apps', 'import', 'approval.yml', '--publish')).app.id;
});
afterAll(async () => {
  await platform.dispose();
  await rm(folder, { recursive: true, force: true });
});

const weft = (...argv: string[]) => runWeft(platform, argv, { directory: folder });

async function json(...argv: string[]) {
  const { code, out, err } = await weft(...argv, '--json');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
}

async function ask(order: string): Promise<{ formId: string; runId: string }> {
  const { workflow_run_id: runId } = await json('run', appId, '--input', `order=${order}`);
  const { data } = await json('forms', 'list', '--run', runId);
  return { formId: data[0].id, runId };
}

describe('weft run', () => {
  it.each([[[]], [['--stream']]])('says of a run that waits how to go on (%j)', async (options) => {
    const { code, out } = await weft('run', appId, '--input', 'order=ivy', ...options);
    expect(code).toBe(0);
    expect(out).toMatch(/The run waits for an answer: weft forms list --run [0-9a-f-]{36}\n$/);
  });
});

describe('weft forms', () => {
  it('list shows what runs wait for, page by page', async () => {
    const first = await ask('one');
    const second = await ask('two');
    const { code, out } = await weft('forms', 'list', '--app', appId);
    expect(code).toBe(0);
    expect(out).toMatch(/^FORM +STATUS +NODE +ACTIONS +UNTIL +RUN\n/);
    expect(out).toMatch(new RegExp(`${second.formId} +open +Ask +ok, no +20\\S+Z +${second.runId}\n`));
    expect((await weft('forms', 'list', '--limit', '1')).out).toContain(
      `More: the same with --before ${second.formId}`,
    );
    const page = await json('forms', 'list', '--before', second.formId, '--limit', '1');
    expect(page).toMatchObject({ data: [{ id: first.formId, workflow_run_id: first.runId }] });
    expect((await weft('forms', 'list', '--status', 'expired')).out).toBe('No forms.\n');
    expect(await weft('forms', 'list', '--status', 'gone')).toMatchObject({ code: 2 });
  });

  it('show prints the question, and nothing that steers the terminal', async () => {
    const { formId } = await ask('\u001b[31m red');
    const { out } = await weft('forms', 'show', formId);
    expect(out).toContain('Approve \ufffd[31m red?\nNow: {{#$output.note#}}\n');
    expect(out).toMatch(/note +paragraph +as usual\nsize +select +one of small, large\n/);
    expect(out).toMatch(/ok +Approve\nno +Reject\n/);
  });

  it('answer sends the run on, with what is preset where nothing is given', async () => {
    const { formId, runId } = await ask('moss');
    expect(await weft('forms', 'answer', formId)).toMatchObject({ code: 2 });
    const wrong = await weft('forms', 'answer', formId, '--action', 'ok');
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('missing size') });
    expect((await weft('forms', 'answer', formId, '--action', 'ok', '--input', 'size=large')).out).toBe('Answered.\n');
    await weft('runs', 'events', runId, '--follow');
    const { outputs, status } = await json('runs', 'show', runId);
    expect({ outputs, status }).toMatchObject({ status: 'succeeded', outputs: { note: 'as usual', action: 'ok' } });
    const shown = await json('forms', 'show', formId);
    expect(shown).toMatchObject({
      status: 'submitted',
      action: 'ok',
      submitted_data: { note: 'as usual', size: 'large' },
    });
    expect((await weft('forms', 'show', formId)).out).toContain('answer  {"note":"as usual","size":"large"}');
    const again = await weft('forms', 'answer', formId, '--action', 'no', '--input', 'size=small');
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('answered already') });
    expect((await weft('forms', 'show', runId)).code).toBe(1);
  });
});
