import { type PageProps, Shown, useAnswer, useQuery } from '#plugins/studio/web/contract.tsx';
import { InstalledOnly } from './installed-only.tsx';
import { NoPlugin } from './no-plugin.tsx';
import { OfferedPlugin } from './offered-plugin.tsx';

/** A plugin, installed or not. What no source offers any more, or what was uploaded, is shown by what is installed. */
export function Page({ params }: PageProps) {
  const name = params.scope === undefined ? (params.name ?? '') : `${params.scope}/${params.name}`;
  const [source] = useQuery('source');
  const query = { name, ...(source !== '' && { source }) };
  const offered = useAnswer('/console/api/plugin-catalogue/package', { query });
  const installed = useAnswer('/console/api/plugins', { when: offered.error !== undefined });
  if (offered.error === undefined || offered.value !== undefined) {
    return <Shown answer={offered}>{(details) => <OfferedPlugin key={details.name} details={details} />}</Shown>;
  }
  return (
    <Shown answer={installed}>
      {({ items }) => {
        const found = items.find((item) => item.name === name);
        return found === undefined ? (
          <NoPlugin error={offered.error} again={offered.again} />
        ) : (
          <InstalledOnly installation={found} reason={offered.error} />
        );
      }}
    </Shown>
  );
}
