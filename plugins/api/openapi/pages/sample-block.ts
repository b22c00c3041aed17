import { codeBlock } from './html.ts';
import type { SampleCall } from './sample-call.ts';
import { samplesOf } from './samples.ts';

/** A request in every language, of which one is open at a time; `group` names it among those of the page. */
export function sampleBlock(group: string, call: SampleCall): string {
  const samples = samplesOf(call).map(
    ({ language, text }, index) =>
      `<details class="sample" name="${group}" data-language="${language}"${index === 0 ? ' open' : ''}><summary>${language}</summary>${codeBlock(text)}</details>`,
  );
  return `<div class="samples">${samples.join('')}</div>`;
}
