import { unixSeconds } from '#http';
import { avatarUrl } from './avatar-address.ts';
import type { Account, SignedIn } from './contract.ts';
import type { PersonalKey, Session } from './session-store.ts';
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
    created_at: unixSeconds(account.createdAt),
    signed_in_at: unixSeconds(account.signedInAt),
  };
}

/** The answer to who has signed in. */
export type SignedInItem = Awaited<ReturnType<typeof signedInItem>>;

export async function signedInItem(signedIn: SignedIn, csrfToken: string, placeOf: PlaceOf) {
  return {
    token_type: 'Bearer' as const,
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
    created_at: unixSeconds(session.createdAt),
    refreshed_at: unixSeconds(session.refreshedAt),
  };
}

export function keyItem(key: PersonalKey) {
  return {
    id: key.id,
    name: key.name,
    masked: `pat-${'*'.repeat(36)}${key.lastFour}`,
    permissions: key.permissions,
    expires_at: unixSeconds(key.expiresAt),
    created_at: unixSeconds(key.createdAt),
    last_used_at: unixSeconds(key.lastUsedAt),
  };
}
