import { type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { Button } from '#plugins/ui/web/components/button.tsx';
import { Notice } from '#plugins/ui/web/components/notice.tsx';
import { useOnChange } from '#plugins/ui/web/hooks.ts';
import { Workflow } from '#plugins/ui/web/icons.tsx';
import styles from './markdown.module.css';
import { DrawsDiagramsContext } from './policy-context.ts';
import { markdownTexts } from './texts/en.ts';

/** A diagram in Mermaid: its source, and its picture when somebody asks for it, or at once where that is allowed. */
export function Diagram({ source, children }: { readonly source: string; readonly children: ReactNode }) {
  const t = markdownTexts();
  const [isShown, show] = useState(false);
  const [state, setState] = useState<'none' | 'drawing' | 'failed'>('none');
  const [picture, setPicture] = useState('');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => () => URL.revokeObjectURL(picture), [picture]);

  const drawn = useRef('');
  const draw = async () => {
    show(true);
    if (drawn.current === source && picture !== '') return;
    drawn.current = source;
    setState('drawing');
    try {
      const { drawDiagram } = await import('./draw-diagram.ts');
      const svg = await drawDiagram(source, place.current ?? document.body);
      if (drawn.current !== source) return;
      setPicture(URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' })));
      setState('none');
    } catch {
      show(false);
      setState('failed');
    }
  };
  const isDrawnAtOnce = useContext(DrawsDiagramsContext);
  useOnChange(source, () => {
    setPicture('');
    setState('none');
    show(false);
    if (isDrawnAtOnce) void draw();
  });
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
