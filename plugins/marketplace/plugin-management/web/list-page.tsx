import { useSearchParam } from '#plugins/studio/web/contract.tsx';
import { Catalogue } from './catalogue.tsx';
import { InstalledList } from './installed-list.tsx';

/** The catalogue, or what is installed. No address of their own: below `/plugins/` are names of plugins. */
export function Page() {
  const [show] = useSearchParam('show');
  return show === 'installed' ? <InstalledList /> : <Catalogue />;
}
