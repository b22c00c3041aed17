import { describe, expect, it } from 'vitest';
import { calculatorTool, runAgent } from './testing/run-agent.ts';

const soul = {
  prompt: { system_prompt: 'You are Ada.' },
  model: { plugin_id: 'langgenius/openai', model_provider: 'openai', model: 'm', model_settings: { temperature: 0 } },
  tools: [calculatorTool()],
};

const data = (job: object, more: object = {}) => ({
  agent_node_kind: 'dify_agent',
  agent_binding: { binding_type: 'inline_agent', package_ref: 'p1' },
  agent_package: { schema_version: 1, metadata: { name: 'Ada' }, soul },
  agent_job: { schema_version: 1, ...job },
  ...more,
});

describe('a packaged agent', () => {
  it('is who its package says, and does its job with what earlier nodes put out', async () => {
    const job = {
      workflow_prompt: 'Greet {{#start.name#}}.',
      previous_node_output_refs: [{ selector: ['2', 'text'] }],
    };
    const { sent, result } = await runAgent(data(job), {
      version: '2',
      values: { 'start.name': 'Bob', '2.text': 'It rains.' },
      sayings: ['Hello Bob'],
    });
    expect(sent[0]).toMatchObject({
      temperature: 0,
      messages: [
        { role: 'system', content: 'You are Ada.' },
        { role: 'user', content: 'Greet Bob.\n\ntext:\nIt rains.' },
      ],
      tools: [{ function: { name: 'eval_expression' } }],
    });
    expect(result.outputs).toMatchObject({ text: 'Hello Bob', files: [], json: expect.any(Array) });
  });

  it.each([
    { provider_type: 'builtin', provider_id: 'maths', tool_name: 'eval_expression' },
    { provider_id: 'maths', tool_name: 'eval_expression', description: 'Reckons.' },
    { plugin_id: 'langgenius/maths:0.1.0@abc', provider: 'maths', tool_name: 'eval_expression' },
  ])('has the tools of its package, as later versions list them: %j', async (tool) => {
    const off = { provider_id: 'time', tool_name: 'current_time', enabled: false };
    const tools = { dify_tools: [{ enabled: true, ...tool }, off], cli_tools: [] };
    const own = { agent_package: { soul: { ...soul, tools } } };
    const { sent } = await runAgent(data({ workflow_prompt: 'Reckon.' }, own), { version: '2', sayings: ['4'] });
    expect(sent[0]?.tools).toMatchObject([{ function: { name: 'eval_expression' } }]);
  });

  it('puts out what its job declares', async () => {
    const job = {
      workflow_prompt: 'Judge.',
      declared_outputs: [
        { name: 'score', type: 'number', description: '1 to 5', required: true },
        { name: 'note', type: 'string' },
        { name: 'text', type: 'string' },
      ],
    };
    const run = (saying: string) => runAgent(data(job), { version: '2', sayings: [saying] });
    const { result, sent } = await run('```json\n{"score": 3}\n```');
    expect(result.outputs).toMatchObject({ score: 3, note: null, text: '```json\n{"score": 3}\n```' });
    expect(JSON.stringify(sent[0]?.messages)).toContain('one JSON object');
    await expect(run('three')).rejects.toMatchObject({ type: 'OutputParserError' });
  });

  it.each([
    [{ agent_package: undefined }, 'has no agent package "p1"'],
    [{ agent_package: undefined, agent_binding: { binding_type: 'roster_agent' } }, 'roster of another server'],
    [{ agent_package: { soul: { prompt: {}, model: { model_provider: 'demo' } } } }, 'names half a model'],
  ])('that is not whole says what is missing (%#)', async (more, message) => {
    const running = runAgent(data({ workflow_prompt: 'x' }, more), { version: '2', sayings: ['x'] });
    await expect(running).rejects.toMatchObject({
      code: 'node-agent.unusable',
      message: expect.stringContaining(message),
    });
  });
});
