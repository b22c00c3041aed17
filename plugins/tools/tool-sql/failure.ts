import { isPlatformError, PlatformError } from '#kernel';
import type { DatabaseAddress } from './address.ts';

const MAX_MESSAGE = 1000;
const HIDDEN = '•••';

/** Like an error of PostgreSQL as `pg` gives it; the SQLSTATE has five characters. */
interface ServerError {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly hint?: unknown;
  readonly position?: unknown;
}

/**
 * What the tool's caller is told. The server's own words help a model to mend its statement, so they are told, without the
 * password in whatever form and not endlessly; the words of anything else are not, but for its code.
 */
export function toSqlFailure(error: unknown, address: DatabaseAddress): PlatformError {
  if (isPlatformError(error)) return error;
  const { code, message, hint, position } = (typeof error === 'object' && error !== null ? error : {}) as ServerError;
  const state = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null;
  if (state === null) return connectionFailure(code, message, address);
  const words = [
    String(message),
    typeof position === 'string' ? `at character ${position}` : '',
    typeof hint === 'string' ? `hint: ${hint}` : '',
  ];
  const told = withoutSecrets(words.filter(Boolean).join('; '), address);
  if (state === '57014') {
    return new PlatformError(
      'limited',
      'tool-sql.timed_out',
      `${address.host} stopped the statement: ${told}. Make it cheaper, or raise tool-sql.statementSeconds.`,
    );
  }
  if (state === '25006') {
    const remedy = 'The connection only reads; a connection whose address ends with access=write may write.';
    return new PlatformError(
      'forbidden',
      'tool-sql.read_only',
      `${address.host} refused the statement: ${told} (${state}). ${remedy}`,
    );
  }
  if (/^(28|3D|53|57)/.test(state)) {
    return new PlatformError(
      'unavailable',
      'tool-sql.not_connected',
      `${address.host} does not serve the connection: ${told} (${state}).`,
    );
  }
  return new PlatformError(
    'invalid',
    'tool-sql.statement_failed',
    `${address.host} refused the statement: ${told} (${state}).`,
  );
}

function connectionFailure(code: unknown, message: unknown, { host }: DatabaseAddress): PlatformError {
  if (typeof message === 'string' && message.startsWith('The server does not support SSL')) {
    const remedy = 'Turn TLS on there, or write sslmode=disable into the address where the network may read along.';
    return new PlatformError('unavailable', 'tool-sql.not_connected', `${host} offers no TLS. ${remedy}`);
  }
  const name = typeof code === 'string' && /^[A-Z][A-Z0-9_]{2,60}$/.test(code) ? ` (${code})` : '';
  const isCertificate = /CERT|SIGNATURE|ALTNAME/.test(name);
  const what = isCertificate ? 'has no TLS certificate that can be verified' : 'ended or refused the connection';
  const remedy = isCertificate
    ? 'Use one that is known and for this name, or sslmode=require, which trusts any.'
    : 'Check host, port, user and password, and that it is a PostgreSQL server.';
  return new PlatformError('unavailable', 'tool-sql.not_connected', `${host} ${what}${name}. ${remedy}`);
}

function withoutSecrets(text: string, { password }: DatabaseAddress): string {
  const forms = password === '' ? [] : [password, encodeURIComponent(password), JSON.stringify(password).slice(1, -1)];
  let told = text;
  for (const form of forms) told = told.replaceAll(form, HIDDEN);
  return told.length > MAX_MESSAGE ? `${told.slice(0, MAX_MESSAGE)}…` : told;
}
