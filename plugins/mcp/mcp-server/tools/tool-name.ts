/** Letters of any script are written as far as they have a plain form; what is left of other names is the app's id. */
export function toolName(appName: string, appId: string): string {
  const plain = appName.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const name = plain.replaceAll(/[^A-Za-z0-9_.-]+/g, '_').replaceAll(/^[_.-]+|[_.-]+$/g, '');
  return name === '' ? `app_${appId.slice(0, 8)}` : name.slice(0, MAX_MADE);
}

/** Characters of a name that is made: some clients put the server's name before it, and take 64 of both. */
const MAX_MADE = 40;

/** The n-th name to try, where others have the ones before. */
export function nthName(name: string, n: number): string {
  return n === 1 ? name : `${name}_${n}`;
}
