/** Why an action failed. */
export type Failure = 'invalid' | 'forbidden' | 'missing' | 'conflict' | 'limited' | 'unavailable' | 'signIn';

interface Ended {
  readonly action: string;
  /** Status of the HTTP response; null for what no request of a signed-in user caused. */
  readonly status: number | null;
}

/** Why the action of an entry failed; null: it succeeded. */
export function failureOf({ action, status }: Ended): Failure | null {
  if (status === null) return action === 'accounts.sign-in-failed' ? 'signIn' : null;
  if (status < 400) return null;
  if (status === 401 || status === 403) return 'forbidden';
  if (status === 404) return 'missing';
  if (status === 409 || status === 412) return 'conflict';
  if (status === 429) return 'limited';
  return status < 500 ? 'invalid' : 'unavailable';
}
