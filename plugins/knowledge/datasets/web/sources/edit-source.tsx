import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import type { Base } from '#plugins/datasets/web/base-frame.tsx';
import { baseChanged } from '#plugins/datasets/web/documents/document-actions.ts';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import { call, choiceOf, Form, textOf, useApi, useSubmit } from '#plugins/studio/web/contract.tsx';
import { Columns, Dialog, Notice, Select, TextArea, TextField, toast } from '#plugins/ui/web/contract.ts';
import { SourceFields } from './source-fields.tsx';
import { accountKinds, intervals, isAccountKind, kinds, linesOf, sourceBody, vanishing } from './source-form.ts';

const one = '/console/api/datasets/{dataset_id}/sources/{source_id}';

/** Changes where a source is, what is taken of it, and how often it is read. */
export function EditSource({
  base,
  source,
  onClose,
}: {
  readonly base: Base;
  readonly source: Schemas['DatasetSource'];
  onClose(): void;
}) {
  const t = knowledgeTexts();
  const sending = useSubmit();
  const kind = kinds.find((each) => each === source.kind);
  return (
    <Dialog open shape="wide" title={t.editSource} onClose={onClose}>
      <Form
        sending={sending}
        action={t.save}
        onSubmit={async (fields) => {
          const path = { dataset_id: base.id, source_id: source.id };
          const account = textOf(fields, 'account');
          const isOther = account !== '' && account !== source.account_id;
          await call.patch(one, {
            path,
            body:
              kind === undefined
                ? { ...changesOf(fields), ...(isOther && { account_id: account }) }
                : sourceBody(kind, fields),
          });
          // It stood still, or shows what another account sees.
          if (isOther) await call.post(`${one}/refresh`, { path });
          baseChanged(base.id);
          toast(t.saved);
          onClose();
        }}
      >
        {kind === undefined ? (
          <OtherFields source={source} />
        ) : (
          <SourceFields kind={kind} source={source} sending={sending} />
        )}
      </Form>
    </Dialog>
  );
}

/** Of a source that is read with an account: what it shows was chosen by whoever lent that. */
function OtherFields({ source }: { readonly source: Schemas['DatasetSource'] }) {
  const t = knowledgeTexts();
  return (
    <>
      {isAccountKind(source.kind) && <AccountField source={source} provider={accountKinds[source.kind].provider} />}
      <Columns>
        <Select
          label={t.refreshes}
          name="refresh"
          defaultValue={source.refresh}
          options={intervals.map((value) => ({ value, label: t.intervals[value] }))}
        />
        <Select
          label={t.vanished}
          name="on_vanished"
          defaultValue={source.on_vanished}
          options={vanishing.map((value) => ({ value, label: t.vanishing[value] }))}
        />
      </Columns>
      <TextArea
        label={t.include}
        note={t.optional}
        hint={t.patternsHint}
        name="include_paths"
        rows={3}
        spellCheck={false}
        defaultValue={source.include_paths.join('\n')}
      />
      <TextField label={t.name} name="name" required maxLength={100} defaultValue={source.name} />
    </>
  );
}

/** Whose account it is read with: one's own or the workspace's takes the place of one whose person has left. */
function AccountField({ source, provider }: { readonly source: Schemas['DatasetSource']; readonly provider: string }) {
  const { accountSources: t } = knowledgeTexts();
  const accounts = useApi('/console/api/connected-accounts').value?.data ?? [];
  const fitting = accounts.filter(({ service }) => service === provider);
  const known = fitting.find(({ id }) => id === source.account_id);
  const [chosen, choose] = useState<string | null>(null);
  const other = fitting.find(({ id }) => id === chosen && id !== source.account_id);
  const options = fitting.map(({ id, label, owner }) => ({
    value: id,
    label: owner === 'workspace' ? t.ofWorkspace(label) : label,
  }));
  return (
    <>
      <Select
        label={t.account}
        name="account"
        value={chosen ?? known?.id ?? ''}
        options={known === undefined ? [{ value: '', label: t.otherAccount }, ...options] : options}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {other !== undefined && (
        <Notice variant="warning">{other.owner === 'workspace' ? t.shownOfAccount(other.label) : t.shown}</Notice>
      )}
    </>
  );
}

function changesOf(fields: FormData) {
  return {
    name: textOf(fields, 'name'),
    refresh: choiceOf(fields, 'refresh', intervals),
    on_vanished: choiceOf(fields, 'on_vanished', vanishing),
    include_paths: linesOf(textOf(fields, 'include_paths')),
  };
}
