import { useState } from 'react';
import { useConfig } from '#plugins/drafts/web/configuration/config-context.ts';
import { inputsOf } from '#plugins/drafts/web/configuration/config-places.ts';
import styles from '#plugins/drafts/web/configuration/configuration.module.css';
import { move } from '#plugins/drafts/web/configuration/place.ts';
import { configurationTexts } from '#plugins/drafts/web/configuration/texts/en.ts';
import { text } from '#plugins/drafts/web/fields/values.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { Button, IconButton, Muted, toast, withKeys } from '#plugins/ui/web/contract.ts';
import { ArrowDown, ArrowUp, Pencil, Plus, Trash } from '#plugins/ui/web/icons.tsx';
import { InputDialog } from './input-dialog.tsx';
import { Part } from './part.tsx';

/** What people fill in before they ask or run. */
export function InputsPart() {
  const t = configurationTexts();
  const words = buildTexts();
  const config = useConfig();
  const [edited, setEdited] = useState<number | 'new' | null>(null);
  const path = [...config.places.features, 'user_input_form'];
  const inputs = inputsOf(config.at('user_input_form'));
  const remove = (at: number, name: string) => {
    config.edit([{ path: [...path, at], remove: true }]);
    toast(t.inputDeleted(name));
  };
  return (
    <Part
      title={t.inputs}
      about={t.inputsAbout}
      actions={
        <Button small onClick={() => setEdited('new')}>
          <Plus /> {t.addInput}
        </Button>
      }
    >
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
          at={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </Part>
  );
}
