import { useEffect } from 'react';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import { QueryBoundary, setSearchParams, useApi } from '#plugins/studio/web/contract.tsx';
import { Button, Notice } from '#plugins/ui/web/contract.ts';
import type { ChosenPlace } from './account-source.tsx';

interface Picked {
  readonly id: string;
  readonly name: string;
}

/** What came back from the picker of the service, as the account sees it. */
export function PickedFiles({
  account,
  ids,
  onChoose,
}: {
  readonly account: string;
  readonly ids: readonly string[];
  onChoose(place: ChosenPlace | null): void;
}) {
  const answer = useApi('/console/api/dataset-sources/{kind}/places', {
    path: { kind: 'drive' },
    query: { account_id: account, picked: ids.join(',') },
  });
  const forget = () => {
    onChoose(null);
    setSearchParams({ picked: '' });
  };
  return (
    <QueryBoundary answer={answer}>
      {({ data }) => <Shown files={data} onChoose={onChoose} onForget={forget} />}
    </QueryBoundary>
  );
}

function Shown({
  files,
  onChoose,
  onForget,
}: {
  readonly files: readonly Picked[];
  onChoose(place: ChosenPlace): void;
  onForget(): void;
}) {
  const { accountSources: t } = knowledgeTexts();
  const key = files.map(({ id }) => id).join(',');
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was picked is chosen once
  useEffect(() => {
    const name = files[0]?.name ?? '';
    onChoose({ name, url: 'https://drive.google.com/drive/my-drive', files: files.map(({ id }) => id) });
  }, [key]);
  return (
    <Notice variant="success" action={<Button onClick={onForget}>{t.chooseOther}</Button>}>
      {t.chosen(files.map(({ name }) => name).join(', '))}
    </Notice>
  );
}
