import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { Section, Shown, setQuery, useAnswer } from '#plugins/studio/web/contract.tsx';
import { accessTexts } from '#plugins/studio-access/web/access-texts.ts';
import { IconButton, Notice, Select } from '#plugins/ui/web/contract.ts';
import { Cross } from '#plugins/ui/web/icons.tsx';
import styles from './changes.module.css';
import { DifferenceView } from './difference-view.tsx';

/** Two states of an app beside each other; which, stands in the address. */
export function Comparison({
  appId,
  versions,
  from,
  to,
}: {
  readonly appId: string;
  readonly versions: readonly Schemas['AppVersion'][];
  readonly from: string;
  readonly to: string;
}) {
  const t = accessTexts();
  const answer = useAnswer('/console/api/apps/{app_id}/changes', { path: { app_id: appId }, query: { from, to } });
  const path = { app_id: appId };
  const before = useAnswer('/console/api/apps/{app_id}/tree', { path, query: { of: from } });
  const after = useAnswer('/console/api/apps/{app_id}/tree', { path, query: { of: to } });
  const options = [
    { value: 'draft', label: t.draft },
    ...versions.map(({ id, number, name }) => ({
      value: id,
      label: name === '' ? t.versionNumber(number) : `${t.versionNumber(number)}: ${name}`,
    })),
  ];
  // Of another page of the list.
  const known = (value: string) =>
    options.some((option) => option.value === value) ? options : [...options, { value, label: t.olderVersion }];
  return (
    <Section
      title={t.comparison}
      actions={
        <IconButton label={t.closeComparison} onClick={() => setQuery({ a: '', b: '' })}>
          <Cross />
        </IconButton>
      }
    >
      <div className={styles.compare}>
        <Select
          label={t.before}
          value={from}
          options={known(from)}
          onChange={(event) => setQuery({ a: event.currentTarget.value })}
        />
        <Select
          label={t.after}
          value={to}
          options={known(to)}
          onChange={(event) => setQuery({ b: event.currentTarget.value })}
        />
      </div>
      <Shown answer={answer}>
        {({ data }) =>
          data.length === 0 ? (
            <Notice>{t.noDifference}</Notice>
          ) : (
            <DifferenceView before={before.value?.tree} after={after.value?.tree} changes={data} />
          )
        }
      </Shown>
    </Section>
  );
}
