import { useState } from 'react';
import { type Config, useConfig } from '#plugins/drafts/web/configuration/config-context.ts';
import { type InputPlace, inputsOf } from '#plugins/drafts/web/configuration/config-places.ts';
import styles from '#plugins/drafts/web/configuration/configuration.module.css';
import { move } from '#plugins/drafts/web/configuration/place.ts';
import { configurationTexts } from '#plugins/drafts/web/configuration/texts/en.ts';
import { valueAt } from '#plugins/drafts/web/document/operations.ts';
import { text } from '#plugins/drafts/web/fields/values.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { Button, IconButton, Muted, toast, withKeys } from '#plugins/ui/web/contract.ts';
import { ArrowDown, ArrowUp, Pencil, Plus, Trash } from '#plugins/ui/web/icons.tsx';
import { InputDialog } from './input-dialog.tsx';
import { Part } from './part.tsx';

/** What people fill in before they ask or run. */
export function InputsPart() {
  const t = configurationTexts();
  const config = useConfig();
  const [edited, setEdited] = useState<Edited>(null);
  const { inputs: place } = config;
  return (
    <Part
      title={t.inputs}
      about={place?.nodeId === null ? t.inputsAbout : t.startInputsAbout}
      actions={
        place !== null && (
          <Button small onClick={() => setEdited('new')}>
            <Plus /> {t.addInput}
          </Button>
        )
      }
    >
      {place === null ? <Muted small>{t.noStart}</Muted> : <InputList {...{ config, place, edited, setEdited }} />}
    </Part>
  );
}

/** The place of an input, or a new one. */
type Edited = number | 'new' | null;

interface ListProps {
  readonly config: Config;
  readonly place: InputPlace;
  readonly edited: Edited;
  setEdited(edited: Edited): void;
}

/** Inputs below each other, and the dialog of the one that is edited. */
export function InputList({ config, place, edited, setEdited }: ListProps) {
  const t = configurationTexts();
  const words = buildTexts();
  const { path } = place;
  const inputs = inputsOf(valueAt(config.tree, path));
  const remove = (at: number, name: string) => {
    config.edit([{ path: [...path, at], remove: true }]);
    toast(t.inputDeleted(name));
  };
  return (
    <>
      {inputs.length === 0 ? (
        <Muted small>{t.noInputs}</Muted>
      ) : (
        <ol className={styles.rows} aria-label={t.inputs}>
          {withKeys(inputs, (input) => input?.name).map(({ key, item: input, at }) => {
            const name = input?.name ?? String(at + 1);
            return (
              <li key={key} className={styles.row}>
                <div className={styles.grow}>
                  <strong dir="auto">{text(input?.rules.label) || name}</strong>
                  <Muted as="span" small>
                    {input === null ? (
                      t.unreadInput
                    ) : (
                      <>
                        <code>{name}</code> ·{' '}
                        {input.kind === 'external_data_tool'
                          ? t.external
                          : (words.inputTypes[input.kind] ?? input.kind)}
                        {input.rules.required === true && ` · ${t.requiredNote}`}
                      </>
                    )}
                  </Muted>
                </div>
                <span className={styles.buttons}>
                  <IconButton
                    small
                    label={t.upInput(name)}
                    disabled={at === 0}
                    onClick={() => config.edit(move(config.tree, path, at, at - 1))}
                  >
                    <ArrowUp />
                  </IconButton>
                  <IconButton
                    small
                    label={t.downInput(name)}
                    disabled={at === inputs.length - 1}
                    onClick={() => config.edit(move(config.tree, path, at, at + 1))}
                  >
                    <ArrowDown />
                  </IconButton>
                  <IconButton small label={t.editInput(name)} disabled={input === null} onClick={() => setEdited(at)}>
                    <Pencil />
                  </IconButton>
                  <IconButton small label={t.deleteInput(name)} onClick={() => remove(at, name)}>
                    <Trash />
                  </IconButton>
                </span>
              </li>
            );
          })}
        </ol>
      )}
      {edited !== null && (
        <InputDialog
          key={edited}
          config={config}
          place={place}
          at={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}
