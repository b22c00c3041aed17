import { useEffect, useRef } from 'react';
import type { Schemas } from '#plugins/commands/generated/schemas.ts';
import { useConfig } from '#plugins/drafts/web/configuration/config-context.ts';
import { FeaturesPart } from '#plugins/drafts/web/configuration/parts/features-part.tsx';
import { InputsPart } from '#plugins/drafts/web/configuration/parts/inputs-part.tsx';
import { Feature, Part } from '#plugins/drafts/web/configuration/parts/part.tsx';
import { putAt } from '#plugins/drafts/web/configuration/place.ts';
import { valueAt } from '#plugins/drafts/web/document/operations.ts';
import type { Commands } from '#plugins/drafts/web/editor/commands.ts';
import styles from '#plugins/drafts/web/editor/workbench.module.css';
import { buildTexts } from '#plugins/drafts/web/texts/en.ts';
import { classes, IconButton, Tabs } from '#plugins/ui/web/contract.ts';
import { Cross } from '#plugins/ui/web/icons.tsx';
import own from './app-panel.module.css';
import { appPanelTexts } from './texts/en.ts';
import { SystemPart, VariablesPart } from './variables-part.tsx';
import { YamlPart } from './yaml-part.tsx';

export type AppTab = 'variables' | 'inputs' | 'features' | 'yaml';

/** What belongs to the whole app and to no node: variables, inputs, features, and its document as text. */
export function AppPanel({
  app,
  tab,
  commands,
  onTab,
  onClose,
}: {
  readonly app: Schemas['App'];
  readonly tab: AppTab;
  readonly commands: Commands;
  onTab(tab: AppTab): void;
  onClose(): void;
}) {
  const t = appPanelTexts();
  const words = buildTexts();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus(), []);
  return (
    <aside
      ref={panel}
      className={classes(styles.panel, tab === 'yaml' && own.wide)}
      aria-label={t.app}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]') !== null) return;
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles['panel-head']}>
        <h2 className={styles['panel-name']}>{t.app}</h2>
        <IconButton small label={words.close} onClick={onClose}>
          <Cross />
        </IconButton>
      </div>
      <div className={styles['panel-body']}>
        <Tabs<AppTab>
          label={t.parts}
          value={tab}
          onChange={onTab}
          tabs={[
            { name: 'variables', label: t.variables },
            { name: 'inputs', label: t.inputs },
            { name: 'features', label: t.features },
            { name: 'yaml', label: t.yaml },
          ]}
        >
          {tab === 'yaml' ? (
            <YamlPart appId={app.id} />
          ) : (
            <div className={own.parts}>
              {tab === 'variables' && (
                <>
                  {app.mode === 'advanced-chat' && <VariablesPart owner="conversation" commands={commands} />}
                  <VariablesPart owner="env" commands={commands} />
                  <SystemPart />
                </>
              )}
              {tab === 'inputs' && <InputsPart />}
              {tab === 'features' && (
                <>
                  <FeaturesPart />
                  <LooksPart />
                </>
              )}
            </div>
          )}
        </Tabs>
      </div>
    </aside>
  );
}

function LooksPart() {
  const t = appPanelTexts();
  const { tree, edit, mode } = useConfig();
  const path = ['app', 'use_icon_as_answer_icon'];
  if (mode !== 'advanced-chat') return null;
  return (
    <Part title={t.looks}>
      <Feature
        label={t.iconInAnswers}
        isOn={valueAt(tree, path) === true}
        onChange={(next) => edit(putAt(tree, path, next))}
      />
    </Part>
  );
}
