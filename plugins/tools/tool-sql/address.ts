import { PlatformError } from '#kernel';

const EXAMPLE = 'postgresql://user:password@db.example.com:5432/name';

/** `verify-full`: with a certificate that is known and for the name; `require`: encrypted, whoever it is. */
export type TlsMode = 'disable' | 'require' | 'verify-full';

const TLS_MODES: readonly string[] = ['disable', 'require', 'verify-full'];

/** Where a database is, who asks it, and whether they may write. */
export interface DatabaseAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly tls: TlsMode;
  readonly mayWrite: boolean;
}

/**
 * Reads `postgresql://user:password@host:5432/name?sslmode=…&access=write`. Errors say what is wrong and quote nothing: the
 * text holds a password. Without `sslmode` it is `verify-full`, without `access` it is `read`.
 */
export function readAddress(text: string): DatabaseAddress {
  const scheme = /^([a-z0-9+]+):\/\//i.exec(text)?.[1]?.toLowerCase().split('+')[0] ?? '';
  if (scheme !== 'postgres' && scheme !== 'postgresql') {
    throw invalid('does not begin with postgresql://; other kinds of databases are not supported');
  }
  const url = URL.parse(text.replace(/^[^:]+:/, 'postgresql:'));
  if (url === null || url.hostname === '') throw invalid('names no host, or has a port that is none');
  const options = new Map(url.searchParams);
  const unknown = [...options.keys()].find((name) => name !== 'sslmode' && name !== 'access');
  if (unknown !== undefined) throw invalid('has an option other than sslmode and access');
  const access = options.get('access') ?? 'read';
  if (access !== 'read' && access !== 'write') throw invalid('has an access that is neither read nor write');
  return checked({
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port || 5432),
    user: decoded(url.username),
    password: decoded(url.password),
    database: decoded(url.pathname.slice(1)),
    tls: tlsMode(options.get('sslmode')),
    mayWrite: access === 'write',
  });
}

/** From single fields, which only read. */
export function addressOf(fields: {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly sslmode: string | undefined;
}): DatabaseAddress {
  const { sslmode, ...rest } = fields;
  return checked({ ...rest, tls: tlsMode(sslmode), mayWrite: false });
}

function checked(address: DatabaseAddress): DatabaseAddress {
  const { host, user, password, database } = address;
  if (host === '') throw invalid('names no host');
  if (user === '') throw invalid('names no user');
  if (database === '') throw invalid('names no database');
  // They go to the server with their ends marked by a NUL.
  if ([user, password, database].some((part) => part.includes('\0'))) throw invalid('holds a NUL');
  return address;
}

function tlsMode(text = 'verify-full'): TlsMode {
  if (!TLS_MODES.includes(text)) throw invalid(`has an sslmode that is none of ${TLS_MODES.join(', ')}`);
  return text as TlsMode;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw invalid('has a % that is not followed by two hexadecimal digits; write %25 for a %');
  }
}

function invalid(problem: string) {
  return new PlatformError(
    'invalid',
    'tool-sql.invalid_address',
    `The address of the database ${problem}. An example: ${EXAMPLE}`,
  );
}
