import { json, type Route, type RouteRequest, route, type SchemaValue } from '#http';
import { PlatformError } from '#kernel';
import {
  type AppCaller,
  AppKeyAccess,
  AppUserAccess,
  invalidParameter,
  requiredUser,
  requireMode,
} from '#plugins/app-access/contract.ts';
import type { ConversationOwner, Conversations, Message } from '#plugins/conversations/contract.ts';
import type { EndUsers } from '#plugins/end-users/contract.ts';
import { type Feedbacks, feedbackItem } from '#plugins/feedbacks/contract.ts';
import type { Suggestions } from '#plugins/suggestions/contract.ts';
import { messageDocs } from './history-docs.ts';
import { notFound, ownerOf } from './lookup.ts';

interface Parts {
  readonly endUsers: EndUsers;
  readonly conversations: Conversations;
  readonly feedbacks: Feedbacks;
  /** Undefined: the plugin is switched off. */
  readonly suggestions: Suggestions | undefined;
}

/** Turns a model is shown besides the last one. */
const TURNS_BEFORE = 2;

const params = { type: 'object', properties: { message_id: { type: 'string', format: 'uuid' } } } as const;
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
  ];
}

type FeedbackRequest = RouteRequest<AppCaller, unknown, SchemaValue<typeof feedbackBody>, 'message_id'>;
type SuggestRequest = RouteRequest<AppCaller, unknown, unknown, 'message_id'>;

async function giveFeedback(parts: Parts, { principal, params, body, bodyText }: FeedbackRequest) {
  const { rating = null, content = null } = body;
  const owner = ownerOf(parts, principal, body, bodyText);
  const message = await findMessage(parts, owner, params);
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
  const message = await findMessage(parts, owner, params);
  const { workspaceId, appId, keyId, version, app } = principal;
  const feature = version?.compiled.parameters.suggested_questions_after_answer as { enabled?: boolean } | undefined;
  if (version === null || feature?.enabled !== true) {
    const text = `'${app.name}' suggests no questions; switch on suggested_questions_after_answer and publish it.`;
    throw new PlatformError('invalid', 'history-api.bad_request', text);
  }
  const before = await messagesBefore(parts, message);
  const exchanges = [...before, message].filter(({ answer }) => answer !== '');
  const asker = { workspaceId, appId, keyId, version, user: owner.endUserId, signal };
  const data = message.answer === '' ? [] : ((await parts.suggestions?.questions(asker, exchanges)) ?? []);
  return json({ result: 'success', data } as const);
}

async function messagesBefore(parts: Parts, message: Message): Promise<readonly Message[]> {
  if (message.conversationId === null) return [];
  const page = { firstId: message.id, limit: TURNS_BEFORE };
  return (await parts.conversations.messages(message, message.conversationId, page)).items;
}

async function findMessage(parts: Parts, owner: ConversationOwner, { message_id: id }: SuggestRequest['params']) {
  const message = await parts.conversations.message(owner, id.toLowerCase());
  if (message === null) throw notFound('message', id);
  return message;
}
