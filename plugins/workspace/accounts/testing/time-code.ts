import { TOTP } from 'otpauth';

/** What an authenticator app shows for a secret, at a time (milliseconds since the epoch). */
export function timeCode(secret: string, at: number): string {
  return new TOTP({ secret, digits: 6, period: 30 }).generate({ timestamp: at });
}
