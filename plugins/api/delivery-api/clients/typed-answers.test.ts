import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { greetingWorkflow, modelChat, promptApp } from '#engine/testing/app-document.ts';
import { compileSchema, type JsonSchema } from '#kernel';
import { failingChat, failingWorkflow, filesChat } from '#plugins/delivery-api/testing/documents.ts';
import { sharedPlatform, type TestPlatform } from '#plugins/delivery-api/testing/shared-platform.ts';
import { approvalChat, approvalWorkflow } from '#plugins/human-input/testing/documents.ts';

/**
 * Clients in typed languages fail at a field that is missing, null, or of another type: here is what the strictest of them
 * declare, put together (runtime API, client expectations). More fields than these hurt none of them.
 */
const text: JsonSchema = { type: 'string' };
const whole: JsonSchema = { type: 'integer', minimum: 0 };
const seconds: JsonSchema = { type: 'integer', minimum: 1_600_000_000, maximum: 4_000_000_000 };
const fraction: JsonSchema = { type: 'number', minimum: 0 };
const decimal: JsonSchema = { type: 'string', pattern: '^\\d+(\\.\\d+)?$' };
const map: JsonSchema = { type: 'object' };
const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] });
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
const record = (properties: Readonly<Record<string, JsonSchema>>, optional: readonly string[] = []): JsonSchema => ({
  type: 'object',
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  properties,
});

const usage = record({
  prompt_tokens: whole,
  prompt_unit_price: decimal,
  prompt_price_unit: decimal,
  prompt_price: decimal,
  completion_tokens: whole,
  completion_unit_price: decimal,
  completion_price_unit: decimal,
  completion_price: decimal,
  total_tokens: whole,
  total_price: decimal,
  currency: text,
  latency: fraction,
});
const metadata = record({ usage, retriever_resources: list(map) });

const started = {
  id: text,
  node_id: text,
  node_type: text,
  title: text,
  index: whole,
  predecessor_node_id: orNull(text),
  inputs: orNull(map),
  created_at: seconds,
};
const priced = record({ total_tokens: whole, total_price: decimal, currency: text }, [
  'total_tokens',
  'total_price',
  'currency',
]);
const outcome = { enum: ['running', 'succeeded', 'failed', 'stopped', 'exception', 'partial-succeeded'] };

const dataOf: Readonly<Record<string, JsonSchema>> = {
  workflow_started: record({
    id: text,
    workflow_id: text,
    sequence_number: { type: 'integer', minimum: 1 },
    inputs: map,
    created_at: seconds,
  }),
  node_started: record({ ...started, extras: map }),
  node_finished: record({
    ...started,
    process_data: orNull(map),
    outputs: orNull(map),
    status: outcome,
    error: orNull(text),
    elapsed_time: fraction,
    execution_metadata: orNull(priced),
    finished_at: seconds,
    files: list(map),
  }),
  workflow_finished: record({
    id: text,
    workflow_id: text,
    sequence_number: { type: 'integer', minimum: 1 },
    status: outcome,
    outputs: orNull(map),
    error: orNull(text),
    elapsed_time: fraction,
    total_tokens: whole,
    total_steps: whole,
    created_by: map,
    created_at: seconds,
    finished_at: seconds,
    files: list(map),
  }),
  text_chunk: record({ text, from_variable_selector: orNull(list(text)) }),
  human_input_required: record({
    form_id: text,
    form_token: orNull(text),
    node_id: text,
    node_title: text,
    form_content: text,
    inputs: list(map),
    actions: list(record({ id: text, title: text, button_style: text })),
    display_in_ui: { type: 'boolean' },
    resolved_default_values: map,
    expiration_time: seconds,
  }),
  workflow_paused: record({
    workflow_run_id: text,
    paused_nodes: list(text),
    outputs: map,
    reasons: list(record({ TYPE: text, type: text, form_id: text, node_id: text })),
    status: { const: 'paused' },
    created_at: seconds,
    elapsed_time: fraction,
    total_tokens: whole,
    total_steps: whole,
  }),
};

const base = { event: text, task_id: text };
const message = { ...base, id: text, message_id: text, created_at: seconds };

/** By event; a chat's also has its conversation. */
const eventOf: Readonly<Record<string, JsonSchema>> = {
  message: record({ ...message, answer: text }),
  message_end: record({ ...message, metadata, files: orNull(list(map)) }),
  agent_message: record({ ...message, answer: text }),
  agent_thought: record({
    ...message,
    position: { type: 'integer', minimum: 1 },
    thought: text,
    observation: text,
    tool: text,
    tool_labels: map,
    tool_input: text,
    message_files: list(text),
  }),
  message_replace: record({ ...message, answer: text, reason: text }),
  error: record({ event: text, status: { type: 'integer', minimum: 400 }, code: text, message: text }),
  ...Object.fromEntries(
    Object.entries(dataOf).map(([event, data]) => [event, record({ ...base, workflow_run_id: text, data })]),
  ),
};

function check(schema: JsonSchema | undefined, value: unknown): void {
  if (schema === undefined) throw new Error(`no client reads ${JSON.stringify(value).slice(0, 300)}`);
  const result = compileSchema(schema)(structuredClone(value));
  expect(result.ok ? [] : [result.errors, value]).toEqual([]);
}

let platform: TestPlatform;
beforeAll(async () => {
  platform = await sharedPlatform();
});
afterAll(() => platform.dispose());

const files = {
  enabled: true,
  allowed_file_types: ['image'],
  allowed_file_upload_methods: ['remote_url'],
  number_limits: 3,
};
/** Asked for a sum it calls its tool. */
function agentApp(): string {
  const document = JSON.parse(promptApp('chat'));
  const tool = { provider_type: 'builtin', provider_id: 'maths', provider_name: 'maths', tool_name: 'eval_expression' };
  const tools = [{ ...tool, enabled: true, tool_label: 'Calculator', tool_parameters: { expression: '' } }];
  document.app.mode = 'agent-chat';
  document.model_config.agent_mode = { enabled: true, strategy: 'function_call', max_iteration: 3, tools };
  return JSON.stringify(document);
}

const apps = [
  { mode: 'chat', path: 'chat-messages', yaml: promptApp('chat'), inputs: {} },
  { mode: 'advanced-chat', path: 'chat-messages', yaml: modelChat(), inputs: {} },
  { mode: 'advanced-chat with files', path: 'chat-messages', yaml: filesChat(files), inputs: {} },
  { mode: 'advanced-chat that fails', path: 'chat-messages', yaml: failingChat(), inputs: {} },
  { mode: 'completion', path: 'completion-messages', yaml: promptApp('completion'), inputs: { topic: 'ferns' } },
  { mode: 'agent-chat', path: 'chat-messages', yaml: agentApp(), inputs: {} },
  { mode: 'workflow that waits', path: 'workflows/run', yaml: approvalWorkflow(), inputs: { order: 'Ferns' } },
  { mode: 'advanced-chat that waits', path: 'chat-messages', yaml: approvalChat(), inputs: {} },
  { mode: 'workflow', path: 'workflows/run', yaml: greetingWorkflow(), inputs: { name: 'Ada' } },
  { mode: 'workflow that fails', path: 'workflows/run', yaml: failingWorkflow(), inputs: {} },
];

const image = { type: 'image', transfer_method: 'remote_url', url: 'https://files.example/leaf.png' };

async function stream(app: (typeof apps)[number]) {
  const { key } = await platform.importApp(app.yaml);
  const body = {
    inputs: app.inputs,
    query: 'Hello, what is 2 + 3?',
    user: 'u1',
    files: [image],
    response_mode: 'streaming',
  };
  return { key, ...(await platform.stream(key, `/v1/${app.path}`, body)) };
}

describe.each(apps)('a client of a $mode app', (app) => {
  it('finds each event as it declares it', async () => {
    const { events, status } = await stream(app);
    expect(status).toBe(200);
    expect(events.length).toBeGreaterThan(1);
    for (const event of events) check(eventOf[String(event.event)], event);
  });

  it('takes the conversation from whichever event comes last', async () => {
    const { events } = await stream(app);
    const isChat = app.path === 'chat-messages';
    const ids = events.map((event) => event.conversation_id);
    expect(new Set(ids).size).toBe(1);
    expect(typeof ids.at(-1)).toBe(isChat ? 'string' : 'undefined');
  });

  it('takes an event with a status of its own for a failure, and no other', async () => {
    const { events } = await stream(app);
    const failures = events.filter((event) => 'status' in event).map(({ event }) => event);
    expect(failures).toEqual(app.mode.endsWith('fails') ? ['error'] : []);
  });
});

it('sees an agent at work', async () => {
  const { events } = await stream({ mode: '', path: 'chat-messages', yaml: agentApp(), inputs: {} });
  const thoughts = events.filter(({ event }) => event === 'agent_thought');
  expect(thoughts.some(({ tool, observation }) => tool === 'eval_expression' && observation !== '')).toBe(true);
  expect(events.some(({ event }) => event === 'agent_message')).toBe(true);
});

describe('a client of a chatflow', () => {
  it('that reads the answer where its node has finished finds it whole', async () => {
    const { events } = await stream({ mode: '', path: 'chat-messages', yaml: modelChat(), inputs: {} });
    const said = events.map((event) => (event.event === 'message' ? event.answer : '')).join('');
    const finished = events.map(({ event, data }) => ({ event, ...(data as object) }) as Record<string, unknown>);
    const answers = finished.filter(({ event, node_type: type }) => event === 'node_finished' && type === 'answer');
    expect(answers.map(({ outputs }) => (outputs as { answer: string }).answer)).toEqual([said]);
    expect(finished.at(-1)).toMatchObject({ outputs: { answer: said } });
  });

  it('that draws its nodes is told of each before and after, under one id', async () => {
    const { events } = await stream({ mode: '', path: 'chat-messages', yaml: modelChat(), inputs: {} });
    const open = new Map<unknown, unknown>();
    expect(events[0]?.event).toBe('workflow_started');
    for (const { event, data } of events) {
      const { id, node_id: nodeId } = (data ?? {}) as { id?: string; node_id?: string };
      if (event === 'node_started') open.set(nodeId, id);
      if (event !== 'node_finished') continue;
      expect(open.get(nodeId)).toBe(id);
      open.delete(nodeId);
    }
    expect(open.size).toBe(0);
  });
});

describe('a client that reads what is kept', () => {
  it('finds messages, conversations, runs and uploads as it declares them', async () => {
    const { key } = await stream(apps[2] as (typeof apps)[number]);
    const get = async (path: string) => (await platform.get(key, `/v1${path}`)).body as { data: { id: string }[] };
    const conversations = await get('/conversations?user=u1');
    const conversation = { id: text, name: text, inputs: map, status: text, introduction: text };
    const page = { limit: whole, has_more: { type: 'boolean' } };
    check(
      record({ ...page, data: list(record({ ...conversation, created_at: seconds, updated_at: seconds })) }),
      conversations,
    );
    const file = record({ id: text, type: text, url: text, belongs_to: { enum: ['user', 'assistant'] } });
    const kept = record({
      id: text,
      conversation_id: text,
      parent_message_id: orNull(text),
      inputs: map,
      query: text,
      answer: text,
      message_files: list(file),
      feedback: orNull(map),
      retriever_resources: list(map),
      agent_thoughts: list(map),
      created_at: seconds,
      status: text,
      error: orNull(text),
    });
    const messages = await get(`/messages?user=u1&conversation_id=${conversations.data[0]?.id}`);
    expect(messages.data).toHaveLength(1);
    check(record({ ...page, data: list(kept) }), messages);
  });

  it('finds the parameters of an app as it declares them, with texts where nothing is set', async () => {
    const on = record({ enabled: { type: 'boolean' } });
    const limits = ['image', 'video', 'audio'].map((kind) => [`${kind}_file_size_limit`, whole] as const);
    const parameters = record({
      opening_statement: orNull(text),
      suggested_questions: list(text),
      suggested_questions_after_answer: on,
      speech_to_text: on,
      text_to_speech: on,
      retriever_resource: on,
      annotation_reply: on,
      more_like_this: on,
      sensitive_word_avoidance: record({ enabled: { type: 'boolean' }, type: text, configs: list({}) }),
      user_input_form: list({ type: 'object', minProperties: 1, maxProperties: 1 }),
      file_upload: record({
        enabled: { type: 'boolean' },
        number_limits: whole,
        allowed_file_types: list(text),
        allowed_file_extensions: list(text),
        allowed_file_upload_methods: list(text),
        image: record({
          enabled: { type: 'boolean' },
          number_limits: whole,
          transfer_methods: list(text),
          detail: text,
        }),
      }),
      system_parameters: record({
        ...Object.fromEntries(limits),
        file_size_limit: whole,
        workflow_file_upload_limit: whole,
      }),
    });
    const site = record({
      title: text,
      default_language: text,
      chat_color_theme_inverted: { type: 'boolean' },
      show_workflow_steps: { type: 'boolean' },
      use_icon_as_answer_icon: { type: 'boolean' },
    });
    for (const { yaml } of apps) {
      const { key } = await platform.importApp(yaml);
      check(parameters, (await platform.get(key, '/v1/parameters')).body);
      check(
        record({ name: text, description: text, tags: list(text), mode: text, author_name: text }),
        (await platform.get(key, '/v1/info')).body,
      );
      check(record({ tool_icons: map }), (await platform.get(key, '/v1/meta')).body);
      check(site, (await platform.get(key, '/v1/site')).body);
    }
  });

  it('finds whole answers as it declares them', async () => {
    for (const app of apps.filter(({ mode }) => !mode.endsWith('chat that fails') && !mode.endsWith('that waits'))) {
      const { key } = await platform.importApp(app.yaml);
      const body = { inputs: app.inputs, query: 'Hello', user: 'u1' };
      const answer = await platform.post(key, `/v1/${app.path}`, body);
      const chat = record({ ...message, mode: text, answer: text, metadata });
      const {
        created_by: _,
        files: __,
        ...finished
      } = (dataOf.workflow_finished?.properties ?? {}) as Record<string, JsonSchema>;
      const run = record({ task_id: text, workflow_run_id: text, data: record(finished) });
      check(app.path === 'workflows/run' ? run : chat, answer.body);
    }
  });
});
