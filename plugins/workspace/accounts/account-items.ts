import { avatarUrl } from './avatar-address.ts';
import type { Account, SignedIn } from './contract.ts';
import type { PersonalKey, Session } from './session-store.ts';

const seconds = (milliseconds: number | null) => (milliseconds === null ? null : Math.floor(milliseconds / 1000));

/** Where requests of somebody go that name no workspace; null: nowhere. */
export type PlaceOf = (account: Account) => Promise<string | null>;

/** An account as its owner sees it. */
export async function accountItem(account: Account, placeOf: PlaceOf) {
  return {
    id: account.id,
    email: account.email,
    name: account.name,
    language: account.language,
    has_password: account.hasPassword,
    has_second_factor: account.hasSecondFactor,
    avatar_url: avatarUrl(account),
    current_workspace_id: await placeOf(account),
    created_at: seconds(account.createdAt),
    signed_in_at: seconds(account.signedInAt),
  };
}

export async function signedInItem(signedIn: SignedIn, csrfToken: string, placeOf: PlaceOf) {
  return {
    token_type: 'Bearer',
    access_token: signedIn.accessToken,
    refresh_token: signedIn.refreshToken,
    expires_in: signedIn.expiresIn,
    csrf_token: csrfToken,
    account: await accountItem(signedIn.account, placeOf),
  };
}

export function sessionItem(session: Session, currentId: string | null) {
  return {
    id: session.id,
    user_agent: session.userAgent,
    address: session.address,
    is_current: session.id === currentId,
    created_at: seconds(session.createdAt),
    refreshed_at: seconds(session.refreshedAt),
  };
}

export function keyItem(key: PersonalKey) {
  return {
    id: key.id,
    name: key.name,
    masked: `pat-${'*'.repeat(36)}${key.lastFour}`,
    permissions: key.permissions,
    expires_at: seconds(key.expiresAt),
    created_at: seconds(key.createdAt),
    last_used_at: seconds(key.lastUsedAt),
  };
}
