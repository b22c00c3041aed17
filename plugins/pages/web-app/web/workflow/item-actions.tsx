import { useState } from 'react';
import { Button, Dialog, Menu, type MenuItem, TextField, toast } from '#plugins/ui/web/contract.ts';
import { Ellipsis, Pencil, Star, Trash } from '#plugins/ui/web/icons.tsx';
import { workflowTexts } from './texts/en.ts';

interface ItemActionsProps {
  readonly name: string;
  readonly isKept: boolean;
  /** Before the usual ones. */
  readonly more?: readonly MenuItem[];
  onRename(name: string): Promise<void>;
  onKeep(isKept: boolean): Promise<void>;
  onDelete(): void;
}

/** What can be done with a past run or a batch: keep it, name it, delete it. */
export function ItemActions({ name, isKept, more = [], onRename, onKeep, onDelete }: ItemActionsProps) {
  const t = workflowTexts();
  const [isNaming, setNaming] = useState(false);
  const items: MenuItem[] = [
    ...more,
    { label: isKept ? t.unkeep : t.keep, icon: <Star />, onSelect: () => void told(onKeep(!isKept)) },
    { label: t.rename, icon: <Pencil />, onSelect: () => setNaming(true) },
    { label: t.delete, icon: <Trash />, danger: true, onSelect: onDelete },
  ];
  return (
    <>
      <Menu label={`${t.more}: ${name}`} small items={items}>
        <Ellipsis />
      </Menu>
      {isNaming && <NameDialog name={name} onName={onRename} onClose={() => setNaming(false)} />}
    </>
  );
}

/** Says so when a change did not reach the server. */
async function told(change: Promise<void>): Promise<void> {
  await change.catch(() => toast(workflowTexts().notDone));
}

interface NameDialogProps {
  readonly name: string;
  onName(name: string): Promise<void>;
  onClose(): void;
}

function NameDialog({ name, onName, onClose }: NameDialogProps) {
  const t = workflowTexts();
  const [value, setValue] = useState(name);
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    if (value.trim() === '') return;
    setBusy(true);
    await told(onName(value.trim()));
    onClose();
  };
  return (
    <Dialog
      open
      title={t.rename}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button variant="primary" busy={isBusy} disabled={value.trim() === ''} onClick={() => void save()}>
            {t.save}
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
        <TextField
          label={t.newName}
          value={value}
          maxLength={200}
          onChange={({ currentTarget }) => setValue(currentTarget.value)}
        />
      </form>
    </Dialog>
  );
}
