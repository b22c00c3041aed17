import { navigate, useAddress } from '#plugins/ui/web/contract.ts';

/** A part of the query of the address: filters, tabs and pages stand there, so that every view is a link. */
export function useSearchParam(name: string, initial = ''): readonly [string, (value: string) => void] {
  const address = useAddress();
  const value = new URL(address, location.href).searchParams.get(name) ?? initial;
  return [value, (next) => setSearchParams({ [name]: next === initial ? '' : next })];
}

/** Changes parts of the query; an empty value takes its part away. Going back leads to the page before. */
export function setSearchParams(values: Readonly<Record<string, string>>): void {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(values)) {
    if (value === '') url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  navigate(url.pathname + url.search, { replace: true });
}
