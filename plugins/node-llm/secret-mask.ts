import type { Variables } from '../../engine/contract.ts';

/** Shorter values would mask ordinary words. */
const MIN_LENGTH = 4;

/** Takes the values of secret environment variables out of what is recorded about a run. */
export function secretMask(variables: Variables): (text: string) => string {
  const secrets: string[] = [];
  for (const name of variables.names('env')) {
    const value = variables.type(['env', name]) === 'secret' ? variables.get(['env', name]) : undefined;
    if (typeof value === 'string' && value.length >= MIN_LENGTH) secrets.push(value);
  }
  // The longest first: one secret may contain another.
  secrets.sort((left, right) => right.length - left.length);
  return (text) => secrets.reduce((masked, secret) => masked.replaceAll(secret, '***'), text);
}
