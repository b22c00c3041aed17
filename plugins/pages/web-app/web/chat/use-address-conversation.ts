import { navigate, useAddress } from '#plugins/ui/web/contract.ts';

const inner = /\/c\/([\w-]{1,64})$/;

/** The conversation that the address names; '': a new one. */
export function useAddressConversation(): string {
  useAddress();
  return inner.exec(location.pathname)?.[1] ?? '';
}

/** Shows another conversation, or a new one (''). `replace`: the address before named the same. */
export function goToConversation(id: string, options?: { readonly replace?: boolean }): void {
  const base = location.pathname.replace(inner, '').replace(/\/$/, '');
  navigate(`${base}${id === '' ? '' : `/c/${id}`}${location.search}`, options);
}
