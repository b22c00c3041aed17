import { useLayoutEffect, useRef, useState } from 'react';

/**
 * The text of a field that writes only what can be taken. `type` says what is typed and, unless it can't be taken yet, as what it
 * is written: that does not come back over what was typed since. What is written elsewhere (taken back, or by somebody
 * else) is shown.
 */
export function useTyped(written: string): {
  readonly typed: string;
  type(text: string, asWritten: string | null): void;
} {
  const [typed, setTyped] = useState(written);
  const sent = useRef(written);
  // Before the next key can come, or what it writes would be taken back.
  useLayoutEffect(() => {
    if (written === sent.current) return;
    sent.current = written;
    setTyped(written);
  }, [written]);
  return {
    typed,
    type(text, asWritten) {
      setTyped(text);
      if (asWritten !== null) sent.current = asWritten;
    },
  };
}
