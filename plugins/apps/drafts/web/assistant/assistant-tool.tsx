import { IconButton } from '#plugins/ui/web/contract.ts';
import { Sparkles } from '#plugins/ui/web/icons.tsx';
import { useAssistant } from './assistant-context.ts';
import { assistantTexts } from './texts/en.ts';

/** Among the tools of the canvas. */
export function AssistantTool() {
  const assistant = useAssistant();
  if (assistant === null) return null;
  return (
    <IconButton small label={assistantTexts().open} onClick={() => assistant.change()}>
      <Sparkles />
    </IconButton>
  );
}
