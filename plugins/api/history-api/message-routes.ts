import { json, type Route, type RouteRequest, route, type SchemaValue } from '#http';
import { PlatformError } from '#kernel';
import {
  type AppCaller,
  AppKeyAccess,
  AppUserAccess,
  consoleUser,
  invalidParameter,
  requiredUser,
  requireMode,
} from '#plugins/app-access/contract.ts';
import type { Apps } from '#plugins/apps/contract.ts';
import type { ConversationOwner, Conversations, Message } from '#plugins/conversations/contract.ts';
import type { EndUsers } from '#plugins/end-users/contract.ts';
import { type Feedbacks, feedbackItem } from '#plugins/feedbacks/contract.ts';
import { ManagementAccess } from '#plugins/management-access/contract.ts';
import type { Suggestions } from '#plugins/suggestions/contract.ts';
import { messageDocs } from './history-docs.ts';
import { notFound, ownerOf } from './lookup.ts';

interface Parts {
  readonly apps: Pick<Apps, 'draft'>;
  readonly endUsers: EndUsers;
  readonly conversations: Conversations;
  readonly feedbacks: Feedbacks;
  /** Undefined: the plugin is switched off. */
  readonly suggestions: Suggestions | undefined;
}

/** Turns a model is shown besides the last one. */
const TURNS_BEFORE = 2;

const uuid = { type: 'string', format: 'uuid' } as const;
const params = { type: 'object', properties: { message_id: uuid } } as const;
const feedbackBody = {
  type: 'object',
  properties: {
    rating: { enum: ['like', 'dislike', null] },
    content: { type: ['string', 'null'], maxLength: 10_000 },
  },
} as const;
const feedbacksQuery = {
  type: 'object',
  properties: {
    page: { type: 'integer', minimum: 1, maximum: 99_999, default: 1 },
    limit: { type: 'integer', minimum: 1, maximum: 101, default: 20 },
  },
} as const;

/** Opinions on messages, and what may be asked next (runtime API, messages and feedback). */
export function messageRoutes(parts: Parts): Route[] {
  return [
    route({
      id: 'history-api.give-feedback',
      method: 'POST',
      path: '/v1/messages/:message_id/feedbacks',
      access: AppUserAccess,
      summary: 'Like or dislike a message, or remove the rating',
      docs: messageDocs.giveFeedback,
      params,
      body: feedbackBody,
      guard: ({ principal, body }) => void requiredUser(principal, body),
      handle: (request) => giveFeedback(parts, request),
    }),
    route({
      id: 'history-api.list-feedbacks',
      method: 'GET',
      path: '/v1/app/feedbacks',
      access: AppKeyAccess,
      summary: 'List the feedback of an app',
      docs: messageDocs.listFeedbacks,
      query: feedbacksQuery,
      async handle({ principal, query }) {
        const feedbacks = await parts.feedbacks.list(principal.workspaceId, principal.app.id, query);
        return json({ data: feedbacks.map(feedbackItem) });
      },
    }),
    route({
      id: 'history-api.suggest-questions',
      method: 'GET',
      path: '/v1/messages/:message_id/suggested',
      access: AppUserAccess,
      summary: 'Get suggested questions after an answer',
      docs: messageDocs.suggest,
      params,
      guard({ principal, query }) {
        requiredUser(principal, query);
        requireMode(principal, 'chat');
      },
      handle: (request) => suggestQuestions(parts, request),
    }),
    route({
      id: 'history-api.suggest-questions-of-draft',
      method: 'GET',
      path: '/console/api/apps/:app_id/draft/messages/:message_id/suggested',
      access: ManagementAccess,
      permission: 'apps.edit',
      summary: 'Get suggested questions after an answer of the draft of an app',
      noCommand: 'for the preview of the editor',
      ids: { 'params.message_id': 'draftMessage' },
      docs: messageDocs.suggestOfDraft,
      params: { type: 'object', properties: { app_id: uuid, message_id: uuid } },
      async handle({ principal, params: { app_id: appId, message_id: id }, signal }) {
        const { workspaceId } = principal;
        const { app, version } = await parts.apps.draft(workspaceId, appId);
        const place = { workspaceId, appId: app.id };
        const { user } = parts.endUsers.identify({ ...place, type: 'debugging', sessionId: consoleUser(principal) });
        const owner = { ...place, endUserId: user.id };
        if (!hasSuggestions(version)) {
          await findMessage(parts, owner, id);
          return json({ result: 'success', data: [] } as const);
        }
        return suggestAfter(parts, { ...place, app, version, keyId: null, owner, id, signal });
      },
    }),
  ];
}

type FeedbackRequest = RouteRequest<AppCaller, unknown, SchemaValue<typeof feedbackBody>, 'message_id'>;
type SuggestRequest = RouteRequest<AppCaller, unknown, unknown, 'message_id'>;

async function giveFeedback(parts: Parts, { principal, params, body, bodyText }: FeedbackRequest) {
  const { rating = null, content = null } = body;
  const owner = ownerOf(parts, principal, body, bodyText);
  const message = await findMessage(parts, owner, params.message_id);
  const feedback = { ...owner, messageId: message.id };
  if (rating !== null) {
    await parts.feedbacks.give({ ...feedback, conversationId: message.conversationId, rating, content });
  } else if (!(await parts.feedbacks.takeBack(feedback))) {
    throw invalidParameter(`the message ${message.id} has no feedback to take back`, 'rating');
  }
  return json({ result: 'success' } as const);
}

async function suggestQuestions(parts: Parts, { principal, params, query, signal }: SuggestRequest) {
  const owner = ownerOf(parts, principal, query);
  return suggestAfter(parts, { ...principal, owner, signal, id: params.message_id });
}

interface Suggesting extends Pick<AppCaller, 'workspaceId' | 'appId' | 'keyId' | 'version' | 'app'> {
  readonly owner: ConversationOwner;
  /** Of the message. */
  readonly id: string;
  readonly signal: AbortSignal;
}

async function suggestAfter(parts: Parts, { owner, id, signal, ...asked }: Suggesting) {
  const message = await findMessage(parts, owner, id);
  const { workspaceId, appId, keyId, version, app } = asked;
  if (version === null || !hasSuggestions(version)) {
    const text = `'${app.name}' suggests no questions; switch on suggested_questions_after_answer and publish it.`;
    throw new PlatformError('invalid', 'history-api.bad_request', text);
  }
  const before = await messagesBefore(parts, message);
  const exchanges = [...before, message].filter(({ answer }) => answer !== '');
  const asker = { workspaceId, appId, keyId, version, user: owner.endUserId, signal };
  const data = message.answer === '' ? [] : ((await parts.suggestions?.questions(asker, exchanges)) ?? []);
  return json({ result: 'success', data } as const);
}

function hasSuggestions({ compiled }: NonNullable<AppCaller['version']>): boolean {
  const feature = compiled.parameters.suggested_questions_after_answer as { enabled?: boolean } | undefined;
  return feature?.enabled === true;
}

async function messagesBefore(parts: Parts, message: Message): Promise<readonly Message[]> {
  if (message.conversationId === null) return [];
  const page = { firstId: message.id, limit: TURNS_BEFORE };
  return (await parts.conversations.messages(message, message.conversationId, page)).items;
}

async function findMessage(parts: Parts, owner: ConversationOwner, id: string) {
  const message = await parts.conversations.message(owner, id.toLowerCase());
  if (message === null) throw notFound('message', id);
  return message;
}
