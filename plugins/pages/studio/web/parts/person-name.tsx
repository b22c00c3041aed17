import { useApi } from '#plugins/studio/web/session/queries.ts';

/** How somebody who is recorded by an e-mail address is called; the address where they are no member (any more). */
export function usePersonName(address: string): string {
  const isAddress = address.includes('@');
  // What is looked for may be part of other addresses as well.
  const { value } = useApi('/console/api/members', { query: { search: address, limit: 20 }, when: isAddress });
  return value?.data.find(({ email }) => email === address)?.name || address;
}

export function PersonName({ of }: { readonly of: string }) {
  return <bdi>{usePersonName(of)}</bdi>;
}
