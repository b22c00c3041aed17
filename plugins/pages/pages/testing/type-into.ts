import type { Locator } from 'playwright-core';

/** Fields whose keys depend on the language of the browser. */
const chosen = ['date', 'datetime-local', 'time', 'range', 'color'];
/** Characters beyond which a text is pasted; so is one with lines, for Enter sends forms and opens lists. */
const PASTED = 60;

/**
 * Writes as people do: clicks on the field, which must give it the focus, and types over what is there. Fails where something covers the
 * field or takes the focus away; Playwright's own `fill` writes into what no hand can reach.
 */
export async function typeInto(field: Locator, text: string): Promise<void> {
  const { keyboard } = field.page();
  if (chosen.includes((await field.getAttribute('type')) ?? '')) return field.fill(text);
  await field.click();
  const hasFocus = await field.evaluate((element) => element.contains(element.ownerDocument.activeElement));
  if (!hasFocus) throw new Error(`A click on ${field} gives the focus to something else.`);
  await keyboard.press('ControlOrMeta+a');
  if (text === '') await keyboard.press('Delete');
  else if (text.length > PASTED || text.includes('\n')) await keyboard.insertText(text);
  else await keyboard.type(text);
}
