import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  confirm,
  DataTable,
  DescriptionList,
  ErrorAlert,
  invalidateForOperator,
  number,
  QueryBoundary,
  Section,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, Muted, Notice, Toolbar, toast } from '#plugins/ui/web/contract.ts';
import { operator, useOperator } from './operator.ts';
import { OperatorFrame } from './operator-frame.tsx';
import { installationTexts } from './texts/en.ts';

const ADDRESS = '/console/api/master-key';

/** Which key seals stored secrets, and how far they follow a new one. */
export function Page() {
  const t = installationTexts();
  return (
    <OperatorFrame title={t.masterKey} about={t.masterKeyAbout}>
      <MasterKey />
    </OperatorFrame>
  );
}

function MasterKey() {
  const answer = useOperator(ADDRESS);
  return <QueryBoundary answer={answer}>{(state) => <State state={state} />}</QueryBoundary>;
}

function State({ state }: { readonly state: Schemas['MasterKeyState'] }) {
  const t = installationTexts();
  const sending = useSubmit();
  const { left, unreadable, previous_keys: previous, place, sealing_key: key, columns } = state;
  const rotate = async () => {
    const isNew = left === 0;
    if (isNew && !(await confirm({ title: t.rotate, about: t.rotateAbout, action: t.rotate }))) return;
    await sending.run(async () => {
      // A step at a time, so that the page shows how it goes on; it ends when no step makes less of what is left.
      for (let before = Number.POSITIVE_INFINITY; ; ) {
        const now = await operator.post(`${ADDRESS}/rotate`);
        invalidateForOperator(ADDRESS);
        if (now.left === 0 || now.left >= before) return;
        before = now.left;
      }
    });
  };
  const drop = async () => {
    if (!(await confirm({ title: t.forgetKeys, about: t.forgetKeysAbout, action: t.forgetKeys }))) return;
    const isDone = await sending.run(() => operator.post(`${ADDRESS}/forget-previous`));
    invalidateForOperator(ADDRESS);
    if (isDone) toast(t.keysForgotten);
  };
  return (
    <>
      {unreadable > 0 && <Notice variant="warning">{t.unreadable(number(unreadable))}</Notice>}
      <DescriptionList
        facts={[
          [t.sealingKey, <code key="id">{key}</code>],
          [t.place, place === 'file' ? t.inFile : t.inEnvironment],
          [t.previousKeys, number(previous.length)],
          [t.left, number(left)],
        ]}
      />
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      <Toolbar end>
        {previous.length > 0 && (
          <Button disabled={left > 0} onClick={() => void drop()}>
            {t.forgetKeys}
          </Button>
        )}
        <Button variant="primary" busy={sending.isBusy} onClick={() => void rotate()}>
          {left > 0 ? t.goOn : t.rotate}
        </Button>
      </Toolbar>
      <Section title={t.sealed}>
        <DataTable
          label={t.sealed}
          rows={columns}
          rowKey={({ name }) => name}
          empty={<Muted small>{t.nothingSealed}</Muted>}
          columns={[
            { key: 'name', label: t.name, cell: ({ name }) => name },
            { key: 'total', label: t.count, isNumber: true, cell: ({ total }) => number(total) },
            { key: 'left', label: t.left, isNumber: true, cell: (column) => number(column.left) },
          ]}
        />
      </Section>
    </>
  );
}
