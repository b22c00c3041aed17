import { useRef, useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { call, changed, Failure, useSending } from '#plugins/studio/web/contract.tsx';
import { Button, Dialog, TextField } from '#plugins/ui/web/contract.ts';
import { Upload } from '#plugins/ui/web/icons.tsx';
import { AppIcon } from './app-icon.tsx';
import styles from './list.module.css';
import { listTexts } from './list-texts.ts';
import { Swatch } from './swatch.tsx';

const EMOJI = ['🤖', '💬', '🧠', '📚', '🔎', '✍️', '🌍', '📈', '🧾', '🛠️', '🎓', '🌿'];
const COLOURS = ['#D5F5F6', '#E4FBCC', '#FEF7C3', '#FFEAD5', '#FCE7F6', '#EBE9FE', '#D1E9FF', '#EAECF0'];

/** The icon of an app: an emoji, the first letter of its name, or a picture. */
export function IconDialog({ app, onClose }: { readonly app: Schemas['App']; onClose(): void }) {
  const t = listTexts();
  const sending = useSending();
  const file = useRef<HTMLInputElement>(null);
  const [icon, setIcon] = useState(app.icon_type === 'emoji' ? app.icon : '');
  const [background, setBackground] = useState(app.icon_background);
  const [isPicture, setPicture] = useState(app.icon_url !== null);
  const path = { app_id: app.id };
  const shown = isPicture ? app : { ...app, icon, icon_type: 'emoji', icon_url: null };
  const done = () => {
    changed('/console/api/apps');
    onClose();
  };
  const choose = (next: string) => {
    setIcon(next);
    setPicture(false);
  };
  async function save(): Promise<void> {
    const look = isPicture ? {} : { icon: icon.trim(), icon_type: 'emoji' };
    const body = { ...look, icon_background: background };
    if (await sending.run(() => call.patch('/console/api/apps/{app_id}', { path, body }))) done();
  }
  async function upload(picture: File): Promise<void> {
    const form = new FormData();
    form.append('file', picture);
    if (await sending.run(() => call.put('/console/api/apps/{app_id}/icon', { path, body: form }))) done();
    if (file.current !== null) file.current.value = '';
  }
  return (
    <Dialog
      open
      title={t.iconOf(app.name)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button look="main" busy={sending.isBusy} onClick={() => void save()}>
            {t.save}
          </Button>
        </>
      }
    >
      <div className={styles['icon-form']}>
        <span className={styles.preview}>
          <AppIcon app={{ ...shown, icon_background: background }} />
        </span>
        <TextField
          label={t.emoji}
          hint={t.emojiHint}
          value={isPicture ? '' : icon}
          maxLength={16}
          onInput={(event) => choose(event.currentTarget.value)}
        />
        <fieldset className={styles.group}>
          <legend>{t.suggested}</legend>
          <div className={styles.swatches}>
            {EMOJI.map((emoji) => (
              <button
                key={emoji}
                type="button"
                aria-pressed={!isPicture && icon === emoji}
                onClick={() => choose(emoji)}
              >
                {emoji}
              </button>
            ))}
          </div>
        </fieldset>
        <fieldset className={styles.group}>
          <legend>{t.background}</legend>
          <div className={styles.swatches}>
            <Swatch colour="" label={t.noBackground} isChosen={background === ''} onChoose={setBackground} />
            {COLOURS.map((colour) => (
              <Swatch
                key={colour}
                colour={colour}
                label={colour}
                isChosen={background.toUpperCase() === colour}
                onChoose={setBackground}
              />
            ))}
          </div>
        </fieldset>
        <fieldset className={styles.group}>
          <legend>{t.picture}</legend>
          <input
            ref={file}
            type="file"
            hidden
            accept="image/png,image/jpeg,image/gif,image/bmp,image/webp"
            aria-label={t.picture}
            onChange={({ currentTarget: { files } }) => files?.[0] !== undefined && void upload(files[0])}
          />
          <div>
            <Button busy={sending.isBusy} onClick={() => file.current?.click()}>
              <Upload />
              {t.choosePicture}
            </Button>
          </div>
          <span className={styles.hint}>{t.pictureHint}</span>
        </fieldset>
        {sending.error !== undefined && <Failure error={sending.error} />}
      </div>
    </Dialog>
  );
}
