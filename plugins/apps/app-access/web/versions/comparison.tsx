import { useMemo } from 'react';
import { accessTexts } from '#plugins/app-access/web/texts/en.ts';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  call,
  dateTime,
  Picker,
  type PickerItem,
  type PickerSource,
  QueryBoundary,
  Section,
  setSearchParams,
  useApi,
  walkedSource,
} from '#plugins/studio/web/contract.tsx';
import { IconButton, Notice } from '#plugins/ui/web/contract.ts';
import { Cross } from '#plugins/ui/web/icons.tsx';
import styles from './changes.module.css';
import { DifferenceView } from './difference-view.tsx';

/** Two states of an app beside each other; which, stands in the address. */
export function Comparison({
  appId,
  from,
  to,
}: {
  readonly appId: string;
  readonly from: string;
  readonly to: string;
}) {
  const t = accessTexts();
  const answer = useApi('/console/api/apps/{app_id}/changes', { path: { app_id: appId }, query: { from, to } });
  const path = { app_id: appId };
  const before = useApi('/console/api/apps/{app_id}/tree', { path, query: { of: from } });
  const after = useApi('/console/api/apps/{app_id}/tree', { path, query: { of: to } });
  const source = useMemo(() => versionSource(appId, t), [appId, t]);
  return (
    <Section
      title={t.comparison}
      actions={
        <IconButton label={t.closeComparison} onClick={() => setSearchParams({ a: '', b: '' })}>
          <Cross />
        </IconButton>
      }
    >
      <div className={styles.compare}>
        <Picker
          label={t.before}
          source={source}
          hasNone={false}
          value={from}
          onChange={(id) => setSearchParams({ a: id })}
        />
        <Picker
          label={t.after}
          source={source}
          hasNone={false}
          value={to}
          onChange={(id) => setSearchParams({ b: id })}
        />
      </div>
      <QueryBoundary answer={answer}>
        {({ data }) =>
          data.length === 0 ? (
            <Notice>{t.noDifference}</Notice>
          ) : (
            <DifferenceView before={before.value?.tree} after={after.value?.tree} changes={data} />
          )
        }
      </QueryBoundary>
    </Section>
  );
}

const LIMIT = 50;

/** The draft, and the versions of an app, the newest first. */
function versionSource(appId: string, t: ReturnType<typeof accessTexts>): PickerSource {
  const itemOf = ({ id, number, name, published_at: at }: Schemas['AppVersion']): PickerItem => ({
    ...{ id, label: name === '' ? t.versionNumber(number) : `${t.versionNumber(number)}: ${name}` },
    detail: dateTime(at),
  });
  return walkedSource(`versions-${appId}`, async (next, signal) => {
    const query = { limit: LIMIT, ...(next !== null && { before: Number(next) }) };
    const path = { app_id: appId };
    const { data, has_more: hasMore } = await call.get('/console/api/apps/{app_id}/versions', { path, query, signal });
    const items = data.map(itemOf);
    const draft = { id: 'draft', label: t.draft };
    return { items: next === null ? [draft, ...items] : items, next: hasMore ? String(data.at(-1)?.number) : null };
  });
}
