import { expect, it } from 'vitest';
import { languageItems, nameOf, pageLanguages, spokenLanguages, writtenLanguages } from './language-items.ts';
import { matching } from './source.ts';

it('has languages by their names in that of the page, and what they call themselves', () => {
  expect(languageItems(pageLanguages(), 'en').map(({ id, label, detail }) => [id, label, detail])).toEqual([
    ['en-US', 'English', undefined],
    ['fr-FR', 'French', 'Français'],
    ['de-DE', 'German', 'Deutsch'],
    ['zh-Hans', 'Simplified Chinese', '简体中文'],
    ['es-ES', 'Spanish', 'Español'],
  ]);
  expect(matching(languageItems(spokenLanguages(), 'de'), 'japan')).toMatchObject([{ id: 'ja', label: 'Japanisch' }]);
  expect(matching(languageItems(spokenLanguages(), 'de'), 'portugues')).toMatchObject([
    { id: 'pt', detail: 'Português' },
  ]);
});

it('knows them by the names that models are told', () => {
  expect(writtenLanguages().get('German')).toBe('de');
  expect(languageItems(writtenLanguages(), 'fr').find(({ id }) => id === 'German')?.label).toBe('Allemand');
});

it('names those that are not in the list, and leaves what is no language', () => {
  expect(nameOf('pt-BR', 'en')).toBe('Brazilian Portuguese');
  expect(nameOf('Low German', 'en')).toBe('Low German');
});
