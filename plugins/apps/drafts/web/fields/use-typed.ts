import { useLayoutEffect, useRef, useState } from 'react';

/**
 * The text of a field that is written to the document as it is typed. `setTyped` takes the text, and how it is written, which may
 * differ in form; null while it is not valid and not written. What comes back of it does not replace newer typing; a value that
 * was changed elsewhere (undo, another person) does.
 */
export function useTyped(written: string): {
  readonly typed: string;
  setTyped(text: string, asWritten: string | null): void;
} {
  const [typed, setText] = useState(written);
  const sent = useRef(written);
  // A later effect would run when more has been typed, and put this text in its place.
  useLayoutEffect(() => {
    if (written === sent.current) return;
    sent.current = written;
    setText(written);
  }, [written]);
  return {
    typed,
    setTyped(text, asWritten) {
      setText(text);
      if (asWritten !== null) sent.current = asWritten;
    },
  };
}
