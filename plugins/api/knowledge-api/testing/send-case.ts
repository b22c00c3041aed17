import type { Expected, KnowledgeCase, RequestValues } from './knowledge-cases.ts';

/** A copy of the request with another value in one place. */
export function withId(values: RequestValues, at: string, id: string): RequestValues {
  const copy = structuredClone(values);
  const steps = at.split('.');
  const last = steps.pop() ?? '';
  let place = copy as Record<string, unknown>;
  for (const step of steps) {
    place[step] ??= {};
    place = place[step] as Record<string, unknown>;
  }
  place[last] = id;
  return copy;
}

export interface CaseAnswer extends Expected {
  readonly text: string;
}

/** Sends the request of a case with a key. */
export async function sendCase(
  { url, key }: { readonly url: string; readonly key: string },
  { route }: KnowledgeCase,
  values: RequestValues,
): Promise<CaseAnswer> {
  const [method = '', pattern = ''] = route.split(' ');
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values.params?.[name] ?? ''));
  const query = new URLSearchParams(values.query).toString();
  const headers: Record<string, string> = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${url}${path}${query === '' ? '' : `?${query}`}`, {
    method,
    headers,
    body: bodyOf(values, headers),
  });
  const text = await answer.text();
  const isJson = text !== '' && answer.headers.get('content-type') === 'application/json';
  const { code } = (isJson ? JSON.parse(text) : {}) as { code?: string };
  return { status: answer.status, text, ...(code !== undefined && answer.status >= 400 && { code }) };
}

function bodyOf({ form, body }: RequestValues, headers: Record<string, string>): FormData | string | null {
  if (form !== undefined) {
    const sent = new FormData();
    sent.append('file', new File(['ferns and mosses'], 'sent.txt', { type: 'text/plain' }));
    sent.append('data', JSON.stringify(form));
    return sent;
  }
  if (body === undefined) return null;
  headers['content-type'] = 'application/json';
  return JSON.stringify(body);
}
