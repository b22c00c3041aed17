import { type AppMode, fromJson, type JsonText, type RunFinishedEvent, type RunPausedEvent, toJson } from '#engine';
import type { Conversation, Conversations, Message } from '#plugins/conversations/contract.ts';
import type { CommitEntry } from '#plugins/database/contract.ts';
import { AgentThoughts } from '#plugins/delivery-api/frames/agent-thoughts.ts';
import { mergeCitations } from '#plugins/delivery-api/frames/usage.ts';
import type { AnnotationReply } from '#plugins/direct-answers/contract.ts';
import type { RunEnd, RunTranscript } from '#plugins/runs/contract.ts';
import type { Turn } from './message-turn.ts';
import type { RunPurpose } from './run-purposes.ts';

/** A message before its run: plain data, kept with the run so that another process can finish it. */
export interface MessageData {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly workspaceId: string;
  readonly appId: string;
  readonly mode: AppMode;
  readonly endUserId: string;
  /** Those of older versions say nothing of a parent. */
  readonly turn: Pick<Turn, 'query' | 'inputs' | 'conversation'> & Partial<Pick<Turn, 'parentId'>>;
  readonly files: readonly unknown[];
  /** Not the app answers, but a text that was known before: of its moderation, or of an annotation. */
  readonly isModerated: boolean;
  /** The annotation that answered. Messages of older versions say nothing of it. */
  readonly annotation?: AnnotationReply | null;
  /** Whether the app shows its sources. Messages of older versions, which say nothing of it, do. */
  readonly showsCitations?: boolean;
  /** What the run is for, besides its message. */
  readonly purpose?: RunPurpose;
}

/** The message a run writes: at its start, and complete at its end. */
export class MessageRecord {
  readonly data: MessageData;
  readonly #conversations: Conversations;
  #runId: string;
  #citations: readonly string[] = [];
  readonly #thoughts = new AgentThoughts();

  constructor(conversations: Conversations, data: MessageData, runId = '') {
    this.#conversations = conversations;
    this.data = data;
    this.#runId = runId;
  }

  /** The record of a run that goes on; null for a run that has no message of its own (a fork). */
  static rehydrated(conversations: Conversations, data: JsonText, runId: string): MessageRecord | null {
    const value = fromJson(data);
    return value === null ? null : new MessageRecord(conversations, value as MessageData, runId);
  }

  /** For `rehydrated`. */
  toJson(): JsonText {
    return toJson(this.data);
  }

  get id(): string {
    return this.data.id;
  }

  get createdAt(): number {
    return this.data.createdAt;
  }

  /** JSON texts of the sources that were cited, where the app shows them; known at the end. */
  get citations(): readonly string[] {
    return this.#citations;
  }

  startEntries(runId: string): CommitEntry[] {
    this.#runId = runId;
    return this.#entries(this.#row(null, []), this.createdAt);
  }

  /** The text so far; the message is complete when its run has ended. */
  pauseEntries(paused: RunPausedEvent, transcript: RunTranscript): CommitEntry[] {
    this.#citations = this.shown(transcript.citations);
    return this.#entries(this.#row(paused, this.#citations), paused.pausedAt);
  }

  finishEntries(end: RunFinishedEvent, transcript: RunTranscript): CommitEntry[] {
    this.#citations = this.shown(transcript.citations);
    if (isAgentMode(this.data.mode)) for (const text of transcript.agentLog) this.#thoughts.note(text);
    const entries = this.#entries(this.#row(end, this.#citations), end.finishedAt);
    const { conversation } = this.data.turn;
    if (conversation === null) return entries;
    const variables = Object.entries(transcript.conversation).map(([name, variable]) => ({ name, ...variable }));
    return [...entries, ...this.#conversations.variableEntries(conversation.workspaceId, conversation.id, variables)];
  }

  /** None where the app does not show its sources (runtime API, retrieved sources). */
  shown(citations: readonly string[]): readonly string[] {
    return shapeOf(this.data).showsCitations ? citations : [];
  }

  #entries(message: Message, updatedAt: number): CommitEntry[] {
    const { conversation } = this.data.turn;
    const entry = this.#conversations.messageEntry(message);
    if (conversation === null) return [entry];
    const updated: Conversation = { ...conversation, updatedAt };
    return [this.#conversations.conversationEntry(updated), entry];
  }

  #row(end: RunEnd | null, citations: readonly string[]): Message {
    const { id, workspaceId, appId, endUserId, turn, files, createdAt } = this.data;
    const finished = end?.kind === 'run-finished' ? end : null;
    return {
      id,
      workspaceId,
      appId,
      conversationId: turn.conversation?.id ?? null,
      endUserId,
      runId: this.#runId,
      inputs: toJson(turn.inputs),
      query: turn.query,
      answer: end?.answer ?? '',
      files: JSON.stringify(files),
      answerFiles: this.#thoughts.files.length > 0 ? toJson(this.#thoughts.files) : (finished?.files ?? '[]'),
      citations: mergeCitations(citations),
      agentThoughts: this.#thoughts.json,
      status: finished === null ? 'running' : messageStatus(finished),
      error: finished?.status === 'failed' ? finished.error : null,
      messageTokens: end?.usage.promptTokens ?? 0,
      answerTokens: end?.usage.completionTokens ?? 0,
      totalPrice: end?.usage.totalPrice ?? '0',
      currency: end?.usage.currency ?? 'USD',
      latency: end?.elapsed ?? 0,
      createdAt,
      parentId: turn.parentId ?? null,
    };
  }
}

/** How a message is told: one that was known before without workflow events or thoughts (runtime API, order of events). */
export function shapeOf({
  mode,
  isModerated,
  annotation,
  showsCitations,
}: Pick<MessageData, 'mode' | 'isModerated' | 'annotation' | 'showsCitations'>): {
  readonly isGraphApp: boolean;
  readonly isAgentApp: boolean;
  readonly showsCitations: boolean;
  readonly annotation: AnnotationReply | null;
} {
  return {
    isGraphApp: mode === 'advanced-chat' && !isModerated,
    isAgentApp: isAgentMode(mode) && !isModerated,
    showsCitations: showsCitations !== false,
    annotation: annotation ?? null,
  };
}

/** Modes whose apps are agents. */
function isAgentMode(mode: AppMode): boolean {
  return mode === 'agent-chat' || mode === 'agent';
}

function messageStatus(end: RunFinishedEvent): Message['status'] {
  if (end.status === 'failed') return 'error';
  return end.status === 'stopped' ? 'stopped' : 'normal';
}
