import { useEffect, useRef } from 'react';

/** A colour to choose; '' is none. */
export function Swatch({
  colour,
  label,
  isChosen,
  onChoose,
}: {
  readonly colour: string;
  readonly label: string;
  readonly isChosen: boolean;
  onChoose(colour: string): void;
}) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The page's policy takes no style attributes; code may set one property.
    button.current?.style.setProperty('background', colour);
  }, [colour]);
  return (
    <button
      ref={button}
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={isChosen}
      onClick={() => onChoose(colour)}
    >
      {colour === '' && '–'}
    </button>
  );
}
