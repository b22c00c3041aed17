import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import {
  confirm,
  DataTable,
  dateTime,
  Failure,
  Form,
  Section,
  Shown,
  studioTexts,
  textOf,
  useSending,
} from '#plugins/studio/web/contract.tsx';
import { changedHere, operator, useOperator } from '#plugins/studio-installation/web/contract.tsx';
import styles from '#plugins/studio-plugins/web/plugins.module.css';
import { Button, Dialog, EmptyState, Notice, TextField, toast } from '#plugins/ui/web/contract.ts';
import { operatorTexts } from './operator-texts.ts';

type Block = Schemas['PluginBlock'];
const BLOCKS = '/console/api/installation/plugin-blocks';

/** Plugins that may not run on this server. */
export function Blocks() {
  const t = operatorTexts();
  const answer = useOperator(BLOCKS);
  const [isBlocking, setBlocking] = useState(false);
  const sending = useSending();
  const unblock = async (name: string, id: string) => {
    if (!(await confirm({ title: t.unblockQuestion(name), about: t.unblockAbout, action: t.unblock }))) return;
    await sending.run(async () => {
      await operator.delete(`${BLOCKS}/{block_id}`, { path: { block_id: id } });
      changedHere(BLOCKS);
      toast(t.unblocked(name));
    });
  };
  const block = <Button onClick={() => setBlocking(true)}>{t.block}</Button>;
  return (
    <Section title={t.blocks} about={t.blocksAbout} actions={(answer.value?.items.length ?? 0) > 0 && block}>
      {sending.error !== undefined && <Failure error={sending.error} />}
      <Shown answer={answer}>
        {({ items }) => (
          <DataTable
            label={t.blocks}
            rows={items}
            rowKey={({ id, name, version }) => id ?? `${name} ${version}`}
            empty={<EmptyState title={t.noBlocks} about={t.noBlocksAbout} action={block} />}
            columns={[
              { key: 'name', label: t.plugin, cell: (row) => <Plugin block={row} /> },
              { key: 'reason', label: t.reason, cell: ({ reason }) => <div className={styles.text}>{reason}</div> },
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
      </Shown>
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
  const sending = useSending();
  const add = async (fields: FormData) => {
    const version = textOf(fields, 'version');
    const name = textOf(fields, 'name');
    const body = { name, reason: textOf(fields, 'reason'), ...(version !== '' && { version }) };
    await operator.post(BLOCKS, { body });
    changedHere(BLOCKS);
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
        <Notice look="warn">{t.blockAbout}</Notice>
        <TextField
          label={t.plugin}
          hint={t.pluginHint}
          name="name"
          required
          maxLength={214}
          dir="ltr"
          spellCheck={false}
          wrong={sending.wrong('name')}
        />
        <TextField
          label={t.version}
          note={t.optional}
          hint={t.versionHint}
          name="version"
          maxLength={100}
          dir="ltr"
          spellCheck={false}
          wrong={sending.wrong('version')}
        />
        <TextField
          label={t.reason}
          hint={t.reasonHint}
          name="reason"
          required
          maxLength={500}
          wrong={sending.wrong('reason')}
        />
      </Form>
    </Dialog>
  );
}
