import type { Reply } from '#http';

export function redirect(to: string, cookies: readonly string[]): Reply {
  const headers = { Location: to, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };
  return { status: 303, headers, cookies, body: { kind: 'empty' } };
}
