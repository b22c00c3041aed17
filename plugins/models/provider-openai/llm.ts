import { isMapping } from '#engine';
import type { EgressResponse } from '#plugins/egress/contract.ts';
import type { LlmModel, LlmPart, LlmRequest } from '#plugins/models/contract.ts';
import { AnswerParts } from './answer-parts.ts';
import type { Caller } from './call.ts';
import { chatBody, completionBody, promptLength } from './chat-request.ts';
import type { Endpoint } from './endpoint.ts';
import { EventData } from './event-data.ts';
import { brokenAnswer, toModelError } from './failure.ts';

/** Bytes of an answer that came in one piece although a stream was asked for. */
const MAX_WHOLE_ANSWER = 16 * 1024 * 1024;

export function createLlm(caller: Caller): LlmModel {
  return { stream: (request) => stream(caller, request) };
}

async function* stream(caller: Caller, request: LlmRequest): AsyncGenerator<readonly LlmPart[]> {
  const { endpoint } = caller;
  const isCompletion = request.mode === 'completion' || endpoint.isCompletion;
  const response = await caller.open({
    path: isCompletion ? '/completions' : '/chat/completions',
    body: isCompletion ? completionBody(request, endpoint) : chatBody(request, endpoint),
    signal: request.signal,
    trace: request.trace,
  });
  try {
    const isWhole = response.headers['content-type']?.includes('application/json') === true;
    if (isWhole) yield await wholeAnswer(response, endpoint, request);
    else yield* streamedAnswer(response, endpoint, request);
  } catch (error) {
    throw toModelError(error, endpoint, request.signal);
  } finally {
    response.body.destroy();
  }
}

/** Some servers ignore `stream`. */
async function wholeAnswer(
  response: EgressResponse,
  endpoint: Endpoint,
  request: LlmRequest,
): Promise<readonly LlmPart[]> {
  const answer = new AnswerParts();
  readObject(await response.text(MAX_WHOLE_ANSWER), answer, endpoint);
  if (!answer.isFinished) throw brokenAnswer(endpoint, 'sent an answer without an end.');
  return answer.last(promptLength(request));
}

/** One batch per read from the network. */
async function* streamedAnswer(
  response: EgressResponse,
  endpoint: Endpoint,
  request: LlmRequest,
): AsyncGenerator<readonly LlmPart[]> {
  const answer = new AnswerParts();
  let isDone = false;
  const events = new EventData((data) => {
    if (isDone || data === '') return;
    if (data === '[DONE]') isDone = true;
    else readObject(data, answer, endpoint);
  });
  try {
    for await (const bytes of response.body) {
      events.push(bytes);
      if (isDone) break;
      const parts = answer.take();
      if (parts.length > 0) yield parts;
    }
    if (!isDone) events.end();
    if (!isDone && !answer.isFinished) throw brokenAnswer(endpoint, 'stopped in the middle of its answer.');
  } catch (error) {
    // What arrived together with the failure was said before it; tokens that were counted are paid for.
    const parts = answer.unfinished();
    if (parts.length > 0 && !request.signal.aborted) yield parts;
    throw error;
  }
  yield answer.last(promptLength(request));
}

function readObject(text: string, answer: AnswerParts, endpoint: Endpoint): void {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw brokenAnswer(endpoint, 'sent something that is not JSON.');
  }
  if (isMapping(value) && value.error !== undefined && value.error !== null) {
    throw brokenAnswer(endpoint, 'reported an error in its answer.', value);
  }
  if (!answer.read(value)) throw brokenAnswer(endpoint, 'sent something that is no answer of a model.');
}
