import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { Link, Section } from '#plugins/studio/web/contract.tsx';
import { Muted, PanelList } from '#plugins/ui/web/contract.ts';
import { packageHref } from './package-href.ts';
import styles from './plugins.module.css';
import { pluginsTexts } from './texts/en.ts';

type Details = Schemas['PluginCataloguePackage'];

/** The tools, models and plugins that a plugin brings. */
export function Contents({ details: { tools, providers, packages, source } }: { readonly details: Details }) {
  const t = pluginsTexts();
  return (
    <>
      {tools.length > 0 && (
        <Section title={t.tools}>
          <PanelList>
            {tools.map((tool) => (
              <li key={tool.name}>
                <p className={styles.subtitle} dir="auto">
                  {tool.title} <code className={styles.path}>{tool.name}</code>
                </p>
                <Muted dir="auto">{tool.about}</Muted>
              </li>
            ))}
          </PanelList>
        </Section>
      )}
      {providers.length > 0 && (
        <Section title={t.models}>
          <PanelList>
            {providers.map(({ id, title, types }) => (
              <li key={id}>
                <p className={styles.subtitle} dir="auto">
                  {title} <code className={styles.path}>{id}</code>
                </p>
                <Muted>{types.map((type) => t.modelTypes[type] ?? type).join(', ')}</Muted>
              </li>
            ))}
          </PanelList>
        </Section>
      )}
      {packages.length > 0 && (
        <Section title={t.contains}>
          <PanelList>
            {packages.map(({ name, range }) => (
              <li key={name}>
                <Link href={packageHref(name, source)} dir="auto">
                  {name}
                </Link>{' '}
                <span className={styles.path}>{range}</span>
              </li>
            ))}
          </PanelList>
        </Section>
      )}
    </>
  );
}
