import { type Base, BaseFrame } from '#plugins/datasets/web/base-frame.tsx';
import type { PageProps } from '#plugins/studio/web/contract.tsx';
import { Deletion, UsingApps } from './base-uses.tsx';
import { Fields } from './fields.tsx';
import { General } from './general.tsx';
import { IndexSettings } from './index-settings.tsx';
import { Reach } from './reach.tsx';
import { SearchSettings } from './search-settings.tsx';
import styles from './settings.module.css';
import { Summaries } from './summaries.tsx';
import { Tags } from './tags.tsx';

/** Of what is typed there: it begins anew where that was changed, and stays when something else was. */
function stateOf({ name, description, permission, partial_member_list: members }: Base): string {
  return JSON.stringify([name, description, permission, members]);
}

/** What a base is called, who sees it, how it is indexed and searched, and who uses it. */
export function Page({ params }: PageProps) {
  return (
    <BaseFrame id={params.dataset_id ?? ''} tab="settings">
      {(base) => (
        <div key={base.id} className={styles.page}>
          <General key={stateOf(base)} base={base} />
          <Tags base={base} />
          <SearchSettings base={base} />
          {base.provider === 'vendor' && (
            <>
              <IndexSettings base={base} />
              {base.indexing_technique === 'high_quality' && <Summaries base={base} />}
              <Fields base={base} />
            </>
          )}
          <Reach base={base} />
          <UsingApps base={base} />
          <Deletion base={base} />
        </div>
      )}
    </BaseFrame>
  );
}
