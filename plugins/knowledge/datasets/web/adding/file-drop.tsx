import { useState } from 'react';
import { knowledgeTexts } from '#plugins/datasets/web/texts/en.ts';
import { fileSize } from '#plugins/studio/web/contract.tsx';
import { classes, IconButton, Muted, Stack } from '#plugins/ui/web/contract.ts';
import { Cross, Upload } from '#plugins/ui/web/icons.tsx';
import styles from './adding.module.css';

/** A file that was chosen, and what has become of it. */
export interface ChosenFile {
  readonly file: File;
  readonly state: 'waiting' | 'sending' | 'added' | 'refused';
  /** Why it was refused. */
  readonly reason?: string;
}

/** Files, dropped or chosen; each can be taken back until it is sent. */
export function FileDrop({
  files,
  onAdd,
  onRemove,
}: {
  readonly files: readonly ChosenFile[];
  onAdd(files: readonly File[]): void;
  onRemove(file: File): void;
}) {
  const t = knowledgeTexts();
  const [isOver, setOver] = useState(false);
  return (
    <Stack>
      <label
        className={classes(styles.drop, isOver && styles.over)}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          onAdd([...event.dataTransfer.files]);
        }}
      >
        <Upload />
        <span>{t.dropFiles}</span>
        <Muted small as="span">
          {t.fileKinds}
        </Muted>
        <input
          className="said"
          type="file"
          multiple
          onChange={(event) => {
            onAdd([...(event.currentTarget.files ?? [])]);
            event.currentTarget.value = '';
          }}
        />
      </label>
      {files.length > 0 && (
        <ul className={styles.files}>
          {files.map(({ file, state, reason }) => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`}>
              <span className={styles.filename} dir="auto">
                {file.name}
              </span>
              <Muted small as="span">
                {fileSize(file.size)}
              </Muted>
              <span className={state === 'refused' ? styles.reason : styles.hint} dir="auto">
                {reason ?? t.fileStates[state]}
              </span>
              {state !== 'sending' && state !== 'added' && (
                <IconButton small label={t.takeBack(file.name)} onClick={() => onRemove(file)}>
                  <Cross />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}
