import { PlatformError } from '#kernel';
import type { EgressResponse } from '#plugins/egress/contract.ts';

const LIMIT = 1_000_000;

/** The JSON object of an answer. Throws `connected-accounts.invalid_answer` for anything else, and for a refusal. */
export async function jsonOf(
  response: EgressResponse,
  statuses: readonly number[] = [200],
): Promise<Readonly<Record<string, unknown>>> {
  const text = await response.text(LIMIT);
  if (!statuses.includes(response.status)) throw invalidAnswer(`it answered ${response.status}`);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {}
  throw invalidAnswer('it answered with no JSON');
}

function invalidAnswer(what: string): PlatformError {
  const message = `The service did not say whose account it is: ${what}. Check the token and the address.`;
  return new PlatformError('invalid', 'connected-accounts.invalid_answer', message);
}
