import { expect, it } from 'vitest';
import { languages } from '#http';
import { accountEmail, budgetEmail, ownershipEmail, type WarnedBudget } from './email-text.ts';

it('tells how a link is ended, which a new password does not end', () => {
  const facts = { at: 0, address: '', language: 'en' } as const;
  expect(accountEmail('sign-in-linked', facts).text).toContain('delete the connection');
  expect(accountEmail('password-changed', facts).text).not.toContain('delete the connection');
});

it('says all it knows in every language', () => {
  const budget: WarnedBudget = {
    level: 'near',
    of: 'app key',
    period: 'month',
    unit: 'price',
    currency: 'EUR',
    amount: '120',
    used: '97',
    action: 'stop',
  };
  const shown = languages.map((language) => {
    const told = [
      accountEmail('new-sign-in', { at: 0, address: '192.0.2.7', language }),
      ownershipEmail('received', { at: 0, language, workspace: 'Atelier', other: 'ada@example.com' }),
      budgetEmail(budget, 'Atelier', language),
    ];
    const text = told.map((email) => `${email.subject}\n${email.text}`).join('\n');
    for (const fact of ['192.0.2.7', '1970-01-01 00:00 UTC', 'Atelier', 'ada@example.com', '120', '97', 'EUR'])
      expect(text, language).toContain(fact);
    expect(text).not.toMatch(/undefined|\[object/);
    return text;
  });
  expect(new Set(shown).size).toBe(languages.length);
});
