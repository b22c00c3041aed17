import type { LoadPlan } from './load-plan.ts';

/** Plans of load without what a figure decides: callers, seconds, rounds. */
type Call = Pick<LoadPlan, 'origin' | 'path' | 'headers' | 'body' | 'tokensIn'>;

/** Inputs of a blocking workflow run. */
export function workflowCall(origin: string, key: string, inputs: Readonly<Record<string, string>>): Call {
  const body = JSON.stringify({ inputs, response_mode: 'blocking', user: 'bench' });
  return { origin, path: '/v1/workflows/run', headers: { authorization: `Bearer ${key}` }, body };
}

/** A streamed chat message in a conversation of its own. */
export function chatCall(origin: string, key: string): Call {
  const body = JSON.stringify({
    inputs: {},
    query: 'hello',
    response_mode: 'streaming',
    conversation_id: '',
    user: 'bench',
    // A title would be a second call of the model, beside the answer.
    auto_generate_name: false,
  });
  const headers = { authorization: `Bearer ${key}` };
  return { origin, path: '/v1/chat-messages', headers, body, tokensIn: ['data: {"event":"message"'] };
}

export function floorCall(origin: string, path: string, text: string): Call {
  const call = { origin, path, headers: {}, body: JSON.stringify({ inputs: { text } }) };
  return path === '/stream' ? { ...call, tokensIn: ['data: {"event":"message"'] } : call;
}

/** The model itself, without anything between. */
export function modelCall(origin: string, model: string): Call {
  const body = JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: 'hello' }] });
  return { origin, path: '/v1/chat/completions', headers: {}, body, tokensIn: ['data: {'] };
}
