import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { toolsTexts } from '#plugins/tools/web/texts/en.ts';
import styles from '#plugins/tools/web/tools.module.css';
import { Button, Checkbox, FieldGroup, TextField, Toolbar } from '#plugins/ui/web/contract.ts';

/** Which operations of a document become tools. */
export function OperationChoice({
  operations,
  chosen,
  onChange,
}: {
  readonly operations: readonly Schemas['ApiOperation'][];
  readonly chosen: ReadonlySet<string>;
  onChange(chosen: ReadonlySet<string>): void;
}) {
  const t = toolsTexts();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = operations.filter(({ name, path, summary }) =>
    [name, path, summary].some((text) => text.toLowerCase().includes(wanted)),
  );
  const toggle = (key: string) => {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    onChange(next);
  };
  return (
    <FieldGroup>
      <legend>{t.operationsChosen(chosen.size, operations.length)}</legend>
      {operations.length > 10 && (
        <TextField
          label={t.searchOperations}
          type="search"
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <Toolbar>
        <Button small onClick={() => onChange(new Set([...chosen, ...found.map(({ key }) => key)]))}>
          {t.chooseAll}
        </Button>
        <Button
          small
          onClick={() => onChange(new Set([...chosen].filter((key) => !found.some((each) => each.key === key))))}
        >
          {t.chooseNone}
        </Button>
      </Toolbar>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys. */}
      <ul className={styles.choices} tabIndex={0} aria-label={t.operations}>
        {found.map(({ key, name, method, path, summary, deprecated }) => (
          <li key={key}>
            <Checkbox
              label={
                <>
                  {name} <code className={styles.path}>{`${method} ${path}`}</code>
                </>
              }
              hint={[deprecated ? t.deprecated : '', summary].filter((part) => part !== '').join(' · ')}
              checked={chosen.has(key)}
              onChange={() => toggle(key)}
            />
          </li>
        ))}
      </ul>
    </FieldGroup>
  );
}
