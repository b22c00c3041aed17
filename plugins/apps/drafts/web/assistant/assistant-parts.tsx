import type { ReactNode } from 'react';
import { OptionPicker } from '#plugins/studio/web/contract.tsx';
import { Muted, Notice, Spinner } from '#plugins/ui/web/contract.ts';
import type { Proposal, Step } from './asking.ts';
import styles from './assistant.module.css';
import type { AssistantModel } from './assistant-context.ts';
import { assistantTexts } from './texts/en.ts';

/** How far it is. */
export function Progress({ step: { step, round, characters } }: { readonly step: Step }) {
  const t = assistantTexts();
  const text = {
    asking: t.asking,
    writing: t.writing(characters),
    checking: t.checking,
    repairing: t.repairing(round),
  }[step];
  return (
    <p className={styles.progress}>
      <Spinner /> <span aria-hidden="true">{text}</span>
      {/* What grows is not read out again and again. */}
      <span className="said" role="status">
        {step === 'writing' ? t.asking : text}
      </span>
    </p>
  );
}

const keyOf = ({ provider, name }: Pick<AssistantModel, 'provider' | 'name'>) => JSON.stringify([provider, name]);

/** The model that is asked. */
export function ModelChoice({
  models,
  value,
  onChange,
}: {
  readonly models: readonly AssistantModel[];
  readonly value: AssistantModel | undefined;
  onChange(model: AssistantModel | undefined): void;
}) {
  const t = assistantTexts();
  return (
    <OptionPicker
      kind="assistant-models"
      label={t.model}
      required
      options={models.map((model) => ({ id: keyOf(model), label: model.name, group: model.label }))}
      value={value === undefined ? '' : keyOf(value)}
      onChange={(key) => onChange(models.find((model) => keyOf(model) === key))}
    />
  );
}

/** As routes take it. */
export const namedModel = (model: AssistantModel | undefined) =>
  model === undefined ? {} : { model: { provider: model.provider, name: model.name } };

/** What the model says of its proposal, and what is wrong with it. */
export function ProposalNotes({
  proposal: { summary, problems, left_out: leftOut },
  titleOf,
}: {
  readonly proposal: Proposal;
  titleOf(id: string): string;
}): ReactNode {
  const t = assistantTexts();
  const weighty = problems.filter(({ severity }) => severity !== 'hint');
  return (
    <>
      {summary !== '' && (
        <p className={styles.summary} dir="auto">
          {summary}
        </p>
      )}
      {weighty.length > 0 && (
        <Notice variant="warning">
          <details>
            <summary>{t.remain(weighty.length)}</summary>
            <ul className={styles.notes}>
              {weighty.map(({ code, node_id: id, field, message }) => (
                <li key={`${code} ${id} ${field} ${message}`} dir="auto">
                  {id !== null && <strong>{titleOf(id)}: </strong>}
                  {message}
                </li>
              ))}
            </ul>
          </details>
        </Notice>
      )}
      {leftOut.length > 0 && (
        <details>
          <summary>{t.leftOut(leftOut.length)}</summary>
          <ul className={styles.notes}>
            {leftOut.map((each) => (
              <li key={each} dir="auto">
                <Muted as="span">{each}</Muted>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
