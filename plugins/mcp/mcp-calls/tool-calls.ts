import { isMapping, toJson } from '#engine';
import { isPlatformError, PlatformError } from '#kernel';
import type { AppCall, AppRuns } from '#plugins/delivery-api/contract.ts';
import type { ShownForm } from '#plugins/human-input/contract.ts';
import { type SortedArguments, sortArguments } from '#plugins/mcp-server/contract.ts';
import type { RunEnd } from '#plugins/runs/contract.ts';
import { imagesOf } from './answer-images.ts';
import { type FileParts, withFiles } from './call-files.ts';
import type { CallOutcome, McpCalls, ToolCall, ToolResult } from './contract.ts';
import { type Followed, followToEnd, openForms } from './follow-to-end.ts';
import { answerIn, elicitationOf, isAskable, messageOf } from './forms.ts';
import type { CallOwner, RequestStates, WaitingCall } from './request-state.ts';
import { failed, failure, resultOf } from './tool-result.ts';

type Mapping = Readonly<Record<string, unknown>>;

export interface ToolCallParts extends FileParts, Followed {
  readonly appRuns: AppRuns;
  readonly states: RequestStates;
}

const GIVEN_UP = 'The MCP client gave the call up.';
const DECLINED = 'The person who was asked declined.';

/** Calls of tools: each is a run of its app, in the same way as a request under `/v1` starts one. */
export class ToolCalls implements McpCalls {
  readonly #parts: ToolCallParts;

  constructor(parts: ToolCallParts) {
    this.#parts = parts;
  }

  /** What goes wrong is told to the model that called. Throws `mcp-calls.bad_state` for a state that was not made here. */
  async run(call: ToolCall): Promise<CallOutcome> {
    try {
      if (call.requestState !== undefined) return await this.#resume(call);
      const given = sortArguments(call.tool, call.arguments);
      if (given.runId !== null) return await this.#lookAt(call, given.runId);
      return await this.#start(call, given);
    } catch (error) {
      if (isPlatformError(error) && error.code === 'mcp-calls.bad_state') throw error;
      return { result: failure(error) };
    }
  }

  async #start(call: ToolCall, sorted: SortedArguments): Promise<CallOutcome> {
    const { tool, keyId, sessionId, traceparent, told } = call;
    const { app, version } = tool;
    const place = { workspaceId: app.workspaceId, appId: app.id, sessionId, signal: call.left };
    const given =
      sorted.fileInputs.size === 0 && sorted.files === undefined ? sorted : await withFiles(this.#parts, place, sorted);
    const { inputs, query, conversationId, files } = given;
    const started = await this.#parts.appRuns.call({
      caller: { workspaceId: app.workspaceId, appId: app.id, app, keyId, version },
      sessionId,
      inputs,
      ...(query !== undefined && { query }),
      conversationId,
      ...(files !== undefined && { files: files as readonly Mapping[] }),
      traceparent,
      isRead: told !== null,
    });
    const end = await this.#follow(call, started);
    const { messageId, conversationId: begun } = started;
    return this.#outcome(call, { runId: started.run.runId, messageId, conversationId: begun }, end);
  }

  async #follow({ cancelled, told }: ToolCall, { run }: AppCall): Promise<RunEnd> {
    const stop = () => run.stop(GIVEN_UP);
    cancelled?.addEventListener('abort', stop);
    if (cancelled?.aborted === true) stop();
    try {
      if (told !== null) for await (const events of run.read()) told(events);
      return await run.finished;
    } finally {
      cancelled?.removeEventListener('abort', stop);
    }
  }

  /** The same request once more, with what a person said. */
  async #resume(call: ToolCall): Promise<CallOutcome> {
    const { tool, requestState, inputResponses, sessionId } = call;
    const waiting = this.#parts.states.open(ownerOf(call), requestState);
    if (waiting === null)
      throw new PlatformError(
        'invalid',
        'mcp-calls.bad_state',
        'requestState was not made for this call, or its time is over',
      );
    const { workspaceId, id: appId } = tool.app;
    const forms = await openForms(this.#parts, { workspaceId, runId: waiting.runId });
    const form = forms.find(({ id }) => id === waiting.formId);
    if (form?.token == null) throw invalid('The form was answered or closed already; a form is answered once');
    const response = isMapping(inputResponses) ? inputResponses[form.nodeId] : undefined;
    if (!isMapping(response)) return { required: this.#ask(call, waiting, [form])?.required ?? neverAsked() };
    if (response.action === 'decline') {
      await this.#parts.runs.stop({ workspaceId, appId, run: { runId: waiting.runId }, reason: DECLINED });
      return { result: failed(`${DECLINED} The run was stopped.`) };
    }
    if (response.action !== 'accept') return { result: waitsFor(form.nodeTitle, messageOf(form), handleOf(waiting)) };
    const answer = answerIn(form, response.content);
    try {
      await this.#parts.forms.answer({ workspaceId, appId, token: form.token }, { ...answer, user: sessionId });
    } catch (error) {
      // What does not fit leaves the form open: the person is asked once more.
      const isUnfit = isPlatformError(error) && error.code === 'human-input.invalid_form_data';
      const again = isUnfit ? this.#ask(call, waiting, [form], error.message) : null;
      if (again !== null) return again;
      throw error;
    }
    return this.#outcome(call, waiting, await this.#rejoin(call, waiting.runId));
  }

  /** What came of a run that waited, for a client that does not ask people. */
  async #lookAt(call: ToolCall, handle: string): Promise<CallOutcome> {
    const [runId = '', messageId = '', conversationId = ''] = handle.toLowerCase().split('.');
    const { tool, sessionId } = call;
    const { workspaceId, id: appId } = tool.app;
    const { user } = this.#parts.endUsers.identify({ workspaceId, appId, type: 'service-api', sessionId });
    const run = await this.#parts.runs.get(workspaceId, runId);
    if (run === null || run.appId !== appId || run.createdBy.id !== user.id)
      throw new PlatformError('not-found', 'mcp-server.not_found', `There is no run ${handle.slice(0, 120)} of yours.`);
    const waiting = { runId, messageId: messageId || null, conversationId: conversationId || null };
    return this.#outcome(call, waiting, await this.#rejoin(call, runId));
  }

  async #rejoin(call: ToolCall, runId: string): Promise<RunEnd | null> {
    const { workspaceId, id: appId } = call.tool.app;
    const { cancelled, told } = call;
    const { left } = call;
    const stop = () =>
      void this.#parts.runs.stop({ workspaceId, appId, run: { runId }, reason: GIVEN_UP }).catch(() => {});
    cancelled?.addEventListener('abort', stop);
    if (cancelled?.aborted === true) stop();
    try {
      return await followToEnd(this.#parts, { workspaceId, runId }, { signal: left(), told: told ?? (() => {}) });
    } finally {
      cancelled?.removeEventListener('abort', stop);
    }
  }

  async #outcome(call: ToolCall, ids: Omit<WaitingCall, 'formId'>, end: RunEnd | null): Promise<CallOutcome> {
    const { tool, origin } = call;
    const { workspaceId } = tool.app;
    if (end === null) return { result: failed('The end of the run is not known here.') };
    if (end.kind === 'run-finished') {
      const { result, files } = resultOf({ tool, workspaceId, ids }, end, this.#parts.files.at(origin));
      const images = await imagesOf(this.#parts.files, { workspaceId, appId: tool.app.id }, files);
      return { result: images.length === 0 ? result : { ...result, content: [...result.content, ...images] } };
    }
    const forms = await openForms(this.#parts, { workspaceId, runId: ids.runId });
    const [first] = forms;
    if (first === undefined) return { result: waitsFor('', 'It was answered a moment ago.', handleOf(ids)) };
    return this.#ask(call, ids, forms) ?? { result: waitsFor(first.nodeTitle, messageOf(first), handleOf(ids)) };
  }

  /** One form after the other: what is said in one request must not be lost because another of its answers does not fit. */
  #ask(call: ToolCall, ids: Omit<WaitingCall, 'formId'>, forms: readonly ShownForm[], problem = '') {
    const form = call.canAsk ? forms.find(isAskable) : undefined;
    if (form === undefined) return null;
    const { runId, messageId, conversationId } = ids;
    const waiting = { runId, messageId, conversationId, formId: form.id };
    const requestState = this.#parts.states.seal(ownerOf(call), waiting, form.expiresAt);
    return { required: { inputRequests: { [form.nodeId]: elicitationOf(form, problem) }, requestState } };
  }
}

function neverAsked(): never {
  throw invalid('The form is none that this client can ask');
}

function ownerOf({ tool, server, sessionId, arguments: given }: ToolCall): CallOwner {
  const { workspaceId, id: appId } = tool.app;
  return { workspaceId, server, appId, sessionId, arguments: toJson(given) };
}

/** What names a run that waits, for its caller. */
function handleOf({ runId, messageId, conversationId }: Omit<WaitingCall, 'formId'>): string {
  return [runId, messageId ?? '', conversationId ?? ''].join('.').replace(/\.+$/, '');
}

function waitsFor(title: string, message: string, handle: string): ToolResult {
  return failed(
    `The app waits for a person${title === '' ? '' : ` (${title})`}: ${message}\n\nSomebody of its workspace answers the form in the console, or with \`weft forms\`. Then call this tool again with run_id "${handle}" and nothing else, to hear what came of it.`,
  );
}

function invalid(message: string): PlatformError {
  return new PlatformError('invalid', 'mcp-server.invalid_param', `${message}.`);
}
