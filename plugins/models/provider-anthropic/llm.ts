import type { Egress } from '#plugins/egress/contract.ts';
import type { LlmModel, LlmPart, LlmRequest } from '#plugins/models/contract.ts';
import { type Caller, promptCharacters, streamAnswer } from '#plugins/provider-http/contract.ts';
import { AnswerParts } from './answer-parts.ts';
import { messagesRequest } from './messages-request.ts';

export function createLlm(caller: Caller, egress: Egress): LlmModel {
  return { stream: (request) => stream(caller, egress, request) };
}

async function* stream(caller: Caller, egress: Egress, request: LlmRequest): AsyncGenerator<readonly LlmPart[]> {
  const { body, answerTool } = await messagesRequest(request, egress);
  const { model, signal, trace } = request;
  const response = await caller.open({ path: '/messages', body, model, signal, trace });
  const { endpoint } = caller;
  const reader = new AnswerParts({ endpoint, model, promptCharacters: promptCharacters(request.messages), answerTool });
  yield* streamAnswer(response, reader, endpoint, request);
}
