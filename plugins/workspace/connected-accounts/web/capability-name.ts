import { integrationTexts } from './texts/en.ts';

/** What an account may be used for, in the language of the page where it is known. */
export function capabilityName(
  service: string,
  { id, title }: { readonly id: string; readonly title: string },
): string {
  const t = integrationTexts();
  return t.capabilities[`${service} ${id}`] ?? (id === 'repositories' ? t.repositories : title);
}
