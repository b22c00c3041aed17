import { isMapping, type Mapping } from '#plugins/drafts/web/document/operations.ts';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { memberSource, PickedMany } from '#plugins/studio/web/contract.tsx';
import { IconButton, Switch, TextArea, withKeys } from '#plugins/ui/web/contract.ts';
import { Trash } from '#plugins/ui/web/icons.tsx';
import { recipientsOf, withRecipients, wrongAddress } from './deliveries.ts';
import type { FieldProps } from './field-props.ts';
import styles from './fields.module.css';
import { formsTexts } from './forms-texts/en.ts';
import { Items } from './items.tsx';
import { TemplateInput } from './template-input.tsx';
import { useTyped } from './use-typed.ts';
import { list, text } from './values.ts';

const isOn = (method: Mapping | undefined) => method !== undefined && method.enabled !== false;

/** How a form reaches people: in the app, by e-mails, and what a document has besides. */
export function DeliveriesInput({ field, value, onChange }: FieldProps<'deliveries'>) {
  const t = formsTexts();
  const methods = list(value).filter(isMapping);
  const webapp = methods.find(({ type }) => type === 'webapp');
  const emails = methods.filter(({ type }) => type === 'email');
  const others = methods.filter(({ type }) => type !== 'webapp' && type !== 'email');
  // One of them in another's place; those that are new come last.
  const replace = (before: Mapping, next: Mapping) =>
    onChange(list(value).map((method) => (method === before ? next : method)));
  const setEmails = (next: readonly unknown[]) => {
    const left = [...next];
    const kept = list(value).flatMap((method) =>
      isMapping(method) && method.type === 'email' ? left.splice(0, 1) : [method],
    );
    onChange([...kept, ...left]);
  };
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>{field.label}</legend>
      <Switch
        label={t.webapp}
        hint={t.webappHint}
        checked={isOn(webapp)}
        onChange={({ currentTarget: { checked } }) =>
          webapp === undefined
            ? onChange([...list(value), { id: crypto.randomUUID(), type: 'webapp', enabled: checked, config: {} }])
            : replace(webapp, { ...webapp, enabled: checked })
        }
      />
      <Items
        label={t.emails}
        value={emails}
        made={() => ({
          ...{ id: crypto.randomUUID(), type: 'email', enabled: true },
          config: { recipients: { whole_workspace: false, items: [] }, subject: '', body: '{{#url#}}' },
        })}
        addLabel={t.addEmail}
        max={20}
        onChange={(next) => setEmails(list(next))}
      >
        {(item, change) => <Email item={item} change={change} />}
      </Items>
      {others.length > 0 && (
        <div className={styles.group}>
          <span className={styles.label}>{t.otherWays}</span>
          <p className={styles.help}>{t.otherWaysHint}</p>
          {withKeys(others, ({ id }) => id).map(({ key, item: method, at }) => {
            const name = text(method.type) || String(at + 1);
            return (
              <div key={key} className={styles['item-head']}>
                <Switch
                  label={name}
                  checked={isOn(method)}
                  onChange={(event) => replace(method, { ...method, enabled: event.currentTarget.checked })}
                />
                <IconButton
                  small
                  label={t.removeWay(name)}
                  onClick={() => onChange(list(value).filter((each) => each !== method))}
                >
                  <Trash />
                </IconButton>
              </div>
            );
          })}
        </div>
      )}
    </fieldset>
  );
}

function Email({ item, change }: { readonly item: Mapping; change(next: unknown): void }) {
  const t = formsTexts();
  const config: Mapping = isMapping(item.config) ? item.config : {};
  const write = (next: Mapping) => change({ ...item, config: next });
  const { isWholeWorkspace } = recipientsOf(config);
  return (
    <>
      <Switch
        label={t.isSent}
        checked={item.enabled !== false}
        onChange={(event) => change({ ...item, enabled: event.currentTarget.checked })}
      />
      <TemplateInput
        label={t.subject}
        rows={1}
        value={text(config.subject)}
        onChange={(subject) => write({ ...config, subject })}
      />
      <TemplateInput
        label={t.body}
        hint={t.bodyHint}
        rows={4}
        special={['#url#']}
        value={text(config.body)}
        onChange={(body) => write({ ...config, body })}
      />
      <Switch
        label={t.wholeWorkspace}
        checked={isWholeWorkspace}
        onChange={(event) => write(withRecipients(config, { isWholeWorkspace: event.currentTarget.checked }))}
      />
      {!isWholeWorkspace && <Members config={config} write={write} />}
      <Addresses config={config} write={write} />
    </>
  );
}

interface RecipientProps {
  readonly config: Mapping;
  write(config: Mapping): void;
}

const people = memberSource();

function Members({ config, write }: RecipientProps) {
  const t = formsTexts();
  return (
    <PickedMany
      label={t.members}
      addLabel={t.addMember}
      source={people}
      value={recipientsOf(config).members}
      goneLabel={t.unknownMember}
      onChange={(members) => write(withRecipients(config, { members }))}
    />
  );
}

function Addresses({ config, write }: RecipientProps) {
  const t = formsTexts();
  const { addresses } = recipientsOf(config);
  const written = addresses.join('\n');
  // Empty lines are of who types.
  const { typed, setTyped } = useTyped(written);
  const lines = (value: string) => value.split('\n').filter((line) => line.trim() !== '');
  const wrong = wrongAddress(typed);
  return (
    <TextArea
      label={t.addresses}
      {...(wrong === undefined ? { hint: t.addressesHint } : { wrong: t.wrongAddress(wrong) })}
      rows={2}
      dir="ltr"
      spellCheck={false}
      placeholder={buildTexts().onePerLine}
      value={typed}
      onInput={({ currentTarget: { value } }) => {
        setTyped(value, lines(value).join('\n'));
        write(withRecipients(config, { addresses: lines(value) }));
      }}
    />
  );
}
