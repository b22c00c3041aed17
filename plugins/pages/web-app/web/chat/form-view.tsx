import { useMemo } from 'react';
import { formTitle } from '#plugins/human-input/web/form-title/contract.ts';
import { ApiError, lazyModule, Notice } from '#plugins/ui/web/contract.ts';
import { CircleCheck, Clock } from '#plugins/ui/web/icons.tsx';
import { Markdown } from '#plugins/ui/web/markdown/contract.tsx';
import { useChat } from './chat-context.ts';
import { chatTexts } from './texts/en.ts';
import { fieldOf } from './thread.ts';
import type { Turn, TurnForm } from './turn.ts';
import styles from './turn-view.module.css';

const formPart = lazyModule(() => import('#plugins/ui/web/input-form/contract.ts'));

const fieldPlace = /\{\{#\$output\.\w{1,64}#\}\}/g;

/** A form that the run asked somebody to fill in, in the conversation. */
export function FormView({ turn, form }: { readonly turn: Turn; readonly form: TurnForm }) {
  const { chat, parameters, announce, reload } = useChat();
  const t = chatTexts();
  const title = formTitle(form.title, t.inputNeeded);
  const isOpen = form.state === 'open' && form.token !== '';
  const module = formPart.use(isOpen);
  const uploads = useMemo(() => ({ url: chat.api.url, token: () => chat.api.token() }), [chat]);
  // Where fields stand in the text; here they stand below it.
  const content = useMemo(() => <Markdown text={form.content.replaceAll(fieldPlace, '')} />, [form.content]);
  if (form.state === 'open' && form.token === '') return <Notice>{t.formElsewhere}</Notice>;
  const answer = async (inputs: Record<string, unknown>, action: string) => {
    try {
      await chat.fillForm(form.token, inputs, action);
      const chosen = form.actions.find(({ id }) => id === action)?.title ?? '';
      const filled: TurnForm = { ...form, state: 'filled', answer: chosen };
      // Where a stream is followed it tells the same a moment later.
      turn.set({ forms: turn.state.forms.map((each) => (each.id === form.id ? filled : each)) });
      announce(t.formFilled(chosen));
      reload();
    } catch (error) {
      if (!(error instanceof ApiError)) throw new Error(t.notSent);
      throw Object.assign(new Error(error.message), { field: fieldOf(error) });
    }
  };
  return (
    <section className={styles.form} aria-label={title}>
      <h3 dir="auto">{title}</h3>
      {isOpen && module !== null ? (
        <module.HumanForm
          content={content}
          label={title}
          inputs={form.inputs}
          defaults={form.defaults}
          actions={form.actions}
          limits={parameters.system_parameters}
          uploads={uploads}
          answer={answer}
        />
      ) : (
        content
      )}
      {form.state === 'filled' && (
        <p className={styles.note}>
          <CircleCheck width="16" height="16" />
          {t.formFilled(form.answer)}
        </p>
      )}
      {form.state === 'expired' && (
        <p className={styles.note}>
          <Clock width="16" height="16" />
          {t.formExpired}
        </p>
      )}
    </section>
  );
}
