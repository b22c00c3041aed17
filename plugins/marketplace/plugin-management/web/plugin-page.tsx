import { type PageProps, QueryBoundary, useApi, useSearchParam } from '#plugins/studio/web/contract.tsx';
import { InstalledOnly } from './installed-only.tsx';
import { NoPlugin } from './no-plugin.tsx';
import { OfferedPlugin } from './offered-plugin.tsx';

/** A plugin, installed or not. What no source offers any more, or what was uploaded, is shown by what is installed. */
export function Page({ params }: PageProps) {
  const name = params.scope === undefined ? (params.name ?? '') : `${params.scope}/${params.name}`;
  const [source] = useSearchParam('source');
  const query = { name, ...(source !== '' && { source }) };
  const offered = useApi('/console/api/plugin-catalogue/package', { query });
  const installed = useApi('/console/api/plugins', { when: offered.error !== undefined });
  if (offered.error === undefined || offered.value !== undefined) {
    return (
      <QueryBoundary answer={offered}>
        {(details) => <OfferedPlugin key={details.name} details={details} />}
      </QueryBoundary>
    );
  }
  return (
    <QueryBoundary answer={installed}>
      {({ items }) => {
        const found = items.find((item) => item.name === name);
        return found === undefined ? (
          <NoPlugin error={offered.error} refetch={offered.refetch} />
        ) : (
          <InstalledOnly installation={found} reason={offered.error} />
        );
      }}
    </QueryBoundary>
  );
}
