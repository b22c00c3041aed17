/**
 * Conversations and their messages. Completion apps store messages too, without a conversation.
 */
import type { AppMode, JsonText } from '#engine';
import { token } from '#kernel';
import type { CommitEntry } from '#plugins/database/contract.ts';

/** Which runs write a message, and which message a run writes. */
export { MESSAGE_RUN, type MessageOfRun, messageOf } from './message-runs.ts';

/** In place of a parent: nothing that was said before counts. */
export const FIRST_OF_BRANCH = '00000000-0000-0000-0000-000000000000';

/** `conversations.history`: newest-last turns of the run's conversation, without the running one. */
export const ConversationHistory = 'conversations.history';

/** Input of the host call. */
export interface HistoryRequest {
  readonly conversationId: string;
  /** Turns to return at most; null = all that are kept (500). */
  readonly limit: number | null;
}

/** One answered exchange; the host call answers with an array of these. */
export interface HistoryTurn {
  readonly query: string;
  readonly answer: string;
  /** File values of the turn's query. */
  readonly files: readonly unknown[];
}

/** A conversation of one end user with one app. */
export interface Conversation {
  readonly id: string;
  readonly workspaceId: string;
  readonly appId: string;
  readonly endUserId: string;
  readonly name: string;
  readonly mode: AppMode;
  readonly inputs: JsonText;
  readonly introduction: string;
  /** Messages so far; the next one has `dialogue_count` one higher. */
  readonly dialogueCount: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The same, as its user has it in lists. */
export interface KeptConversation extends Conversation {
  readonly isPinned: boolean;
  /** Put away: in a list of its own. It comes back when it goes on. */
  readonly isArchived: boolean;
}

/** A conversation variable's current value. */
export interface ConversationVariable {
  readonly name: string;
  readonly valueType: string;
  readonly value: JsonText;
}

/** The same, as it is kept. */
export interface KeptVariable extends ConversationVariable {
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A query and what was answered. */
export interface Message {
  readonly id: string;
  readonly workspaceId: string;
  readonly appId: string;
  /** null: a completion app's message. */
  readonly conversationId: string | null;
  readonly endUserId: string;
  readonly runId: string;
  readonly inputs: JsonText;
  readonly query: string;
  readonly answer: string;
  /** File values of the query. */
  readonly files: JsonText;
  /** File values of the answer. */
  readonly answerFiles: JsonText;
  readonly citations: JsonText;
  /**
   * Steps of the agent that answered: array of objects in the shape of the runtime API, message events; `[]` elsewhere.
   */
  readonly agentThoughts: JsonText;
  /** The message it follows where that is not the one before it in time; `FIRST_OF_BRANCH`: it begins the conversation anew. */
  readonly parentId?: string | null;
  readonly status: 'running' | 'normal' | 'stopped' | 'error';
  readonly error: string | null;
  readonly messageTokens: number;
  readonly answerTokens: number;
  /** Decimal string. */
  readonly totalPrice: string;
  readonly currency: string;
  /** Seconds. */
  readonly latency: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** A piece of a longer list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
}

/** Orders of the conversation list; `-` is newest first (runtime API, conversations). */
export type ConversationSort = 'created_at' | '-created_at' | 'updated_at' | '-updated_at';

/** Which conversations to list. */
export interface ConversationPage {
  readonly lastId: string | null;
  readonly limit: number;
  readonly sort: ConversationSort;
  /** Only those that are pinned, or are not. Absent: both. */
  readonly isPinned?: boolean | undefined;
  /** Only those that are archived, or are not. Absent: both. */
  readonly isArchived?: boolean | undefined;
  /** Only those with this in their names, in any case. */
  readonly search?: string | undefined;
}

/** What was said in a message. */
export interface MessageText {
  readonly id: string;
  readonly query: string;
  readonly answer: string;
}

/** A caller's view: their app's and their end user's objects only. */
export interface ConversationOwner {
  readonly workspaceId: string;
  readonly appId: string;
  readonly endUserId: string;
}

/** Reading and writing conversations. */
export interface Conversations {
  /** null: unknown, deleted, or another user's. */
  find(owner: ConversationOwner, conversationId: string): Promise<KeptConversation | null>;
  /** Values that runs or callers have set, by name; what was never set has its declared value. */
  variables(workspaceId: string, conversationId: string): Promise<readonly KeptVariable[]>;
  /** Bytes one variable may have (app DSL, limits). */
  readonly variableBytes: number;
  /**
   * Sets one variable; the next run of the conversation starts with it. The caller has checked conversation, type and
   * size.
   */
  setVariable(workspaceId: string, conversationId: string, variable: ConversationVariable): Promise<KeptVariable>;
  /**
   * False: there is no such conversation of this user, or it is not called `was` any more. The place in lists stays.
   */
  rename(
    owner: ConversationOwner,
    conversationId: string,
    name: string,
    options?: { readonly was?: string },
  ): Promise<boolean>;
  /** Pins it, or no longer. False: there is no such conversation of this user. The place in lists stays. */
  pin(owner: ConversationOwner, conversationId: string, isPinned: boolean): Promise<boolean>;
  /** Puts it away, or brings it back. False: there is no such conversation of this user. */
  archive(owner: ConversationOwner, conversationId: string, isArchived: boolean): Promise<boolean>;
  /** Takes it out of every list and reach. False: there is none. Runs in progress end as they would. */
  remove(owner: ConversationOwner, conversationId: string): Promise<boolean>;
  /** What a conversation began with; null: it has no message. The caller has found the conversation. */
  firstQuery(workspaceId: string, conversationId: string): Promise<string | null>;
  /** A message of any app mode; null: unknown, another user's, or of a deleted conversation. */
  message(owner: ConversationOwner, messageId: string): Promise<Message | null>;
  /** Those of these that are theirs and not deleted; at most a hundred are asked for. */
  findAll(owner: ConversationOwner, ids: readonly string[]): Promise<readonly KeptConversation[]>;
  /** Those of their newest thousand with a text in their names, in any case, newest first. */
  named(owner: ConversationOwner, part: string, limit: number): Promise<readonly KeptConversation[]>;
  /** What was said in these messages, as far as they are theirs: the first 50,000 characters of each text. */
  texts(owner: ConversationOwner, messageIds: readonly string[]): Promise<readonly MessageText[]>;
  /** Throws `conversations.not_found` for an unknown `lastId`. */
  list(owner: ConversationOwner, page: ConversationPage): Promise<Page<KeptConversation>>;
  /**
   * The newest `limit` messages older than `firstId`, oldest first. Throws `conversations.not_found` for an unknown id.
   */
  messages(
    owner: ConversationOwner,
    conversationId: string,
    page: { readonly firstId: string | null; readonly limit: number },
  ): Promise<Page<Message>>;
  /** Rows that make a conversation, a message, variables durable (written again with later values: the last wins). */
  conversationEntry(conversation: Conversation): CommitEntry;
  messageEntry(message: Message): CommitEntry;
  variableEntries(
    workspaceId: string,
    conversationId: string,
    variables: readonly ConversationVariable[],
  ): readonly CommitEntry[];
}

/** The conversations service. */
export const Conversations = token<Conversations>('conversations.conversations');

/** A link to a conversation as it was at a message. */
export interface ConversationShare {
  readonly id: string;
  readonly conversationId: string;
  /** Of the conversation, now. */
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** What whoever has a link reads. */
export interface SharedConversation extends ConversationShare {
  readonly introduction: string;
  readonly lastMessageId: string;
}

/** A message of it: what was said, and how many files went along; nothing of what went wrong, cost or was looked up. */
export interface SharedMessage extends MessageText {
  readonly parentId: string | null;
  readonly fileCount: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** Sharing conversations by links, which are taken back or go with what they share. */
export interface ConversationShares {
  /** `token`: of the link; its hash is kept. null: there is no such conversation of theirs, or nothing was answered in it. */
  create(owner: ConversationOwner, conversationId: string, token: string): Promise<ConversationShare | null>;
  /** Theirs, newest first; at most a hundred. */
  list(owner: ConversationOwner): Promise<readonly ConversationShare[]>;
  /** False: they have no such share. */
  remove(owner: ConversationOwner, id: string): Promise<boolean>;
  /** null: no link of this app has that token, or what it shared is gone. */
  open(place: Pick<ConversationOwner, 'workspaceId' | 'appId'>, token: string): Promise<SharedConversation | null>;
  /** The newest before `firstId`, oldest first. */
  messages(
    workspaceId: string,
    shared: SharedConversation,
    page: { readonly firstId: string | null; readonly limit: number },
  ): Promise<Page<SharedMessage>>;
}

export const ConversationShares = token<ConversationShares>('conversations.shares');
