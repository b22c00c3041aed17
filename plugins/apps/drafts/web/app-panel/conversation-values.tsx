import { useTree } from '#plugins/drafts/web/editor/editor-state.ts';
import { useLastOf } from '#plugins/drafts/web/fields/last-values.ts';
import { shortValue } from '#plugins/drafts/web/fields/prompt-help.ts';
import own from './app-panel.module.css';
import { declaredOf } from './declared.ts';
import { appPanelTexts } from './texts/en.ts';

const conversation = [{ id: 'conversation', title: '', variables: [] }];

/** What the variables of the conversation are now. */
export function ConversationValues() {
  const t = appPanelTexts();
  const lastOf = useLastOf(conversation);
  const variables = declaredOf(useTree(), 'conversation');
  if (variables.length === 0) return null;
  return (
    <details className={own.values} open>
      <summary>{t.conversation}</summary>
      <dl aria-label={t.conversation}>
        {variables.map(({ name, entry }) => (
          <div key={name}>
            <dt dir="ltr">{name}</dt>
            <dd dir="auto">{shortValue(lastOf(['conversation', name]) ?? entry.value) || '–'}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
