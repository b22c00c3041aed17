import { studioSession } from '#plugins/studio/web/contract.tsx';
import { useOnChange } from '#plugins/ui/web/contract.ts';
import type { InputFormState } from '#plugins/ui/web/input-form/contract.ts';

const nameOf = (appId: string) => `weft-run-values ${studioSession().account.id} ${appId}`;

/** What was typed last into the form of an app's runs, in this tab. */
export function keptValues(appId: string): Record<string, unknown> {
  try {
    return JSON.parse(sessionStorage.getItem(nameOf(appId)) ?? '{}') as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Keeps what is typed, for who leaves the editor and comes back; files are not kept. */
export function useKeptValues(appId: string, { fields, values }: InputFormState): void {
  const typed = fields.flatMap(({ name, preset }) => {
    const value = values[name];
    // What is as the app has it follows the app.
    return typeof value === 'object' || value === (preset ?? '') ? [] : [[name, value]];
  });
  const text = JSON.stringify(Object.fromEntries(typed));
  useOnChange(text, () => {
    try {
      sessionStorage.setItem(nameOf(appId), text);
    } catch {
      // A browser that keeps nothing, or no more.
    }
  });
}
