import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { type Column, DataTable, fileSize, Link, number } from '#plugins/studio/web/contract.tsx';
import { Meter } from '#plugins/usage/web/parts/meter.tsx';
import { prices } from '#plugins/usage/web/parts/money.ts';
import { usageTexts } from '#plugins/usage/web/texts/en.ts';
import { dayText } from './days.ts';

type Group = Schemas['UsageGroup'];

export const GROUPINGS = ['day', 'app', 'model', 'key'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** Groups, each with its share of all tokens as a bar. */
export function GroupTable({
  by,
  groups,
  total,
}: {
  readonly by: Grouping;
  readonly groups: readonly Group[];
  readonly total: Schemas['UsageSum'];
}) {
  const t = usageTexts();
  const count = (key: string, label: string, of: (group: Group) => number): Column<Group> => ({
    ...{ key, label, isNumber: true },
    cell: (group) => number(of(group)),
  });
  const hasStorage = groups.some(({ storage_bytes: bytes }) => bytes !== null);
  const titles = { day: t.day, app: t.app, model: t.model, key: t.key };
  return (
    <DataTable
      label={t.groupings[by] ?? t.usage}
      rows={by === 'day' ? [...groups].sort((one, other) => other.key.localeCompare(one.key)) : groups}
      rowKey={({ key }) => key}
      empty={null}
      columns={[
        { key: 'group', label: titles[by], cell: (group) => <Name by={by} group={group} /> },
        {
          key: 'share',
          label: t.share,
          isSpare: true,
          cell: (group) => <Meter part={group.total_tokens} whole={total.total_tokens} />,
        },
        count('runs', t.runs, ({ runs }) => runs),
        ...(by === 'model' ? [] : [{ ...count('requests', t.requests, (group) => group.requests), isSpare: true }]),
        { ...count('prompt', t.promptTokens, (group) => group.prompt_tokens), isSpare: true },
        { ...count('completion', t.completionTokens, (group) => group.completion_tokens), isSpare: true },
        count('tokens', t.tokens, (group) => group.total_tokens),
        { key: 'price', label: t.price, isNumber: true, cell: (group) => prices(group.prices) },
        ...(hasStorage ? [storageColumn(t.storage)] : []),
      ]}
    />
  );
}

function storageColumn(label: string): Column<Group> {
  const cell = ({ storage_bytes: bytes }: Group) => (bytes === null ? '–' : fileSize(bytes));
  return { key: 'storage', label, isNumber: true, isSpare: true, cell };
}

/** An app leads to its days. */
function Name({ by, group: { key, name } }: { readonly by: Grouping; readonly group: Group }) {
  const t = usageTexts();
  if (by === 'day') return <>{dayText(key)}</>;
  if (by === 'model') return <>{key || '–'}</>;
  const shown = name ?? `${t.gone} (${key.slice(0, 8)})`;
  if (by === 'key') return <>{shown}</>;
  const query = new URLSearchParams(location.search);
  query.delete('page');
  query.delete('by');
  query.set('app', key);
  return <Link href={`/usage?${query}`}>{shown}</Link>;
}
