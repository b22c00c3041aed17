import { createHash, timingSafeEqual } from 'node:crypto';
import { access, type Principal } from '#http';

/** Whoever may read the metrics: no person, and of no workspace. */
export const MetricsAccess = access<Principal>('metrics-token');

/** Says whether a header `Authorization` bears the token. */
export function tokenCheck(token: string): (authorization: string | undefined) => boolean {
  const expected = digest(token);
  return (authorization) => {
    const given = /^Bearer ([\x21-\x7e]+)$/i.exec(authorization ?? '')?.[1];
    return given !== undefined && timingSafeEqual(digest(given), expected);
  };
}

/** Of one length, whatever was given. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
