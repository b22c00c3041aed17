import { useEffect, useRef, useState } from 'react';
import { lazyModule } from '#plugins/ui/web/contract.ts';
import { Markdown } from '#plugins/ui/web/markdown/contract.tsx';
import { useChat } from './chat-context.ts';
import { chatTexts } from './texts/en.ts';
import type { Thought, Turn, TurnState } from './turn.ts';
import styles from './turn-view.module.css';

const stepList = lazyModule(() => import('#plugins/web-app/web/workflow/step-list.tsx'));

interface WorkDoneProps {
  readonly turn: Turn;
  readonly state: TurnState;
  readonly reasoning: string;
  readonly isRunning: boolean;
}

/** How an answer came to be, folded: thoughts of the model, tools that were used, steps of the workflow. */
export function WorkDone({ turn, state, reasoning, isRunning }: WorkDoneProps) {
  const { site, mode } = useChat();
  const t = chatTexts();
  const used = state.thoughts.filter(({ tool }) => tool !== '');
  const isThinking = isRunning && state.answer === '';
  // Of a conversation that was opened again: lists tell that a graph ran, its events what was done.
  const hasPast = mode === 'advanced-chat' && !isRunning && state.runId !== '';
  return (
    <>
      {site.show_workflow_steps && (state.steps.length > 0 || hasPast) && (
        <Steps turn={turn} state={state} isRunning={isRunning} />
      )}
      {reasoning.trim() !== '' && (
        <details className={styles.work}>
          <summary>{isThinking ? t.thinking : t.thoughts}</summary>
          <div className={styles.inside}>
            <Markdown text={reasoning} isGrowing={isRunning} />
          </div>
        </details>
      )}
      {used.length > 0 && (
        <details className={styles.work}>
          <summary>
            {t.usedTools(used.length)}
            {isThinking && <span className={styles.now}>{used.at(-1)?.tool}</span>}
          </summary>
          <ol className={styles.inside}>
            {used.map((thought) => (
              <ToolUse key={thought.id} thought={thought} />
            ))}
          </ol>
        </details>
      )}
    </>
  );
}

function Steps({ turn, state, isRunning }: Omit<WorkDoneProps, 'reasoning'>) {
  const t = chatTexts();
  const { steps } = state;
  const module = stepList.use(steps.length > 0);
  const past = usePast(turn, state);
  const current = isRunning ? steps.findLast(({ status }) => status === 'running' || status === 'retrying') : undefined;
  return (
    <details className={styles.work} onToggle={(event) => event.currentTarget.open && past.look()}>
      <summary>
        {steps.length === 0 ? t.steps : t.stepsOf(steps.length)}
        {current !== undefined && (
          <span className={styles.now} dir="auto">
            {current.title}
          </span>
        )}
      </summary>
      <div className={styles.inside}>
        {steps.length > 0 && module !== null && <module.StepList steps={steps} />}
        {steps.length === 0 && <p role="status">{past.isMissing ? t.noSteps : t.loading}</p>}
      </div>
    </details>
  );
}

/** Steps of a run that nobody has followed here, asked for when somebody wants to see them. */
function usePast(turn: Turn, { steps, runId }: TurnState) {
  const { chat } = useChat();
  const [isMissing, setMissing] = useState(false);
  const leaving = useRef<AbortController>(null);
  useEffect(() => () => leaving.current?.abort(), []);
  const look = async () => {
    if (steps.length > 0 || leaving.current !== null) return;
    const visit = new AbortController();
    leaving.current = visit;
    const { signal } = visit;
    setMissing(false);
    try {
      const { pastSteps } = await import('./past-steps.ts');
      const found = await pastSteps(chat, runId, signal);
      if (signal.aborted) return;
      turn.set(found);
      setMissing(found.steps.length === 0);
    } catch {
      if (signal.aborted) return;
      // Opened again, it is asked for again.
      leaving.current = null;
      setMissing(true);
    }
  };
  return { isMissing, look: () => void look() };
}

function ToolUse({ thought }: { readonly thought: Thought }) {
  const t = chatTexts();
  return (
    <li>
      <strong dir="auto">{thought.tool.replaceAll(';', ', ')}</strong>
      {thought.thought !== '' && <p dir="auto">{thought.thought}</p>}
      {thought.input !== '' && <Data label={t.toolInput} text={thought.input} />}
      {thought.observation !== '' && <Data label={t.toolOutput} text={thought.observation} />}
    </li>
  );
}

function Data({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <>
      <span className={styles.label}>{label}</span>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      {/* biome-ignore lint/a11y/useSemanticElements: it holds no fields. */}
      <pre tabIndex={0} role="group" aria-label={label} dir="auto">
        {pretty(text)}
      </pre>
    </>
  );
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
