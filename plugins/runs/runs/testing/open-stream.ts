import { EventSourceParserStream } from 'eventsource-parser/stream';
import { testClient } from '#http/testing/client.ts';
import type { FaultApp } from './fault-apps.ts';

/** One frame of a stream, as far as these tests look. */
export interface StreamEvent {
  readonly event: string;
  readonly workflow_run_id?: string;
  readonly message_id?: string;
  readonly conversation_id?: string;
  readonly task_id?: string;
  readonly answer?: string;
  readonly message?: string;
  readonly status?: number;
  readonly code?: string;
  readonly data?: {
    readonly id: string;
    readonly status: string;
    readonly outputs: unknown;
    readonly error: string | null;
  };
}

export interface CallOptions {
  readonly user: string;
  readonly text: string;
  readonly conversationId?: string | undefined;
  readonly signal?: AbortSignal;
}

/** The answer to a generation call, unread. */
export function call(address: string, app: FaultApp, mode: 'blocking' | 'streaming', options: CallOptions) {
  const { user, text, conversationId = '', signal } = options;
  const body =
    app.mode === 'workflow'
      ? { inputs: { text }, response_mode: mode, user }
      : { inputs: {}, query: text, conversation_id: conversationId, response_mode: mode, user };
  const path = app.mode === 'workflow' ? '/v1/workflows/run' : '/v1/chat-messages';
  return testClient(address, app.key).open(path, { body, ...(signal && { signal }) });
}

/** The frames as they arrive; throws when the connection breaks. */
export async function* readEvents(response: Response): AsyncGenerator<StreamEvent> {
  if (response.status !== 200) throw new Error(`answered ${response.status}: ${await response.text()}`);
  if (response.body === null) return;
  const texts = response.body.pipeThrough(new TextDecoderStream());
  for await (const { data } of texts.pipeThrough(new EventSourceParserStream())) yield JSON.parse(data);
}
