import { isUuid } from '#kernel';
import type { Secrets } from '#plugins/secrets/contract.ts';

/** What a visitor's token says. */
export interface VisitorClaims {
  readonly workspaceId: string;
  readonly appId: string;
  /** Session id of the end user. */
  readonly visitor: string;
  /** How they came in; `signed`: their id was signed by the owner of the site around. */
  readonly way: VisitWay;
  /** Of the account of a member, or of the connection of the provider that vouched. */
  readonly witness: string | null;
  /** Which embed token it was; null: they came to the page itself. */
  readonly embedNumber: number | null;
  /** Which secret signed their id; null: none did. */
  readonly secretNumber: number | null;
  /** Seconds since the epoch. */
  readonly provenAt: number;
  readonly expiresAt: number;
}

/** `studio`: a member of the workspace, in the studio, where what is set for the app's page does not count. */
export type VisitWay = 'everyone' | 'signed' | 'members' | 'sso' | 'studio';

const PREFIX = 'visitor-';
const PURPOSE = 'visitors.token';
const MAX_LENGTH = 2_000;

/** `visitor-` + what it says + `.` + the signature, under a key that only this installation has for the workspace. */
export function sealVisitor(secrets: Secrets, claims: VisitorClaims): string {
  const { workspaceId: w, appId: a, visitor: v, way: k, witness: i, embedNumber: e, secretNumber: s } = claims;
  const said = { w, a, v, k, i, e, s, t: claims.provenAt, x: claims.expiresAt };
  const text = Buffer.from(JSON.stringify(said)).toString('base64url');
  return `${PREFIX}${text}.${secrets.sign(w, PURPOSE, text)}`;
}

/** What a token says, if it was made here, however long ago; else null. */
export function openVisitor(secrets: Secrets, token: string): VisitorClaims | null {
  if (!token.startsWith(PREFIX) || token.length > MAX_LENGTH) return null;
  const [text = '', signature = '', ...rest] = token.slice(PREFIX.length).split('.');
  const said = read(text);
  if (said === null || rest.length > 0) return null;
  if (!secrets.isSigned(said.w, PURPOSE, text, signature)) return null;
  // Another spelling of the same signature would be another token.
  if (Buffer.from(signature, 'base64url').toString('base64url') !== signature) return null;
  const { w, a, v, k, i, e, s, t, x } = said;
  return {
    ...{ workspaceId: w, appId: a, visitor: v, way: k, witness: i, embedNumber: e, secretNumber: s },
    ...{ provenAt: t, expiresAt: x },
  };
}

interface Said {
  readonly w: string;
  readonly a: string;
  readonly v: string;
  readonly k: VisitWay;
  readonly i: string | null;
  readonly e: number | null;
  readonly s: number | null;
  readonly t: number;
  readonly x: number;
}

/** Not believed before its signature is. */
function read(text: string): Said | null {
  try {
    const said = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Partial<Said> | null;
    return typeof said?.w === 'string' && isUuid(said.w) ? (said as Said) : null;
  } catch {
    return null;
  }
}
