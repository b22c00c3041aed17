import { useState } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { ssoTexts } from '#plugins/sso/web/texts/en.ts';
import { oneOf, type SubmitState, textOf } from '#plugins/studio/web/contract.tsx';
import { Button, IconButton, Select, TextArea, TextField } from '#plugins/ui/web/contract.ts';
import { Cross, Plus } from '#plugins/ui/web/icons.tsx';
import styles from './sso.module.css';

const ROLES = ['admin', 'editor', 'member'] as const;

interface Rule {
  readonly key: number;
  readonly value: string;
  readonly role: (typeof ROLES)[number];
}

interface Rules {
  readonly list: readonly Rule[];
  change(list: readonly Rule[]): void;
}

/** Which value gives which role, while it is edited. */
export function useRules(stored: readonly Omit<Rule, 'key'>[]): Rules {
  const [list, change] = useState<readonly Rule[]>(() => stored.map((rule, key) => ({ ...rule, key })));
  return { list, change };
}

/** Who may sign in, and as what. */
export function PeopleFields({
  connection,
  rules,
  sending,
}: {
  readonly connection: Schemas['SsoConnection'] | null;
  readonly rules: Rules;
  readonly sending: SubmitState;
}) {
  const t = ssoTexts();
  return (
    <>
      <TextArea
        dir="ltr"
        rows={3}
        spellCheck={false}
        label={t.domains}
        hint={t.domainsHint}
        name="domains"
        defaultValue={connection?.domains.map(({ name }) => name).join('\n') ?? ''}
        wrong={sending.fieldError('domains')}
      />
      <Select
        label={t.defaultRole}
        name="default_role"
        empty={t.nobodyNew}
        defaultValue={connection === null ? 'member' : (connection.default_role ?? '')}
        options={ROLES.map((value) => ({ value, label: t.roles[value] ?? value }))}
      />
      <TextField
        dir="ltr"
        label={t.roleClaim}
        hint={t.roleClaimHint}
        note={t.optional}
        name="role_claim"
        maxLength={200}
        defaultValue={connection?.role_claim ?? ''}
        wrong={sending.fieldError('role_claim')}
      />
      <RuleList rules={rules} />
    </>
  );
}

function RuleList({ rules: { list, change } }: { readonly rules: Rules }) {
  const t = ssoTexts();
  const set = (key: number, part: Partial<Rule>) =>
    change(list.map((rule) => (rule.key === key ? { ...rule, ...part } : rule)));
  const add = () =>
    change([...list, { key: Math.max(-1, ...list.map(({ key }) => key)) + 1, value: '', role: 'member' }]);
  return (
    <fieldset className={styles.rules}>
      <legend>{t.roleMapping}</legend>
      {list.map(({ key, value, role }) => (
        <div key={key} className={styles.rule}>
          <TextField
            label={t.roleValue}
            labelHidden
            placeholder={t.roleValue}
            required
            maxLength={500}
            value={value}
            onInput={(event) => set(key, { value: event.currentTarget.value })}
          />
          <Select
            label={t.role}
            labelHidden
            value={role}
            options={ROLES.map((each) => ({ value: each, label: t.roles[each] ?? each }))}
            onChange={(event) => set(key, { role: oneOf(ROLES, event.currentTarget.value) })}
          />
          <IconButton label={t.removeRule} onClick={() => change(list.filter((rule) => rule.key !== key))}>
            <Cross />
          </IconButton>
        </div>
      ))}
      <div>
        <Button small onClick={add}>
          <Plus />
          {t.addRule}
        </Button>
      </div>
    </fieldset>
  );
}

export function peopleBody(fields: FormData, rules: readonly Rule[]) {
  const role = textOf(fields, 'default_role');
  return {
    domains: textOf(fields, 'domains')
      .split(/[\s,;]+/)
      .filter(Boolean),
    default_role: role === '' ? null : oneOf(ROLES, role),
    role_claim: textOf(fields, 'role_claim') || null,
    role_mapping: rules.map(({ value, role }) => ({ value: value.trim(), role })),
  };
}
