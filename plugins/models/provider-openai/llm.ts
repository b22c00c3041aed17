import type { Egress } from '#plugins/egress/contract.ts';
import type { LlmModel, LlmPart, LlmRequest } from '#plugins/models/contract.ts';
import { type AnswerReader, type Caller, streamAnswer } from '#plugins/provider-http/contract.ts';
import { AnswerParts } from './answer-parts.ts';
import { chatBody, completionBody, promptLength } from './chat-request.ts';
import type { OpenAiEndpoint } from './endpoint.ts';
import { loadFiles } from './message-files.ts';
import { ResponsesAnswer } from './responses-answer.ts';
import { responsesBody } from './responses-request.ts';

/** A model that is called by chat, by the older completions, or by Responses, as the endpoint and the request say. */
export function createLlm(caller: Caller<OpenAiEndpoint>, egress: Egress): LlmModel {
  return { stream: (request) => stream(caller, egress, request) };
}

async function* stream(
  caller: Caller<OpenAiEndpoint>,
  egress: Egress,
  request: LlmRequest,
): AsyncGenerator<readonly LlmPart[]> {
  const { endpoint } = caller;
  const { path, body, reader } = await toCall(endpoint, egress, request);
  const response = await caller.open({
    path: endpoint.route?.(path, request.model) ?? path,
    body,
    model: request.model,
    signal: request.signal,
    trace: request.trace,
  });
  yield* streamAnswer(response, reader, endpoint, request);
}

interface LlmCall {
  readonly path: string;
  readonly body: string;
  readonly reader: AnswerReader;
}

async function toCall(endpoint: OpenAiEndpoint, egress: Egress, request: LlmRequest): Promise<LlmCall> {
  const context = { endpoint, model: request.model, promptCharacters: promptLength(request) };
  if (request.mode === 'completion' || endpoint.isCompletion) {
    return { path: '/completions', body: completionBody(request, endpoint), reader: new AnswerParts(context) };
  }
  const files = await loadFiles(egress, request);
  if (endpoint.protocol === 'responses') {
    const tools = (request.tools ?? []).map((tool) => tool.name);
    const body = responsesBody(request, endpoint, files);
    return { path: '/responses', body, reader: new ResponsesAnswer(context, tools) };
  }
  return { path: '/chat/completions', body: chatBody(request, endpoint, files), reader: new AnswerParts(context) };
}
