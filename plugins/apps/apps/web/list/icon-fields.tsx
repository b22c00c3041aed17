import { useEffect, useMemo, useRef } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { Button, FieldGroup, Muted, Stack, TextField } from '#plugins/ui/web/contract.ts';
import { Upload } from '#plugins/ui/web/icons.tsx';
import { AppIcon } from './app-icon.tsx';
import styles from './list.module.css';
import { Swatch } from './swatch.tsx';
import { listTexts } from './texts/en.ts';

const EMOJI = ['🤖', '💬', '🧠', '📚', '🔎', '✍️', '🌍', '📈', '🧾', '🛠️', '🎓', '🌿'];
const COLOURS = ['#D5F5F6', '#E4FBCC', '#FEF7C3', '#FFEAD5', '#FCE7F6', '#EBE9FE', '#D1E9FF', '#EAECF0'];

/** What is chosen, and sent when the form is. */
export interface ChosenIcon {
  readonly emoji: string;
  readonly background: string;
  /** A new one, or the address of the one there is; null: the emoji counts. */
  readonly picture: File | string | null;
}

interface IconFieldsProps {
  readonly app: Schemas['App'];
  readonly icon: ChosenIcon;
  onChange(icon: ChosenIcon): void;
}

/** What an app has now. */
export function iconOf({
  icon,
  icon_type: type,
  icon_background: background,
  icon_url: url,
}: Schemas['App']): ChosenIcon {
  return { emoji: type === 'emoji' ? icon : '', background, picture: url };
}

/** The icon of an app: an emoji, the first letter of its name, or a picture. */
export function IconFields(props: IconFieldsProps) {
  const { app, icon, onChange } = props;
  const t = listTexts();
  const url = useAddress(icon.picture);
  const shown = {
    ...app,
    icon: icon.emoji,
    icon_type: 'emoji' as const,
    icon_background: icon.background,
    icon_url: url,
  };
  const choose = (emoji: string) => onChange({ ...icon, emoji, picture: null });
  return (
    <FieldGroup>
      <legend>{t.icon}</legend>
      <Stack gap={16}>
        <span className={styles.preview}>
          <AppIcon app={shown} />
        </span>
        <TextField
          label={t.emoji}
          hint={t.emojiHint}
          value={icon.picture === null ? icon.emoji : ''}
          maxLength={16}
          onInput={(event) => choose(event.currentTarget.value)}
        />
        <FieldGroup>
          <legend>{t.suggested}</legend>
          <div className={styles.swatches}>
            {EMOJI.map((emoji) => (
              <button
                key={emoji}
                type="button"
                aria-pressed={icon.picture === null && icon.emoji === emoji}
                onClick={() => choose(emoji)}
              >
                {emoji}
              </button>
            ))}
          </div>
        </FieldGroup>
        <Background {...props} />
        <Picture {...props} />
      </Stack>
    </FieldGroup>
  );
}

function Background({ icon, onChange }: IconFieldsProps) {
  const t = listTexts();
  const choose = (background: string) => onChange({ ...icon, background });
  return (
    <FieldGroup>
      <legend>{t.background}</legend>
      <div className={styles.swatches}>
        <Swatch colour="" label={t.noBackground} isChosen={icon.background === ''} onChoose={choose} />
        {COLOURS.map((colour) => (
          <Swatch
            key={colour}
            colour={colour}
            label={colour}
            isChosen={icon.background.toUpperCase() === colour}
            onChoose={choose}
          />
        ))}
      </div>
    </FieldGroup>
  );
}

function Picture({ icon, onChange }: IconFieldsProps) {
  const t = listTexts();
  const file = useRef<HTMLInputElement>(null);
  return (
    <FieldGroup>
      <legend>{t.picture}</legend>
      <input
        ref={file}
        type="file"
        hidden
        accept="image/png,image/jpeg,image/gif,image/bmp,image/webp"
        aria-label={t.picture}
        onChange={({ currentTarget }) => {
          const [picture] = currentTarget.files ?? [];
          if (picture !== undefined) onChange({ ...icon, picture });
          // The same one may be chosen again.
          currentTarget.value = '';
        }}
      />
      <div>
        <Button onClick={() => file.current?.click()}>
          <Upload />
          {t.choosePicture}
        </Button>
      </div>
      <Muted small as="span">
        {t.pictureHint}
      </Muted>
    </FieldGroup>
  );
}

/** Of a picture, as long as it is shown. */
function useAddress(picture: ChosenIcon['picture']): string | null {
  const address = useMemo(() => (picture instanceof File ? URL.createObjectURL(picture) : picture), [picture]);
  useEffect(() => {
    if (address?.startsWith('blob:') === true) return () => URL.revokeObjectURL(address);
    return undefined;
  }, [address]);
  return address;
}
