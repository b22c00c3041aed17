import { useContext } from 'react';
import { PlaceContext } from '#plugins/drafts/web/fields/field-problems.tsx';
import { Button } from '#plugins/ui/web/contract.ts';
import { Sparkles } from '#plugins/ui/web/icons.tsx';
import styles from './assistant.module.css';
import { useAssistant, type WriteOffer } from './assistant-context.ts';
import { assistantTexts } from './texts/en.ts';

/** Has the assistant write the field it stands in, where there is one. `part`: what of it. */
export function WriteButton({ kind, label, current, part = '' }: WriteOffer) {
  const t = assistantTexts();
  const assistant = useAssistant();
  const place = useContext(PlaceContext);
  if (assistant === null || place === null) return null;
  const field = part === '' ? place.at : `${place.at}.${part}`;
  return (
    <div className={styles['write-button']}>
      <Button
        small
        variant="quiet"
        aria-label={t.writeFor(label)}
        onClick={() => assistant.write({ kind, nodeId: place.nodeId, field, label, current })}
      >
        <Sparkles /> {t.writeWith}
      </Button>
    </div>
  );
}
