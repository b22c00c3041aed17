import { lazyModule } from '#plugins/ui/web/contract.ts';
import { useAssistant, type WriteOffer } from './assistant-context.ts';

// Who has no model for it loads nothing of it.
const parts = lazyModule(() => import('./offer-parts.ts'));

const useParts = () => parts.use(useAssistant() !== null);

export function AssistantTool() {
  const Part = useParts()?.AssistantTool;
  return Part === undefined ? null : <Part />;
}

export function DescribeOffer() {
  const Part = useParts()?.DescribeOffer;
  return Part === undefined ? null : <Part />;
}

export function FixRunButton({ runId }: { readonly runId: string }) {
  const Part = useParts()?.FixRunButton;
  return Part === undefined ? null : <Part runId={runId} />;
}

export function WriteButton(offer: WriteOffer) {
  const Part = useParts()?.WriteButton;
  return Part === undefined ? null : <Part {...offer} />;
}
