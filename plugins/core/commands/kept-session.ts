import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Terminal } from './terminal.ts';

/** What `weft login` keeps, for one server. */
export interface KeptSession {
  /** The server it is good for; it is sent to no other. */
  readonly url: string;
  readonly email: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Milliseconds since the epoch: until when the access token is good. */
  readonly until: number;
}

/** The file; null: the system says no place for it. */
function fileOf({ env }: Pick<Terminal, 'env'>): string | null {
  const home = env.HOME ?? env.USERPROFILE;
  const folder = env.XDG_CONFIG_HOME || (home ? join(home, '.config') : '');
  return folder === '' ? null : join(folder, 'weft', 'session.json');
}

/** null: nobody is signed in. */
export async function keptSession(terminal: Pick<Terminal, 'env'>): Promise<KeptSession | null> {
  const file = fileOf(terminal);
  if (file === null) return null;
  try {
    const kept = JSON.parse(await readFile(file, 'utf8')) as Partial<Record<keyof KeptSession, unknown>>;
    const { url, email, accessToken, refreshToken, until } = kept;
    const texts = [url, email, accessToken, refreshToken];
    return texts.every((text) => typeof text === 'string') && typeof until === 'number' ? (kept as KeptSession) : null;
  } catch {
    return null;
  }
}

/** For its owner alone (0600). False: there is no place for it. */
export async function keepSession(terminal: Pick<Terminal, 'env'>, session: KeptSession): Promise<boolean> {
  const file = fileOf(terminal);
  if (file === null) return false;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // Whole or not at all, and never open to others, whatever was there before.
  const next = `${file}.${process.pid}`;
  await writeFile(next, JSON.stringify(session), { mode: 0o600 });
  await rename(next, file);
  return true;
}

export async function forgetSession(terminal: Pick<Terminal, 'env'>): Promise<void> {
  const file = fileOf(terminal);
  if (file !== null) await rm(file, { force: true });
}
