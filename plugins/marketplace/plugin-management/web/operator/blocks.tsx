import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { operator, useOperator } from '#plugins/management-token/web/contract.tsx';
import styles from '#plugins/plugin-management/web/plugins.module.css';
import {
  confirm,
  DataTable,
  dateTime,
  ErrorAlert,
  Form,
  invalidateForOperator,
  QueryBoundary,
  Section,
  studioTexts,
  textOf,
  useSubmit,
} from '#plugins/studio/web/contract.tsx';
import { Button, Dialog, EmptyState, Muted, Notice, TextField, toast } from '#plugins/ui/web/contract.ts';
import { operatorTexts } from './texts/en.ts';

type Block = Schemas['PluginBlock'];
const BLOCKS = '/console/api/installation/plugin-blocks';

/** Plugins that may not run on this server. */
export function Blocks() {
  const t = operatorTexts();
  const answer = useOperator(BLOCKS);
  const [isBlocking, setBlocking] = useState(false);
  const sending = useSubmit();
  const unblock = async (name: string, id: string) => {
    if (!(await confirm({ title: t.unblockQuestion(name), about: t.unblockAbout, action: t.unblock }))) return;
    await sending.run(async () => {
      await operator.delete(`${BLOCKS}/{block_id}`, { path: { block_id: id } });
      invalidateForOperator(BLOCKS);
      toast(t.unblocked(name));
    });
  };
  const block = <Button onClick={() => setBlocking(true)}>{t.block}</Button>;
  return (
    <Section title={t.blocks} about={t.blocksAbout} actions={(answer.value?.items.length ?? 0) > 0 && block}>
      {sending.error !== undefined && <ErrorAlert error={sending.error} />}
      <QueryBoundary answer={answer}>
        {({ items }) => (
          <DataTable
            label={t.blocks}
            rows={items}
            rowKey={({ id, name, version }) => id ?? `${name} ${version}`}
            empty={<EmptyState title={t.noBlocks} about={t.noBlocksAbout} action={block} />}
            columns={[
              { key: 'name', label: t.plugin, cell: (row) => <Plugin block={row} /> },
              { key: 'reason', label: t.reason, cell: ({ reason }) => <Muted as="div">{reason}</Muted> },
              {
                key: 'when',
                label: t.added,
                isSpare: true,
                cell: ({ created_at: at }) => (at === null ? '' : dateTime(at)),
              },
            ]}
            actions={({ id, name }) =>
              id === null ? (
                <span className={styles.path}>{t.configured}</span>
              ) : (
                <Button small onClick={() => void unblock(name, id)}>
                  {t.unblock}
                </Button>
              )
            }
          />
        )}
      </QueryBoundary>
      {isBlocking && <BlockDialog onClose={() => setBlocking(false)} />}
    </Section>
  );
}

function Plugin({ block: { name, version } }: { readonly block: Block }) {
  const t = operatorTexts();
  return (
    <>
      <div>{name}</div>
      <div className={styles.path}>{version ?? t.allVersions}</div>
    </>
  );
}

function BlockDialog({ onClose }: { onClose(): void }) {
  const t = operatorTexts();
  const sending = useSubmit();
  const add = async (fields: FormData) => {
    const version = textOf(fields, 'version');
    const name = textOf(fields, 'name');
    const body = { name, reason: textOf(fields, 'reason'), ...(version !== '' && { version }) };
    await operator.post(BLOCKS, { body });
    invalidateForOperator(BLOCKS);
    toast(t.blocked(name));
    onClose();
  };
  return (
    <Dialog open title={t.block} onClose={onClose}>
      <Form
        sending={sending}
        action={t.block}
        actions={<Button onClick={onClose}>{studioTexts().cancel}</Button>}
        onSubmit={add}
      >
        <Notice variant="warning">{t.blockAbout}</Notice>
        <TextField
          label={t.plugin}
          hint={t.pluginHint}
          name="name"
          required
          maxLength={214}
          dir="ltr"
          spellCheck={false}
          wrong={sending.fieldError('name')}
        />
        <TextField
          label={t.version}
          note={t.optional}
          hint={t.versionHint}
          name="version"
          maxLength={100}
          dir="ltr"
          spellCheck={false}
          wrong={sending.fieldError('version')}
        />
        <TextField
          label={t.reason}
          hint={t.reasonHint}
          name="reason"
          required
          maxLength={500}
          wrong={sending.fieldError('reason')}
        />
      </Form>
    </Dialog>
  );
}
