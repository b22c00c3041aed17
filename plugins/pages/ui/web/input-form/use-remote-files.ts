import { useCallback, useEffect, useRef, useState } from 'react';
import { keepWhileAway, leaveFor, type PickedFile, type RemoteFiles, takeReturned } from './remote-files.ts';
import type { FormValues } from './values.ts';

/** How a form has files picked at another service. */
export interface RemoteState {
  readonly label: string;
  readonly trouble: RemoteFiles['trouble'];
  /** On the way to the service. */
  readonly isLeaving: boolean;
  pick(field: string): void;
  /** Connects the account again that stands still. */
  reconnect(field: string): void;
}

interface RemoteMeans {
  readonly remote: RemoteFiles | undefined;
  readonly values: { readonly current: FormValues };
  restore(values: FormValues): void;
  addPicked(field: string, picked: readonly PickedFile[]): void;
  refuse(field: string, code: string): void;
}

/** undefined: the form has none. What comes back from the picker is put into the form as soon as it may be fetched. */
export function useRemoteFiles(means: RemoteMeans): RemoteState | undefined {
  const { remote, values } = means;
  const [isLeaving, setLeaving] = useState(false);
  const latest = useRef(means);
  latest.current = means;
  const form = remote?.form;
  useEffect(() => {
    if (form === undefined) return;
    const { restore, addPicked, refuse } = latest.current;
    const back = takeReturned(form);
    if (back !== null) {
      restore(back.values);
      for (const [field, picked] of back.again) if (picked.length > 0) addPicked(field, picked);
      if (back.picked.length > 0) addPicked(back.field, back.picked);
      if (back.error !== '') refuse(back.field, back.error);
    }
    return keepWhileAway(form, () => values.current);
  }, [form, values]);
  const leave = useCallback(async (field: string, picking: boolean) => {
    const { remote: to, refuse } = latest.current;
    if (to === undefined) return;
    setLeaving(true);
    try {
      await leaveFor(to, field, picking);
    } catch {
      setLeaving(false);
      refuse(field, 'unavailable');
    }
  }, []);
  if (remote === undefined) return undefined;
  const { label, trouble } = remote;
  return {
    ...{ label, trouble, isLeaving },
    pick: (field) => void leave(field, true),
    reconnect: (field) => void leave(field, false),
  };
}
