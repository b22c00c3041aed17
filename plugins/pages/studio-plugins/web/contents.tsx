import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { Link, Section } from '#plugins/studio/web/contract.tsx';
import { packageHref } from './package-href.ts';
import styles from './plugins.module.css';
import { pluginsTexts } from './plugins-texts.ts';

type Details = Schemas['PluginCataloguePackage'];

/** The tools, models and plugins that a plugin brings. */
export function Contents({ details: { tools, providers, packages, source } }: { readonly details: Details }) {
  const t = pluginsTexts();
  return (
    <>
      {tools.length > 0 && (
        <Section title={t.tools}>
          <ul className={styles.items}>
            {tools.map((tool) => (
              <li key={tool.name}>
                <p className={styles.subtitle} dir="auto">
                  {tool.title} <code className={styles.path}>{tool.name}</code>
                </p>
                <p className={styles.text} dir="auto">
                  {tool.about}
                </p>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {providers.length > 0 && (
        <Section title={t.models}>
          <ul className={styles.items}>
            {providers.map(({ id, title, types }) => (
              <li key={id}>
                <p className={styles.subtitle} dir="auto">
                  {title} <code className={styles.path}>{id}</code>
                </p>
                <p className={styles.text}>{types.map((type) => t.modelTypes[type] ?? type).join(', ')}</p>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {packages.length > 0 && (
        <Section title={t.contains}>
          <ul className={styles.items}>
            {packages.map(({ name, range }) => (
              <li key={name}>
                <Link href={packageHref(name, source)} dir="auto">
                  {name}
                </Link>{' '}
                <span className={styles.path}>{range}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}
