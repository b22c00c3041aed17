import type { LlmModel, LlmPart, LlmRequest } from '#plugins/models/contract.ts';
import { type Caller, streamAnswer } from '#plugins/provider-http/contract.ts';
import { AnswerParts } from './answer-parts.ts';
import { chatBody, completionBody, promptLength } from './chat-request.ts';
import type { OpenAiEndpoint } from './endpoint.ts';

export function createLlm(caller: Caller<OpenAiEndpoint>): LlmModel {
  return { stream: (request) => stream(caller, request) };
}

async function* stream(caller: Caller<OpenAiEndpoint>, request: LlmRequest): AsyncGenerator<readonly LlmPart[]> {
  const { endpoint } = caller;
  const isCompletion = request.mode === 'completion' || endpoint.isCompletion;
  const response = await caller.open({
    path: isCompletion ? '/completions' : '/chat/completions',
    body: isCompletion ? completionBody(request, endpoint) : chatBody(request, endpoint),
    model: request.model,
    signal: request.signal,
    trace: request.trace,
  });
  const reader = new AnswerParts(endpoint, request.model, promptLength(request));
  yield* streamAnswer(response, reader, endpoint, request);
}
