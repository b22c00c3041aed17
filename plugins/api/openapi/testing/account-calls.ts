import { createHash, createHmac } from 'node:crypto';
import { type Account, Accounts } from '#plugins/accounts/contract.ts';
import { bitmap } from '#plugins/avatars/testing/images.ts';
import type { TestPlatform } from '#plugins/delivery-api/testing/platform.ts';
import type { DescribedAnswer, DescribedApi, DescribedCall } from './described-api.ts';

const password = 'purple-otter-93-lamps';
const next = 'yellow-badger-41-spoons';

interface SignedIn {
  readonly access_token: string;
  readonly refresh_token: string;
}

/** People: signing up and in, their sessions, second factor, keys and passwords. */
export async function accountCalls(api: DescribedApi, platform: TestPlatform): Promise<void> {
  const call = (name: string, status: number, request: DescribedCall = {}) => {
    const [method, path] = name.split(' ');
    return api.call(`${method} /console/api/${path}`, status, request);
  };
  const email = 'ada@example.com';
  const signIn = async () => (await call('POST sessions', 200, { body: { email, password } })).body as SignedIn;
  await call('POST accounts', 202, { body: { email } });
  await call('POST accounts', 400, { body: { email: 'ada' } });
  const accounts = platform.kernel.resolve(Accounts);
  const claim = { token: accounts.signUp(email), name: 'Ada', password };
  await call('POST accounts/confirm', 400, { body: { ...claim, password: 'aaaaaaaaaaaa' } });
  await call('POST accounts/confirm', 201, { body: claim });
  await call('POST accounts/confirm', 404, { body: claim });
  await call('POST sessions', 401, { body: { email, password: 'wrong' } });
  const first = await signIn();
  const renewed = await call('POST sessions/refresh', 200, { body: { refresh_token: first.refresh_token } });
  await call('POST sessions/refresh', 401, { body: { refresh_token: 'none' } });
  const { access_token: token } = renewed.body as SignedIn;
  await call('GET account', 200, { token });
  await call('PATCH account', 200, { token, body: { name: 'Ada B.' } });
  await call('GET account/activity', 200, { token });
  await call('PATCH account', 400, { token, body: {} });
  await avatarCalls(call, token);
  await factorCalls(call, token);
  await keyCalls(call, token);
  const verifier = 'v'.repeat(43);
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const handedOff = await call('POST sessions/hand-offs', 201, { token, body: { challenge } });
  const { code } = handedOff.body as { code: string };
  await call('POST sessions/hand-offs/redeem', 200, { body: { code, verifier } });
  await call('POST sessions/hand-offs/redeem', 401, { body: { code, verifier } });
  const other = await signIn();
  const listed = await call('GET sessions', 200, { token });
  const sessions = (listed.body as { data: { id: string; current?: boolean }[] }).data;
  await call('DELETE sessions/{session_id}', 204, { token, params: { session_id: sessions[0]?.id ?? '' } });
  await call('GET account', 401, { token: other.access_token });
  await call('DELETE sessions', 204, { token });
  await call('PUT account/password', 403, { token, body: { password: next, current_password: 'wrong' } });
  await call('PUT account/password', 200, { token, body: { password: next, current_password: password } });
  await call('DELETE sessions/current', 204, { token });
  const { id } = (await accounts.byEmail(email)) as Account;
  const body = { token: await accounts.passwordReset(id), password };
  await call('POST password-resets/confirm', 200, { body });
  await call('POST password-resets/confirm', 404, { body });
  // Last: its link is made behind the answer, at any time, and ends the links before it.
  await call('POST password-resets', 202, { body: { email } });
}

type Call = (name: string, status: number, request?: DescribedCall) => Promise<DescribedAnswer>;

async function avatarCalls(call: Call, token: string): Promise<void> {
  const form = (name: string, content: Uint8Array<ArrayBuffer> | string) => {
    const made = new FormData();
    made.append(name, new File([content], 'ada.png'));
    return { token, form: made };
  };
  const image = new Uint8Array(bitmap(3));
  await call('PUT account/avatar', 200, form('file', image));
  await call('PUT account/avatar', 400, form('picture', image));
  await call('PUT account/avatar', 413, form('file', new Uint8Array(5 * 1024 * 1024 + 1)));
  await call('PUT account/avatar', 415, form('file', '<svg/>'));
  const { id } = (await call('GET account', 200, { token })).body as { id: string };
  const shown = { token, params: { account_id: id } };
  const { headers } = await call('GET accounts/{account_id}/avatar', 200, { ...shown, query: { v: '1' } });
  const known = { 'if-none-match': headers.get('etag') ?? '' };
  await call('GET accounts/{account_id}/avatar', 304, { ...shown, headers: known });
  await call('DELETE account/avatar', 204, { token });
  await call('GET accounts/{account_id}/avatar', 404, shown);
}

async function factorCalls(call: Call, token: string): Promise<void> {
  const current = { current_password: password };
  const begun = await call('POST account/second-factor', 200, { token, body: current });
  await call('POST account/second-factor', 403, { token, body: {} });
  await call('POST account/second-factor/confirm', 400, { token, body: { code: '000000' } });
  const { secret } = begun.body as { secret: string };
  const confirmed = await call('POST account/second-factor/confirm', 200, { token, body: { code: codeOf(secret) } });
  const [code] = (confirmed.body as { recovery_codes: string[] }).recovery_codes;
  const renew = 'POST account/second-factor/recovery-codes';
  await call(renew, 403, { token, body: { code } });
  await call(renew, 400, { token, body: { ...current, code: 'none of them' } });
  await call(renew, 200, { token, body: { ...current, code } });
  await call('DELETE account/second-factor', 204, { token, body: current });
  await call(renew, 409, { token, body: { ...current, code } });
}

async function keyCalls(call: Call, token: string): Promise<void> {
  const made = await call('POST account/keys', 201, { token, body: { name: 'laptop' } });
  await call('GET account/keys', 200, { token });
  const revoked = { token, params: { key_id: (made.body as { id: string }).id } };
  await call('DELETE account/keys/{key_id}', 204, revoked);
  await call('DELETE account/keys/{key_id}', 404, revoked);
}

/** The code of this half minute (RFC 6238). */
function codeOf(base32: string): string {
  const bits = [...base32].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = (bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const digest = createHmac('sha1', Buffer.from(bytes)).update(counter).digest();
  const at = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(at) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}
