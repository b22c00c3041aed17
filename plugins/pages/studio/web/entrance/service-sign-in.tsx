import { type FormEvent, useEffect, useState } from 'react';
import { errorText } from '#plugins/studio/web/parts/query-boundary.tsx';
import { studioTexts } from '#plugins/studio/web/texts/en.ts';
import { Button, Notice, TextField, textOf } from '#plugins/ui/web/contract.ts';
import styles from './entrance.module.css';
import { entrance } from './send.ts';

interface Service {
  readonly id: string;
  readonly label: string;
}

/** What a page was told in its address about a sign-in with a service that came back. */
export interface ServiceAnswer {
  /** What somebody is asked for: the second factor, or to sign in to the account that has their address. */
  readonly asks: 'code' | 'link' | null;
  readonly service: string;
  /** Why it was refused, by its code. */
  readonly refused: string | null;
}

export function serviceAnswer(): ServiceAnswer {
  const given = new URLSearchParams(location.search);
  const asks = given.has('code') ? 'code' : given.has('link') ? 'link' : null;
  const service = given.get(asks ?? 'service') ?? '';
  return { asks, service, refused: given.get('refused') };
}

/** Google and its like, where whoever runs the server has set them up; nothing otherwise. */
export function ServiceButtons({ returnTo, invitation }: { readonly returnTo: string; readonly invitation?: string }) {
  const t = studioTexts();
  const services = useServices();
  const [begun, setBegun] = useState<string | null>(null);
  const [wrong, setWrong] = useState<unknown>(undefined);
  async function begin(provider: string): Promise<void> {
    setBegun(provider);
    setWrong(undefined);
    try {
      const body = { provider, return_to: returnTo, ...(invitation !== undefined && { invitation }) };
      const { url } = await entrance.post('/console/api/sign-in/attempts', { body });
      location.assign(url);
    } catch (error) {
      setWrong(error);
      setBegun(null);
    }
  }
  if (services.length === 0) return null;
  return (
    <>
      <div className={styles.or}>{t.or}</div>
      {wrong !== undefined && <Notice variant="danger">{errorText(wrong)}</Notice>}
      {services.map(({ id, label }) => (
        <Button key={id} busy={begun === id} onClick={() => void begin(id)}>
          {t.continueWith(label)}
        </Button>
      ))}
    </>
  );
}

/** None until they are known, and where they can't be asked for: people sign in otherwise. */
export function useServices(): readonly Service[] {
  const [services, setServices] = useState<readonly Service[]>([]);
  useEffect(() => {
    entrance.get('/console/api/sign-in/providers').then(
      ({ data }) => setServices(data),
      () => setServices([]),
    );
  }, []);
  return services;
}

/** A code of the second factor, of who was proved at a service in this browser. */
export function ServiceCode() {
  const t = studioTexts();
  const [isBusy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const code = textOf(new FormData(event.currentTarget), 'code');
    setBusy(true);
    setWrong(null);
    try {
      const { return_to: to } = await entrance.post('/console/api/sign-in/code', { body: { code } });
      location.assign(to);
    } catch (error) {
      setWrong(errorText(error));
      setBusy(false);
    }
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextField
        label={t.code}
        hint={t.codeHint}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        autoFocus
      />
      {wrong !== null && <Notice variant="danger">{wrong}</Notice>}
      <Button type="submit" variant="primary" busy={isBusy}>
        {t.signIn}
      </Button>
    </form>
  );
}
