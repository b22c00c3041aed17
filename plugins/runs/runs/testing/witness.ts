import { testClient } from '#http/testing/client.ts';
import type { FaultApp } from './fault-apps.ts';
import { call, readEvents, type StreamEvent } from './open-stream.ts';

/** What a caller was told of one run, up to the moment its connection ended. */
export interface Sighting {
  readonly app: FaultApp;
  readonly user: string;
  /** Unknown to blocking chat callers. */
  runId: string | null;
  messageId: string | null;
  conversationId: string | null;
  /** The run's end, when it was told: its outputs, or the message's text. */
  told: { readonly status: string; readonly outputs: unknown; readonly answer: string | null } | null;
}

/** What the history says about a run that was seen. */
export interface Finding {
  readonly sighting: Sighting;
  readonly status: string;
  readonly error: string | null;
  readonly outputs: unknown;
  readonly message: { readonly status: string; readonly answer: string; readonly error: string | null } | null;
  /** How often the message is in its conversation. */
  readonly messageCount: number;
}

/** Calls apps, remembers what it was told, and looks it up again in the history. */
export class Witness {
  readonly sightings: Sighting[] = [];
  /** Answers that no healthy server gives. */
  readonly refusals: string[] = [];

  /** Calls the app once; resolves with the sighting also when the connection breaks before the end. */
  async observe(
    address: string,
    app: FaultApp,
    options: {
      readonly mode: 'blocking' | 'streaming';
      readonly user: string;
      readonly conversationId?: string | undefined;
      readonly signal?: AbortSignal;
    },
  ): Promise<Sighting> {
    const { mode, user } = options;
    const sighting: Sighting = { app, user, runId: null, messageId: null, conversationId: null, told: null };
    const text = `call ${this.sightings.length} of ${user}`;
    this.sightings.push(sighting);
    try {
      const response = await call(address, app, mode, { ...options, text });
      if (response.status !== 200) this.refusals.push(`${response.status} ${await response.text()}`);
      else if (mode === 'blocking') noteAnswer(sighting, await response.json());
      else await this.#follow(sighting, response);
    } catch (error) {
      // A broken connection is what these tests are about; a frame that does not parse is not.
      if (error instanceof SyntaxError) throw error;
    }
    return sighting;
  }

  async #follow(sighting: Sighting, response: Response): Promise<void> {
    let answer = '';
    for await (const event of readEvents(response)) {
      if (event.event === 'message') answer += event.answer ?? '';
      else if (event.event === 'message_replace') answer = event.answer ?? '';
      noteEvent(sighting, event, answer);
    }
  }

  /** Looks up what was seen, all of it or these, each conversation once. */
  async findings(address: string, sightings: readonly Sighting[] = this.sightings): Promise<Finding[]> {
    const conversations = new Map<string, Promise<readonly MessageItem[]>>();
    const seen = sightings.filter(({ runId, messageId }) => runId !== null || messageId !== null);
    const findings: Finding[] = [];
    for (const sighting of seen) {
      const { app, runId, messageId, conversationId } = sighting;
      const client = testClient(address, app.key);
      const run = runId === null ? null : ((await client.request(`/v1/workflows/run/${runId}`)).body as RunItem);
      if (conversationId !== null && !conversations.has(conversationId)) {
        conversations.set(conversationId, readMessages(address, sighting, conversationId));
      }
      const messages = (await conversations.get(conversationId ?? '')) ?? [];
      const same = messages.filter(({ id }) => id === messageId);
      findings.push({
        sighting,
        status: run?.status ?? 'unknown',
        error: run?.error ?? null,
        outputs: run?.outputs,
        message: same[0] ?? null,
        messageCount: same.length,
      });
    }
    return findings;
  }
}

interface RunItem {
  readonly status: string;
  readonly error: string | null;
  readonly outputs: unknown;
}

interface MessageItem {
  readonly id: string;
  readonly status: string;
  readonly answer: string;
  readonly error: string | null;
}

async function readMessages(address: string, { app, user }: Sighting, id: string): Promise<readonly MessageItem[]> {
  const query = new URLSearchParams({ user, conversation_id: id, limit: '100' });
  const answer = await testClient(address, app.key).request(`/v1/messages?${query}`);
  if (answer.status !== 200) throw new Error(`messages of ${id}: ${answer.status} ${answer.text}`);
  return (answer.body as { data: readonly MessageItem[] }).data;
}

interface BlockingAnswer {
  readonly workflow_run_id?: string;
  readonly message_id?: string;
  readonly conversation_id?: string;
  readonly answer?: string;
  readonly data?: { readonly status: string; readonly outputs: unknown };
}

function noteAnswer(sighting: Sighting, body: unknown): void {
  const { workflow_run_id, message_id, conversation_id, answer, data } = body as BlockingAnswer;
  sighting.runId = workflow_run_id ?? null;
  sighting.messageId = message_id ?? null;
  sighting.conversationId = conversation_id ?? null;
  sighting.told = { status: data?.status ?? 'succeeded', outputs: data?.outputs, answer: answer ?? null };
}

function noteEvent(sighting: Sighting, event: StreamEvent, answer: string): void {
  sighting.runId ??= event.workflow_run_id ?? null;
  sighting.messageId ??= event.message_id ?? null;
  sighting.conversationId ??= event.conversation_id ?? null;
  if (event.event === 'message_end') sighting.told = { status: 'succeeded', outputs: undefined, answer };
  if (event.event !== 'workflow_finished' || event.data === undefined) return;
  const { status, outputs } = event.data;
  sighting.told = { status, outputs, answer: sighting.app.mode === 'workflow' ? null : answer };
}
