import { avatarUrl } from './avatar-address.ts';
import type { Account, SignedIn } from './contract.ts';
import type { PersonalKey, Session } from './session-store.ts';

const seconds = (milliseconds: number | null) => (milliseconds === null ? null : Math.floor(milliseconds / 1000));

/** An account as its owner sees it. */
export function accountItem(account: Account) {
  return {
    id: account.id,
    email: account.email,
    name: account.name,
    language: account.language,
    has_password: account.hasPassword,
    has_second_factor: account.hasSecondFactor,
    avatar_url: avatarUrl(account),
    current_workspace_id: account.currentWorkspaceId,
    created_at: seconds(account.createdAt),
    signed_in_at: seconds(account.signedInAt),
  };
}

export function signedInItem(signedIn: SignedIn, csrfToken: string) {
  return {
    token_type: 'Bearer',
    access_token: signedIn.accessToken,
    refresh_token: signedIn.refreshToken,
    expires_in: signedIn.expiresIn,
    csrf_token: csrfToken,
    account: accountItem(signedIn.account),
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
