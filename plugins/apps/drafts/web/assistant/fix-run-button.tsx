import { Button } from '#plugins/ui/web/contract.ts';
import { Sparkles } from '#plugins/ui/web/icons.tsx';
import { useAssistant } from './assistant-context.ts';
import { assistantTexts } from './texts/en.ts';

/** Has the assistant mend what made a run of the draft fail. */
export function FixRunButton({ runId }: { readonly runId: string }) {
  const assistant = useAssistant();
  if (assistant === null) return null;
  return (
    <div>
      <Button small onClick={() => assistant.change({ runId })}>
        <Sparkles /> {assistantTexts().fix}
      </Button>
    </div>
  );
}
