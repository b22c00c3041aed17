import { type RefObject, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { lazyModule } from '#plugins/ui/web/contract.ts';
import { Markdown } from '#plugins/ui/web/markdown/contract.tsx';
import { AppIcon } from '#plugins/web-app/web/shell/app-icon.tsx';
import { isMapping, listOf, type Mapping, textOf } from '#plugins/web-app/web/workflow/frames.ts';
import { useChat } from './chat-context.ts';
import type { ConversationList } from './conversation-list.ts';
import type { InputsCardHandle } from './inputs-card.tsx';
import styles from './opening.module.css';
import { Suggestions } from './suggestions.tsx';
import { chatTexts } from './texts/en.ts';

export interface OpeningHandle {
  /** Of the form; null: something is to be filled in first, which the form shows. */
  inputs(): Mapping | null;
  /** Shows what the server says of a field; false: there is no such field. */
  blame(field: string, message: string): boolean;
  fill(inputs: Mapping): void;
}

const inputsCard = lazyModule(() => import('./inputs-card.tsx'));

interface OpeningProps {
  readonly handle: RefObject<OpeningHandle | null>;
  readonly list: ConversationList;
  readonly conversationId: string;
  readonly isNew: boolean;
  /** Inputs that the page around gave. */
  readonly given: Mapping;
  onAsk(query: string): void;
}

/** How a conversation begins: what the app says first, questions to begin with, and what it wants to know. */
export function Opening({ handle, list, conversationId, isNew, given, onAsk }: OpeningProps) {
  const { site, parameters } = useChat();
  const t = chatTexts();
  const form = parameters.user_input_form;
  const hasForm = useMemo(() => hasFields(form), [form]);
  const isGiven = useMemo(
    () => hasForm && requiredOf(form).every((name) => given[name] !== undefined),
    [form, hasForm, given],
  );
  const module = inputsCard.use(hasForm && isNew && !isGiven);
  const card = useRef<InputsCardHandle>(null);
  const latest = useRef<OpeningHandle>(null);
  latest.current = {
    inputs: () => (card.current === null ? (hasForm && !isGiven ? null : given) : card.current.inputs()),
    blame: (field, message) => card.current?.blame(field, message) === true,
    fill: (inputs) => card.current?.fill(inputs),
  };
  useEffect(() => {
    handle.current = {
      inputs: () => latest.current?.inputs() ?? null,
      blame: (field, message) => latest.current?.blame(field, message) === true,
      fill: (inputs) => latest.current?.fill(inputs),
    };
    return () => {
      handle.current = null;
    };
  }, [handle]);

  // The list may tell it after everything else of the conversation is there.
  const introduction = useSyncExternalStore(list.subscribe, () => list.introduction(conversationId));
  const statement = isNew ? (parameters.opening_statement ?? '') : introduction;
  const questions = parameters.suggested_questions.filter((question) => question.trim() !== '');
  if (!isNew) {
    return statement === '' ? null : (
      <div className={styles.statement}>
        <Markdown text={statement} />
      </div>
    );
  }
  const InputsCard = module?.InputsCard;
  return (
    <div className={styles.opening}>
      <div className={styles.lead}>
        <AppIcon site={site} size="large" />
        <h2 dir="auto">{site.title}</h2>
        {statement === '' && site.description !== '' && <p dir="auto">{site.description}</p>}
      </div>
      {statement !== '' && (
        <div className={styles.statement}>
          <Markdown text={filled(statement, given)} />
        </div>
      )}
      {hasForm && !isGiven && InputsCard !== undefined && <InputsCard handle={card} given={given} />}
      {questions.length > 0 && <Suggestions label={t.tryAsking} questions={questions} onAsk={onAsk} />}
    </div>
  );
}

function hasFields(form: readonly unknown[]): boolean {
  return form.some((item) =>
    Object.entries(isMapping(item) ? item : {}).some(
      ([control, rules]) => control !== 'external_data_tool' && isMapping(rules) && rules.hide !== true,
    ),
  );
}

function requiredOf(form: readonly unknown[]): string[] {
  return listOf(form).flatMap((item) =>
    Object.values(isMapping(item) ? item : {}).flatMap((rules) =>
      isMapping(rules) && rules.required === true ? [textOf(rules.variable)] : [],
    ),
  );
}

/** What is known of the inputs that the statement names; the rest the server fills in when the conversation begins. */
function filled(statement: string, inputs: Mapping): string {
  return statement.replaceAll(/\{\{(\w{1,30})\}\}/g, (whole, name: string) =>
    typeof inputs[name] === 'string' ? inputs[name] : whole,
  );
}
