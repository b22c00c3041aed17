import { PlatformError } from '#kernel';

/** Where a mail server is, and who sends there. */
export interface SmtpAddress {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise the server may offer it. */
  readonly isSecure: boolean;
  readonly auth?: { readonly user: string; readonly pass: string };
}

const EXAMPLE = 'smtp://user:password@mail.example.com:587';
const remedies = {
  scheme: 'begins neither with smtp:// nor with smtps://',
  host: 'names no host',
  port: 'has a port that is no number from 1 to 65535',
  rest: 'goes on after the port: no path, query or fragment belongs there',
  escapes: 'has a user or password in which a % is not followed by two hexadecimal digits; write %25 for a %',
  form: 'is not an address; in user and password write %40 for @, %2F for /, %3A for :',
} as const;

/**
 * Reads `smtp://user:password@host:587` or `smtps://…`; without a port 587, or 465. Throws `mail.invalid_url`, which says what
 * is wrong and quotes nothing: the address may hold a password.
 */
export function smtpAddress(text: string): SmtpAddress {
  if (!/^smtps?:\/\//i.test(text)) throw invalid('scheme');
  if (/^smtps?:\/\/([^/]*@)?([:/?#]|$)/i.test(text)) throw invalid('host');
  const url = URL.parse(text);
  if (url === null) {
    const port = /:([^:\]@/]*)\/?$/.exec(text)?.[1];
    throw invalid(
      port !== undefined && !isPort(port) && URL.canParse(text.slice(0, -port.length - 1)) ? 'port' : 'form',
    );
  }
  if (url.port === '0') throw invalid('port');
  if (!['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== '') throw invalid('rest');
  const isSecure = url.protocol === 'smtps:';
  const port = url.port === '' ? (isSecure ? 465 : 587) : Number(url.port);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return { host, port, isSecure, ...(url.username !== '' && { auth: authOf(url) }) };
}

function isPort(text: string): boolean {
  return /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;
}

function authOf({ username, password }: URL): { readonly user: string; readonly pass: string } {
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  } catch {
    throw invalid('escapes');
  }
}

function invalid(what: keyof typeof remedies): PlatformError {
  const message = `The address of the mail server, mail.url (SMTP_URL), ${remedies[what]}. It reads like ${EXAMPLE}; leave it out to send no mail.`;
  return new PlatformError('internal', 'mail.invalid_url', message);
}
