import type { ReactNode } from 'react';
import { Badge } from '#plugins/studio/web/contract.tsx';
import { PanelList, Toolbar } from '#plugins/ui/web/contract.ts';
import type { Parameter } from './arguments.ts';
import { toolsTexts } from './texts/en.ts';
import styles from './tools.module.css';

/** A tool as lists show it. */
export interface ToolItem {
  readonly key: string;
  readonly name: string;
  /** Beside its name: what it is called, its method and path. */
  readonly about?: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  /** Buttons and switches. */
  readonly actions?: ReactNode;
}

/** Tools with their parameters. */
export function ToolItems({ items }: { readonly items: readonly ToolItem[] }) {
  const t = toolsTexts();
  return (
    <PanelList>
      {items.map(({ key, name, about, description, parameters, actions }) => (
        <li key={key} className={styles.item}>
          <div className={styles.head}>
            <div className={styles.titles}>
              <p className={styles.subtitle} dir="auto">
                {name}
              </p>
              {about !== undefined && about !== name && <code className={styles.path}>{about}</code>}
            </div>
            {actions !== undefined && <Toolbar>{actions}</Toolbar>}
          </div>
          {description !== '' && description !== name && (
            <p className={styles.text} dir="auto">
              {description}
            </p>
          )}
          {parameters.length > 0 && (
            <details className={styles.more}>
              <summary>
                {t.parameterCount(parameters.length)}
                <span className="said"> {name}</span>
              </summary>
              <dl>
                {parameters.map((parameter) => (
                  <div key={parameter.name}>
                    <dt>
                      <code>{parameter.name}</code> <span className={styles.faint}>{parameter.type}</span>{' '}
                      {parameter.isRequired && <Badge>{t.required}</Badge>}
                    </dt>
                    <dd dir="auto">{parameter.description}</dd>
                  </div>
                ))}
              </dl>
            </details>
          )}
        </li>
      ))}
    </PanelList>
  );
}
