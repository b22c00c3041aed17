import { type FormEvent, useState } from 'react';
import { Button, Dialog, TextField } from '#plugins/ui/web/contract.ts';
import type { ConversationItem } from './chat-api.ts';
import { chatTexts } from './texts/en.ts';

interface RenameProps {
  readonly item: ConversationItem;
  onSave(name: string): void;
  onClose(): void;
}

export function RenameDialog({ item, onSave, onClose }: RenameProps) {
  const t = chatTexts();
  const [name, setName] = useState(item.name);
  const save = () => name.trim() !== '' && onSave(name.trim());
  return (
    <Dialog
      open
      title={t.rename}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button variant="primary" disabled={name.trim() === ''} onClick={save}>
            {t.save}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField
          label={t.name}
          value={name}
          maxLength={200}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  );
}
