import { expect, it } from 'vitest';
import { readRepository } from '#kernel/testing/architecture/repository.ts';
import { nodeTerms, pageTerms, places, type Term } from './testing/glossary.ts';

const languages = ['en', 'de', 'es', 'fr', 'zh'] as const;
const files = new Map(readRepository().map(({ path, text }) => [path, text]));
const sharedTexts = 'plugins/runs/node-forms/texts';

/** What a file of texts holds, which is TypeScript or JSON. */
function sourceOf(folder: string, language: string): string {
  return files.get(`${folder}/${language}.ts`) ?? files.get(`${folder}/${language}.json`) ?? '';
}

/** The text of a key in a file of texts. */
function textOf(folder: string, language: string, key: string): string | undefined {
  const name = key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const entry = new RegExp(`^\\s*(['"]?)${name}\\1:\\s*(?:'([^']*)'|"([^"]*)")`, 'm');
  const match = entry.exec(sourceOf(folder, language));
  return match?.[2] ?? match?.[3];
}

/** The kinds of nodes there are, by the folder of their plugin. */
function nodeTitles(): readonly (readonly [plugin: string, title: string])[] {
  const forms = [...files].filter(([path]) =>
    /^plugins\/(?:nodes\/[^/]+|runs\/(?:human-input|node-forms))\/(?:forms\/)?(?:[a-z]+-)?forms?\.ts$/.test(path),
  );
  return forms.flatMap(([path, text]) =>
    [...text.matchAll(/^ {2}title: '([^']+)',$/gm)].map(
      ([, title = '']) => [path.split('/').slice(0, 3).join('/'), title] as const,
    ),
  );
}

const termOf = (terms: readonly Term[], english: string) => terms.find(([en]) => en === english);

it('kinds of nodes have the names of the glossary, in every language', () => {
  const titles = nodeTitles();
  expect(titles.map(([, title]) => title).sort()).toEqual(nodeTerms.map(([en]) => en).sort());
  for (const [plugin, title] of titles) {
    const found = languages
      .slice(1)
      .map((language) => textOf(`${plugin}/texts`, language, title) ?? textOf(sharedTexts, language, title));
    expect([title, ...found], plugin).toEqual(termOf(nodeTerms, title));
  }
});

it('pages name what they measure, search and install as the glossary does', () => {
  for (const [folder, key, term] of places) {
    const found = languages.map((language) => textOf(folder, language, key));
    expect(found, `${key} in ${folder}`).toEqual(termOf(pageTerms, term));
  }
});

it('roles have one name in each language', () => {
  for (const role of ['owner', 'admin', 'editor', 'member']) {
    const found = languages.map((language) => {
      const roles = /"?roles"?: \{[^}]*/.exec(sourceOf('plugins/pages/studio/web/texts', language))?.[0] ?? '';
      return new RegExp(`\\b${role}"?: ['"]([^'"]+)['"]`).exec(roles)?.[1];
    });
    const [word] = found;
    expect(found).toEqual(termOf(pageTerms, word ?? role));
  }
  const german = [...files].filter(([path]) => /\/texts\/de\.(?:ts|json)$/.test(path));
  expect(german.length).toBeGreaterThan(30);
  // The owner is „Eigentümer“ on every page: a second word for one role is taken for a second role.
  expect(german.filter(([, text]) => /\bInhaber/.test(text)).map(([path]) => path)).toEqual([]);
});
