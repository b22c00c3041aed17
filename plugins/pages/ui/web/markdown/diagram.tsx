import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '#plugins/ui/web/components/button.tsx';
import { Notice } from '#plugins/ui/web/components/notice.tsx';
import { useOnChange } from '#plugins/ui/web/hooks.ts';
import { Workflow } from '#plugins/ui/web/icons.tsx';
import styles from './markdown.module.css';
import { markdownTexts } from './texts/en.ts';

/** A diagram in Mermaid: its source, and its picture when somebody asks for it. */
export function Diagram({ source, children }: { readonly source: string; readonly children: ReactNode }) {
  const t = markdownTexts();
  const [isShown, show] = useState(false);
  const [state, setState] = useState<'none' | 'drawing' | 'failed'>('none');
  const [picture, setPicture] = useState('');
  const place = useRef<HTMLDivElement>(null);
  useOnChange(source, () => {
    setPicture('');
    setState('none');
    show(false);
  });
  useEffect(() => () => URL.revokeObjectURL(picture), [picture]);

  const draw = async () => {
    show(true);
    if (picture !== '') return;
    setState('drawing');
    try {
      const { drawDiagram } = await import('./draw-diagram.ts');
      const drawn = await drawDiagram(source, place.current ?? document.body);
      setPicture(URL.createObjectURL(new Blob([drawn], { type: 'image/svg+xml' })));
      setState('none');
    } catch {
      show(false);
      setState('failed');
    }
  };
  return (
    <div ref={place} className={styles.diagram}>
      {state === 'failed' && <Notice>{t.diagramFailed}</Notice>}
      {isShown && picture !== '' ? <img src={picture} alt={t.diagram} /> : children}
      {state !== 'failed' && (
        <Button small busy={state === 'drawing'} onClick={() => (isShown ? show(false) : void draw())}>
          <Workflow width="16" height="16" />
          {isShown ? t.hideDiagram : t.showDiagram}
        </Button>
      )}
    </div>
  );
}
