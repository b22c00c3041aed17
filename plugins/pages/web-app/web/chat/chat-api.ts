import type { Api } from '#plugins/ui/web/contract.ts';
import type { Mapping } from '#plugins/web-app/web/workflow/frames.ts';

interface Switch {
  readonly enabled: boolean;
}

/** What the app offers (runtime API, app metadata). */
export interface ChatParameters {
  readonly opening_statement: string | null;
  readonly suggested_questions: readonly string[];
  readonly suggested_questions_after_answer: Switch;
  readonly speech_to_text: Switch;
  readonly text_to_speech: Switch & { readonly autoPlay?: string };
  readonly user_input_form: readonly unknown[];
  readonly file_upload: Switch & {
    readonly number_limits?: number;
    readonly allowed_file_types?: readonly string[];
    readonly allowed_file_extensions?: readonly string[];
    readonly allowed_file_upload_methods?: readonly string[];
  };
  readonly system_parameters: {
    readonly image_file_size_limit: number;
    readonly audio_file_size_limit: number;
    readonly video_file_size_limit: number;
    readonly file_size_limit: number;
    readonly workflow_file_upload_limit: number;
  };
}

export interface ConversationItem {
  readonly id: string;
  readonly name: string;
  readonly inputs: Mapping;
  readonly introduction: string;
  readonly pinned?: boolean;
  readonly created_at: number;
  readonly updated_at: number;
}

interface List<Item> {
  readonly data: readonly Item[];
  readonly has_more: boolean;
}

/** Messages that a conversation opens with, about a screen of them, and those that come as one scrolls up. */
const FIRST_PAGE = 10;
const PAGE = 20;

/** What a visitor does with an app's conversations, call by call. */
export class ChatApi {
  readonly api: Api;

  constructor(api: Api) {
    this.api = api;
  }

  parameters(signal?: AbortSignal): Promise<ChatParameters> {
    return this.api.ask('GET', '/v1/parameters', { signal });
  }

  conversations(query: {
    readonly last_id?: string | undefined;
    readonly search?: string | undefined;
    readonly pinned?: boolean | undefined;
    readonly limit?: number;
  }): Promise<List<ConversationItem>> {
    return this.api.ask('GET', '/v1/conversations', { query: { limit: 30, ...query } });
  }

  messages(conversationId: string, firstId: string | undefined, signal?: AbortSignal): Promise<List<Mapping>> {
    const query = {
      conversation_id: conversationId,
      limit: firstId === undefined ? FIRST_PAGE : PAGE,
      first_id: firstId,
    };
    return this.api.ask('GET', '/v1/messages', { query, signal });
  }

  async rename(id: string, name: string): Promise<void> {
    await this.api.ask('POST', `/v1/conversations/${id}/name`, { body: { name }, retry: true });
  }

  async pin(id: string, isPinned: boolean): Promise<void> {
    await this.api.ask('POST', `/v1/conversations/${id}/${isPinned ? 'pin' : 'unpin'}`, { body: {}, retry: true });
  }

  async remove(id: string): Promise<void> {
    await this.api.ask('DELETE', `/v1/conversations/${id}`, { retry: true });
  }

  async rate(messageId: string, rating: 'like' | 'dislike' | null, content?: string): Promise<void> {
    const body = { rating, ...(content !== undefined && { content }) };
    await this.api.ask('POST', `/v1/messages/${messageId}/feedbacks`, { body, retry: true });
  }

  async suggested(messageId: string, signal: AbortSignal): Promise<readonly string[]> {
    const answer = await this.api.ask<{ data?: unknown }>('GET', `/v1/messages/${messageId}/suggested`, { signal });
    return Array.isArray(answer.data) ? answer.data.filter((each) => typeof each === 'string' && each !== '') : [];
  }

  async stop(taskId: string): Promise<void> {
    await this.api.ask('POST', `/v1/chat-messages/${taskId}/stop`, { body: {}, retry: true });
  }

  async fillForm(token: string, inputs: Mapping, action: string): Promise<void> {
    await this.api.ask('POST', `/v1/form/human_input/${token}`, { body: { inputs, action }, retry: false });
  }

  async hear(recording: Blob, name: string): Promise<string> {
    const body = new FormData();
    body.set('file', recording, name);
    const answer = await this.api.ask<{ text: string }>('POST', '/v1/audio-to-text', { body, retry: true });
    return answer.text;
  }

  async speak(messageId: string, signal: AbortSignal): Promise<Blob> {
    const body = { message_id: messageId };
    const answer = await this.api.open('POST', '/v1/text-to-audio', { body, signal, retry: true });
    return answer.blob();
  }
}
