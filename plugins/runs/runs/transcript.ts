import type { JsonText, RunEvent } from '#engine';
import type { RunTranscript } from './contract.ts';

/** Collects what a run leaves for its owner. */
export class Transcript implements RunTranscript {
  readonly conversation: Record<string, { readonly valueType: string; readonly value: JsonText }> = {};
  readonly citations: JsonText[] = [];
  readonly agentLog: JsonText[] = [];

  note(event: RunEvent): void {
    if (event.kind === 'citations') this.citations.push(event.resources);
    else if (event.kind === 'agent-log') this.agentLog.push(event.data);
    else if (event.kind === 'variable-updated') {
      const [first, name] = event.selector;
      if (first !== 'conversation' || name === undefined) return;
      this.conversation[name] = { valueType: event.valueType, value: event.value };
    }
  }
}
