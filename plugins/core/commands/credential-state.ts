/** What lists say of a provider's credentials. */
export function credentialState({ configured, unreadable }: { configured: boolean; unreadable: boolean }): string {
  if (unreadable) return 'unreadable: its master key is missing, set it again';
  return configured ? 'ready' : 'not configured';
}
