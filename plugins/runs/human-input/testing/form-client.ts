import { type JsonAnswer, testClient } from '#http/testing/client.ts';
import { EventReader, type StreamedEvent } from '#plugins/delivery-api/testing/event-reader.ts';
import type { ImportedApp, TestPlatform } from '#plugins/delivery-api/testing/platform.ts';

/** What `human_input_required` says. */
export interface RequiredForm {
  readonly form_id: string;
  readonly form_token: string;
  readonly node_id: string;
  readonly [field: string]: unknown;
}

/** A run that a test has started, and what its stream told until it closed. */
export interface StreamedRun {
  readonly runId: string;
  readonly taskId: string;
  readonly events: readonly StreamedEvent[];
  readonly forms: readonly RequiredForm[];
}

/** A server, as callers see it. */
export type Server = Pick<TestPlatform, 'get' | 'post' | 'open'>;

/** The server at an address. */
export function serverAt(address: string): Server {
  return {
    get: (key, path) => testClient(address, key).request(path),
    post: (key, path, body) => testClient(address, key).request(path, { body }),
    open: (key, path, request) => testClient(address, key).open(path, request),
  };
}

/** What is needed of an app to call it. */
type App = Pick<ImportedApp, 'key'>;

/** Plays the part of callers and of people who answer forms. */
export class FormClient {
  readonly #server: Server;

  constructor(server: Server) {
    this.#server = server;
  }

  /** Runs a workflow, and reads its stream to the end. */
  async run(app: App, inputs: Readonly<Record<string, unknown>> = {}, user = 'u1'): Promise<StreamedRun> {
    return this.#streamed(app, '/v1/workflows/run', { inputs, response_mode: 'streaming', user });
  }

  async chat(app: App, query: string, conversationId = ''): Promise<StreamedRun> {
    const body = { inputs: {}, query, conversation_id: conversationId, response_mode: 'streaming', user: 'u1' };
    return this.#streamed(app, '/v1/chat-messages', body);
  }

  read(app: App, token: string): Promise<JsonAnswer> {
    return this.#server.get(app.key, `/v1/form/human_input/${token}`);
  }

  answer(app: App, token: string, body: Readonly<Record<string, unknown>> = {}): Promise<JsonAnswer> {
    const whole = { inputs: { note: 'fine' }, action: 'ok', user: 'reviewer', ...body };
    return this.#server.post(app.key, `/v1/form/human_input/${token}`, whole);
  }

  /** The stream of a run that is joined again, read to its end. */
  async follow(app: App, runId: string, query = '', user = 'u1'): Promise<readonly StreamedEvent[]> {
    return (await this.join(app, runId, query, user)).rest();
  }

  async join(app: App, runId: string, query = '', user = 'u1'): Promise<EventReader> {
    const path = `/v1/workflow/${runId}/events?user=${user}${query}`;
    return new EventReader(await this.#server.open(app.key, path, {}));
  }

  async #streamed(app: App, path: string, body: unknown): Promise<StreamedRun> {
    const reader = new EventReader(await this.#server.open(app.key, path, { body }));
    const events = await reader.rest();
    const { workflow_run_id: runId, task_id: taskId } = eventOf(events, 'workflow_started');
    const forms = events
      .filter(({ event }) => event === 'human_input_required')
      .map(({ data }) => data as RequiredForm);
    return { runId: String(runId), taskId: String(taskId), events, forms };
  }
}

/** The names of events, in order. */
export function names(events: readonly StreamedEvent[]): string[] {
  return events.map(({ event }) => event);
}

/** The one of a name. */
export function eventOf(events: readonly StreamedEvent[], name: string): StreamedEvent {
  const found = events.find(({ event }) => event === name);
  if (found === undefined) throw new Error(`there is no ${name} in ${names(events)}`);
  return found;
}
