import { navigate, useAddress } from '#plugins/ui/web/contract.ts';

const inner = /\/c\/([\w-]{1,64})$/;

/** In an address: a new conversation, also where the page would go on with an earlier one. */
export const NEW = 'new';

/** The conversation that the address names; '': a new one. */
export function useAddressConversation(): string {
  useAddress();
  const named = inner.exec(location.pathname)?.[1] ?? '';
  return named === NEW ? '' : named;
}

/** Whether the address names a conversation, or a new one. */
export function isNamed(): boolean {
  return inner.test(location.pathname);
}

/** Where a conversation is found; '': the page itself, `NEW`: a new one. */
export function addressOfConversation(id: string): string {
  const base = location.pathname.replace(inner, '').replace(/\/$/, '');
  return `${base}${id === '' ? '' : `/c/${id}`}${location.search}`;
}

/** Shows another conversation, or a new one (''). `replace`: the address before named the same. */
export function goToConversation(id: string, options?: { readonly replace?: boolean }): void {
  navigate(addressOfConversation(id), options);
}

type Click = Pick<MouseEvent, 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'button' | 'preventDefault'>;

/** For links: what the browser does with one (a tab or a window of its own, a download) it does; a plain click is ours. */
export function onPlainClick(act: () => void) {
  return (event: Click): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    act();
  };
}
