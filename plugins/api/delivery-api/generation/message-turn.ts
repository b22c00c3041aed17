import { type FileResolver, fromJson, toJson, toText } from '#engine';
import { currentTime, isUuid, newId, PlatformError } from '#kernel';
import { type AppCaller, invalidParameter } from '#plugins/app-access/contract.ts';
import type { PublishedVersion } from '#plugins/apps/contract.ts';
import { type Conversation, type ConversationOwner, FIRST_OF_BRANCH } from '#plugins/conversations/contract.ts';
import type { MessageBody } from '#plugins/delivery-api/docs/schemas.ts';
import type { EndUser } from '#plugins/end-users/contract.ts';
import { nameOfQuery } from '#plugins/suggestions/contract.ts';
import type { Generation } from './generation.ts';
import { checkFileCount } from './request-files.ts';

/** Characters an opening statement may grow to with its inputs. */
const MAX_OPENING = 20_000;

/** One exchange: the query, the conversation it continues or opens, and the values in force. */
export interface Turn {
  readonly query: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  /** null: completion apps. `dialogueCount` counts this turn. */
  readonly conversation: Conversation | null;
  /** The conversation is new, and wants a name. */
  readonly wantsName: boolean;
  /** JSON text: conversation variables by name. */
  readonly variables: string;
  /** The message it follows where that is not the newest of the conversation. */
  readonly parentId: string | null;
}

interface TurnRequest {
  readonly generation: Generation;
  readonly caller: AppCaller;
  readonly published: PublishedVersion;
  readonly user: EndUser;
  readonly resolveFile: FileResolver;
  readonly body: MessageBody;
}

/** Finds or opens the conversation; a new one takes the request's inputs, an old one keeps its own (runtime API, chat). */
export async function openTurn(request: TurnRequest): Promise<{ turn: Turn; version: PublishedVersion }> {
  const { body, caller, generation } = request;
  const version = await pinnedVersion(request);
  const query = (body.query ?? '').replaceAll('\0', '');
  if (caller.app.mode === 'completion') {
    // The legacy `query` field stands for the input of that name (runtime API, completion).
    const given = query === '' || 'query' in body.inputs ? body.inputs : { ...body.inputs, query };
    const inputs = await generation.documents.checkInputs(version.compiled.inputForm, given, request.resolveFile);
    return { version, turn: { query, inputs, conversation: null, wantsName: false, variables: '{}', parentId: null } };
  }
  if (query === '') throw invalidParameter('query must not be empty', 'query');
  const id = body.conversation_id?.trim() || null;
  // Inputs of a later turn are those the conversation was begun with.
  const counted = { mode: caller.app.mode, inputs: id === null ? body.inputs : null, files: body.files };
  checkFileCount(version, counted, generation.documents.limits.filesPerRun);
  if (id !== null) return { version, turn: await continued(request, id, query) };
  const inputs = await generation.documents.checkInputs(version.compiled.inputForm, body.inputs, request.resolveFile);
  const wantsName = body.auto_generate_name !== false;
  const now = currentTime();
  const conversation: Conversation = {
    id: newId(),
    workspaceId: caller.workspaceId,
    appId: caller.app.id,
    endUserId: request.user.id,
    name: wantsName ? nameOfQuery(query) : 'New conversation',
    mode: caller.app.mode,
    inputs: toJson(inputs),
    introduction: openingFor(version.compiled.openingStatement, inputs),
    dialogueCount: 1,
    createdAt: now,
    updatedAt: now,
  };
  return { version, turn: { query, inputs, conversation, wantsName, variables: '{}', parentId: null } };
}

/** `workflow_id` pins a published version of a chatflow. */
async function pinnedVersion({ body, caller, generation, published }: TurnRequest): Promise<PublishedVersion> {
  if (caller.app.mode !== 'advanced-chat') return published;
  const id = body.workflow_id?.toLowerCase();
  if (!id || id === published.id) return published;
  if (caller.visitor !== undefined) {
    throw invalidParameter('Visitors run the version that is published now: leave workflow_id out', 'workflow_id');
  }
  if (!isUuid(id)) throw new PlatformError('invalid', 'delivery-api.bad_request', 'workflow_id is not a UUID.');
  const version = await generation.versions(caller.workspaceId, caller.app.id, id);
  if (version !== null) return version;
  throw new PlatformError('not-found', 'delivery-api.not_found', `The app has no published version ${id}.`);
}

async function continued(request: TurnRequest, id: string, query: string): Promise<Turn> {
  const { caller, generation, user } = request;
  if (!isUuid(id)) throw invalidParameter('conversation_id must be a UUID', 'conversation_id');
  const { workspaceId, app } = caller;
  const owner = { workspaceId, appId: app.id, endUserId: user.id };
  const conversation = await generation.conversations.find(owner, id.toLowerCase());
  if (conversation === null) {
    throw new PlatformError('not-found', 'delivery-api.not_found', `There is no conversation ${id} for this user.`);
  }
  const parentId = await followed(request, owner, conversation.id);
  const stored =
    app.mode === 'advanced-chat' ? await generation.conversations.variables(workspaceId, conversation.id) : [];
  const variables = `{${stored.map((variable) => `${JSON.stringify(variable.name)}:${variable.value}`).join(',')}}`;
  return {
    query,
    inputs: fromJson(generation.files.freshenText(workspaceId, conversation.inputs)) as Readonly<
      Record<string, unknown>
    >,
    conversation: { ...conversation, dialogueCount: conversation.dialogueCount + 1 },
    wantsName: false,
    variables,
    parentId,
  };
}

/** The message that `parent_message_id` names: one of the conversation, or none. */
async function followed(
  { body, generation }: TurnRequest,
  owner: ConversationOwner,
  conversationId: string,
): Promise<string | null> {
  const id = body.parent_message_id?.trim().toLowerCase() || null;
  if (id === null || id === FIRST_OF_BRANCH) return id;
  if (!isUuid(id)) throw invalidParameter('parent_message_id must be a UUID', 'parent_message_id');
  const message = await generation.conversations.message(owner, id);
  if (message?.conversationId === conversationId) return id;
  throw new PlatformError('not-found', 'delivery-api.not_found', `There is no message ${id} in this conversation.`);
}

/** The opening statement with the inputs it names: `{{name}}` (app DSL, model_config). What it does not know stays. */
function openingFor(statement: string, inputs: Readonly<Record<string, unknown>>): string {
  const opening = statement.replaceAll(/\{\{([A-Za-z_][A-Za-z0-9_]{0,29})\}\}/g, (whole, name: string) =>
    Object.hasOwn(inputs, name) ? toText(inputs[name]) : whole,
  );
  return opening.slice(0, MAX_OPENING);
}
