import type { InLanguages, Language } from '#http';
import type { AccountNotice } from '#plugins/accounts/contract.ts';
import { texts as de } from './texts/de.ts';
import { texts as en } from './texts/en.ts';
import { texts as es } from './texts/es.ts';
import { texts as fr } from './texts/fr.ts';
import type { EmailText, NoticeTexts, WarnedBudget } from './texts/notice-texts.ts';
import { texts as zh } from './texts/zh.ts';

export type { EmailText, WarnedBudget } from './texts/notice-texts.ts';

const texts: InLanguages<NoticeTexts> = { en, zh, es, fr, de };

/** `at`: milliseconds since the epoch. */
export function accountEmail(
  what: AccountNotice['what'],
  { at, address, language }: { readonly at: number; readonly address: string; readonly language: Language },
): EmailText {
  const { changes, when, from, remedies } = texts[language];
  const { subject, what: happened } = changes[what];
  const place = address === '' ? '' : `\n${from(address)}`;
  const remedy = what === 'sign-in-linked' ? remedies.link : remedies.account;
  return { subject, text: `${happened}\n\n${when(timeOf(at))}${place}\n\n${remedy}` };
}

/** `other`: the address of who has, or had, the workspace; null: they are gone. */
export function ownershipEmail(
  side: 'given' | 'received',
  { at, language, workspace, other }: OwnershipFacts,
): EmailText {
  const { when, somebodyElse, given, received } = texts[language];
  const facts = { workspace, other: other ?? somebodyElse };
  const { subject, text } = side === 'given' ? given(facts) : received(facts);
  return { subject, text: `${text}\n\n${when(timeOf(at))}` };
}

interface OwnershipFacts {
  readonly at: number;
  readonly language: Language;
  readonly workspace: string;
  readonly other: string | null;
}

export function budgetEmail(budget: WarnedBudget, workspace: string, language: Language): EmailText {
  return texts[language].budget(budget, workspace);
}

function timeOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
