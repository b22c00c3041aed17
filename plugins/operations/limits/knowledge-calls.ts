import type { GuardedRequest } from '#http';

/** Questions to knowledge bases and changes of them under `/v1`: what is only read there counts as any request. */
export function isKnowledgeCall({ method, path }: Pick<GuardedRequest, 'method' | 'path'>): boolean {
  return method !== 'GET' && method !== 'HEAD' && /^\/v1\/datasets(?:\/|$)/.test(path);
}
