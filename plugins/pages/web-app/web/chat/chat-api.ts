import { type Api, type VisitorCalls, visitorCalls } from '#plugins/ui/web/contract.ts';
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
  readonly archived?: boolean;
  readonly created_at: number;
  readonly updated_at: number;
}

/** A piece of what was said, with what was looked for. */
export interface Excerpt {
  readonly text: string;
  readonly marks: readonly { readonly start: number; readonly end: number }[];
}

/** A conversation that was found; `excerpt` null: by its name. */
export interface FoundConversation extends ConversationItem {
  readonly excerpt: Excerpt | null;
}

/** A link to a conversation. */
export interface Share {
  readonly id: string;
  readonly conversation_id: string;
  readonly name: string;
  readonly created_at: number;
}

/** What whoever has a link reads. */
export interface SharedConversation extends List<SharedMessage> {
  readonly name: string;
  readonly introduction: string;
  readonly created_at: number;
}

export interface SharedMessage {
  readonly id: string;
  readonly parent_message_id: string | null;
  readonly query: string;
  readonly answer: string;
  readonly file_count: number;
  readonly created_at: number;
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
  readonly #call: VisitorCalls;

  constructor(api: Api) {
    this.api = api;
    this.#call = visitorCalls(api);
  }

  parameters(signal?: AbortSignal): Promise<ChatParameters> {
    return this.#call.get('/v1/parameters', { signal });
  }

  conversations(query: {
    readonly last_id?: string | undefined;
    readonly pinned?: boolean | undefined;
    readonly archived?: boolean | undefined;
    readonly limit?: number;
  }): Promise<List<ConversationItem>> {
    return this.#call.get('/v1/conversations', { query: { limit: 30, ...query } });
  }

  search(query: string, cursor?: string): Promise<List<FoundConversation> & { readonly next_cursor: string | null }> {
    return this.#call.get('/v1/conversations/search', { query: { query, ...(cursor !== undefined && { cursor }) } });
  }

  shares(): Promise<{ readonly data: readonly Share[] }> {
    return this.#call.get('/v1/conversation-shares');
  }

  share(id: string): Promise<Share & { readonly url: string }> {
    return this.#call.post('/v1/conversations/{conversation_id}/shares', {
      path: { conversation_id: id },
      body: {},
      retry: false,
    });
  }

  async revoke(id: string): Promise<void> {
    await this.#call.delete('/v1/conversation-shares/{share_id}', { path: { share_id: id }, retry: true });
  }

  shared(token: string, firstId?: string): Promise<SharedConversation> {
    const query = { limit: 100, ...(firstId !== undefined && { first_id: firstId }) };
    return this.#call.get('/v1/shared-conversations/{token}', { path: { token }, query });
  }

  messages(
    conversationId: string,
    firstId: string | undefined,
    signal?: AbortSignal,
    limit = firstId === undefined ? FIRST_PAGE : PAGE,
  ): Promise<List<Mapping>> {
    const query = {
      conversation_id: conversationId,
      limit,
      first_id: firstId,
    };
    return this.#call.get('/v1/messages', { query, signal });
  }

  async rename(id: string, name: string): Promise<void> {
    await this.#call.post('/v1/conversations/{conversation_id}/name', {
      path: { conversation_id: id },
      body: { name },
      retry: true,
    });
  }

  async pin(id: string, isPinned: boolean): Promise<void> {
    const path = isPinned ? '/v1/conversations/{conversation_id}/pin' : '/v1/conversations/{conversation_id}/unpin';
    await this.#call.post(path, { path: { conversation_id: id }, body: {}, retry: true });
  }

  async archive(id: string, isArchived: boolean): Promise<void> {
    const path = '/v1/conversations/{conversation_id}';
    const options = { path: { conversation_id: id }, body: {}, retry: true };
    await (isArchived ? this.#call.post(`${path}/archive`, options) : this.#call.post(`${path}/unarchive`, options));
  }

  async remove(id: string): Promise<void> {
    await this.#call.delete('/v1/conversations/{conversation_id}', { path: { conversation_id: id }, retry: true });
  }

  async rate(messageId: string, rating: 'like' | 'dislike' | null, content?: string): Promise<void> {
    const body = { rating, ...(content !== undefined && { content }) };
    await this.#call.post('/v1/messages/{message_id}/feedbacks', {
      path: { message_id: messageId },
      body,
      retry: true,
    });
  }

  async suggested(messageId: string, signal: AbortSignal): Promise<readonly string[]> {
    const path = { message_id: messageId };
    const { data } = await this.#call.get('/v1/messages/{message_id}/suggested', { path, signal });
    return data.filter((each) => each !== '');
  }

  async stop(taskId: string): Promise<void> {
    await this.#call.post('/v1/chat-messages/{task_id}/stop', { path: { task_id: taskId }, body: {}, retry: true });
  }

  async fillForm(token: string, inputs: Mapping, action: string): Promise<void> {
    const path = { form_token: token };
    await this.#call.post('/v1/form/human_input/{form_token}', { path, body: { inputs, action }, retry: false });
  }

  async hear(recording: Blob, name: string): Promise<string> {
    const body = new FormData();
    body.set('file', recording, name);
    const answer = await this.#call.post('/v1/audio-to-text', { body, retry: true });
    return answer.text;
  }

  async speak(messageId: string, signal: AbortSignal): Promise<Blob> {
    const body = { message_id: messageId };
    const answer = await this.#call.open('POST', '/v1/text-to-audio', { body, signal, retry: true });
    return answer.blob();
  }
}
