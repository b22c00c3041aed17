import { useState } from 'react';
import { valueAt } from '#plugins/drafts/web/document/operations.ts';
import { useEditor } from '#plugins/drafts/web/editor/editor-state.ts';
import { Button, Dialog, Select, Stack, TextArea, TextField } from '#plugins/ui/web/contract.ts';
import {
  type Declared,
  declaredOf,
  firstValue,
  fitsType,
  type Owner,
  pathOf,
  savedVariable,
  typesOf,
} from './declared.ts';
import { appPanelTexts } from './texts/en.ts';
import { ValueInput } from './value-input.tsx';

/** One variable of the app. Nothing is changed before it is done, and then in one step. */
export function VariableDialog({
  owner,
  before,
  taken,
  onClose,
}: {
  readonly owner: Owner;
  /** null: a new one. */
  readonly before: Declared | null;
  readonly taken: readonly string[];
  onClose(): void;
}) {
  const t = appPanelTexts();
  const { store, edit } = useEditor();
  const [name, setName] = useState(before?.name ?? '');
  const [type, setType] = useState(before?.type || 'string');
  const [description, setDescription] = useState(before?.description ?? '');
  const [value, setValue] = useState<unknown>(
    before?.type === 'secret' ? '' : (before?.entry.value ?? firstValue(type)),
  );
  const [isTried, setTried] = useState(false);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState('');
  const isTaken = name !== before?.name && taken.includes(name);
  // A name that a document has already is not complained about.
  const isName = name === before?.name || /^[A-Za-z_][A-Za-z0-9_]{0,29}$/.test(name);
  const wrongName = !isName ? t.nameWrong : isTaken ? t.nameTaken : undefined;
  const isWrong = wrongName !== undefined || !fitsType(type, value);
  const save = async () => {
    setTried(true);
    if (isWrong || isSending) return;
    const isSecret = type === 'secret';
    const id = crypto.randomUUID();
    const filled = { name, type, description, value: isSecret ? '' : value };
    if (!edit(savedVariable(store.tree, owner, { before, filled, id }))) return onClose();
    if (!isSecret || value === '') return onClose();
    setSending(true);
    try {
      const at = declaredOf(store.tree, owner).findLast((each) => each.name === name)?.at ?? -1;
      const path = [...pathOf(store.tree, owner, at), 'value'];
      if (valueAt(store.tree, path) !== undefined) await store.sendSealed([{ path, set: value }]);
      onClose();
    } catch {
      setFailure(t.secretNotSent);
      setSending(false);
    }
  };
  return (
    <Dialog
      open
      title={before === null ? (t.newVariable[owner] ?? '') : t.edit(before.name)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button variant="primary" busy={isSending} onClick={() => void save()}>
            {t.done}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Stack>
          <TextField
            label={t.name}
            dir="ltr"
            autoFocus
            autoComplete="off"
            value={name}
            wrong={isTried ? wrongName : undefined}
            {...(before !== null && { hint: t.nameHint })}
            onInput={(event) => setName(event.currentTarget.value)}
          />
          <Select
            label={t.type}
            options={[...new Set([...typesOf[owner], type])].map((each) => ({
              value: each,
              label: t.types[each] ?? each,
            }))}
            value={type}
            onChange={({ currentTarget: { value: next } }) => {
              setType(next);
              if (next === 'secret' || !fitsType(next, value)) setValue(firstValue(next));
            }}
          />
          <ValueInput
            {...{ type, value, isTried }}
            label={owner === 'env' ? t.value : t.defaultValue}
            onChange={setValue}
          />
          <TextArea
            label={t.description}
            note={t.optional}
            rows={2}
            value={description}
            onInput={(event) => setDescription(event.currentTarget.value)}
          />
          {failure !== '' && <p role="alert">{failure}</p>}
        </Stack>
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
