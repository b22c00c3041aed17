import { useState } from 'react';
import {
  Button,
  Checkbox,
  IconButton,
  Notice,
  readStored,
  Select,
  Tabs,
  TextArea,
  TextField,
  ThemeSwitch,
  toast,
  writeStored,
} from '#plugins/ui/web/contract.ts';
import { Copy } from '#plugins/ui/web/icons.tsx';
import { useLiveChat } from './live-chat.ts';
import {
  attributeSnippet,
  iframeSnippet,
  inputsIn,
  nothing,
  optionsIn,
  type Places,
  policySnippet,
  scriptSnippet,
  type Wanted,
} from './snippets.ts';
import styles from './try-embed.module.css';

const KEY = 'weft:try-embed';
const positions = ['bottom-right', 'bottom-left', 'top-right', 'top-left'].map((value) => ({ value }));
const languages = [
  { value: '', label: 'As the app says' },
  { value: 'en-US', label: 'English' },
  { value: 'zh-Hans', label: '中文' },
  { value: 'es-ES', label: 'Español' },
  { value: 'fr-FR', label: 'Français' },
  { value: 'de-DE', label: 'Deutsch' },
];

function begin(): Wanted {
  const token = new URLSearchParams(location.search).get('token');
  return { ...nothing, ...readStored<Partial<Wanted>>(KEY), ...(token !== null && { token }) };
}

/** Explains how a chat is embedded, and shows what becomes of the options in the form. */
export function TryEmbed({ places }: { readonly places: Places }) {
  const [wanted, setWanted] = useState(begin);
  const options = optionsIn(wanted);
  const isKey = /^\s*app-/.test(wanted.token);
  const { bubble, heard, isThere } = useLiveChat(isKey ? null : options);
  const change = (values: Partial<Wanted>) => {
    const next = { ...wanted, ...values };
    setWanted(next);
    // Who the visitor is, is a secret of sorts.
    writeStored(KEY, { ...next, visitor: '' });
  };
  const shown = options ?? { token: wanted.token };

  return (
    <>
      <header className={styles.header}>
        <a href="/docs/api">Weft API</a>
        <ThemeSwitch />
      </header>
      <main className={styles.main}>
        <h1>Embed a chat</h1>
        <p className={styles.lead}>
          Put an app on the pages of your site: two lines of HTML, 4 KB, and nothing else is loaded until a visitor
          comes near the bubble. Switch embedding on for the app, allow your site, and take its app token from there.
        </p>
        <div className={styles.columns}>
          <OptionsForm wanted={wanted} change={change} isKey={isKey} />
          <section className={styles.result} aria-label="Your snippet">
            <Snippets options={shown} places={places} />
            <h2>Live</h2>
            {isThere ? (
              <>
                <p>The bubble in the corner of this page is made of these options.</p>
                <div className={styles.buttons}>
                  <Button onClick={() => bubble.current?.toggle()}>Open or close</Button>
                  <Button onClick={() => bubble.current?.send('Hello!')}>Send “Hello!”</Button>
                  <Button onClick={() => bubble.current?.newConversation()}>New conversation</Button>
                </div>
                <h3 className={styles.small}>What it says</h3>
                <ol className={styles.events} aria-live="polite">
                  {heard.map(({ id, name, detail }) => (
                    <li key={id}>
                      <b>{name}</b> <code>{detail}</code>
                    </li>
                  ))}
                </ol>
              </>
            ) : (
              <p>Give an app token, and the bubble appears on this page.</p>
            )}
          </section>
        </div>
        <Explained />
      </main>
    </>
  );
}

interface FormProps {
  readonly wanted: Wanted;
  readonly isKey: boolean;
  change(values: Partial<Wanted>): void;
}

function OptionsForm({ wanted, isKey, change }: FormProps) {
  const text = (name: Exclude<keyof Wanted, 'open'>) => ({
    value: wanted[name],
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  });
  return (
    <form className={styles.form} onSubmit={(event) => event.preventDefault()} aria-label="Options">
      <TextField
        label="App token"
        placeholder="web-…"
        spellcheck={false}
        autoComplete="off"
        hint="Or the id of the app. It is public: whoever looks at your page has it."
        wrong={
          isKey ? 'This is a key of the API. It must never stand in a page: give the app token (web-…).' : undefined
        }
        {...text('token')}
      />
      <Select label="Position" options={positions} {...text('position')} />
      <div className={styles.pair}>
        <TextField label="Width" inputMode="numeric" placeholder="400" {...text('width')} />
        <TextField label="Height" inputMode="numeric" placeholder="640" {...text('height')} />
      </div>
      <div className={styles.pair}>
        <TextField label="Colour" placeholder="#4f46e5" spellcheck={false} {...text('color')} />
        <TextField label="Icon" placeholder="?" hint="A character, or a picture’s address" {...text('icon')} />
      </div>
      <Select label="Language" options={languages} {...text('locale')} />
      <TextArea
        label="Inputs"
        note="JSON"
        rows={3}
        spellcheck={false}
        placeholder='{"plan": "pro"}'
        hint="First values of the app’s inputs, by their names"
        wrong={inputsIn(wanted.inputs) === null ? 'Write a JSON object, such as {"plan": "pro"}' : undefined}
        {...text('inputs')}
      />
      <TextField
        label="Visitor"
        spellcheck={false}
        autoComplete="off"
        placeholder="customer-17.5f2c…"
        hint="Who your visitor is, signed by your server"
        {...text('visitor')}
      />
      <Checkbox
        label="Open from the start"
        hint="Not on phones, where it would hide the page"
        checked={wanted.open}
        onChange={(event) => change({ open: event.currentTarget.checked })}
      />
      <div>
        <Button small variant="quiet" onClick={() => change({ ...nothing, token: wanted.token })}>
          Clear all but the token
        </Button>
      </div>
    </form>
  );
}

function Snippets({
  options,
  places,
}: {
  readonly options: Parameters<typeof scriptSnippet>[0];
  readonly places: Places;
}) {
  const [kind, setKind] = useState<'script' | 'attributes' | 'iframe'>('script');
  const makers = { script: scriptSnippet, attributes: attributeSnippet, iframe: iframeSnippet };
  return (
    <>
      <Tabs<keyof typeof makers>
        label="Kind of snippet"
        value={kind}
        onChange={setKind}
        tabs={[
          { name: 'script', label: 'Bubble' },
          { name: 'attributes', label: 'Bubble, no inline script' },
          { name: 'iframe', label: 'Frame' },
        ]}
      >
        <Code text={makers[kind]({ ...options, token: options.token || 'web-…' }, places)} label="snippet" />
      </Tabs>
      <p>If your site has a Content-Security-Policy, it has to let these in:</p>
      <Code text={policySnippet(places)} label="policy" />
    </>
  );
}

function Code({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div className={styles.code}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys. */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      <IconButton
        label={`Copy the ${label}`}
        small
        onClick={() => {
          navigator.clipboard.writeText(text).then(
            () => toast('Copied'),
            () => toast('Could not be copied'),
          );
        }}
      >
        <Copy />
      </IconButton>
    </div>
  );
}

const calls = `serviceChatbot.open();            // close(), toggle(), isOpen()
serviceChatbot.send('Where is my order?');
serviceChatbot.newConversation();
serviceChatbot.identify(signedId); // somebody has signed in
const off = serviceChatbot.on('answer-finished', ({ conversation_id }) => { … });
serviceChatbot.destroy();`;

function Explained() {
  return (
    <section className={styles.about}>
      <h2>From your page’s own script</h2>
      <Code text={calls} label="calls" />
      <p>
        Events: <code>ready</code>, <code>opened</code>, <code>closed</code>, <code>message</code>,{' '}
        <code>answer-finished</code>, <code>error</code>. Several bubbles are an array of configurations, each with a{' '}
        <code>name</code>, and <code>serviceChatbot.get(name)</code>.
      </p>
      <Notice>
        The app token can’t be secret, for it stands in your page. It opens this one chat, from the sites you allow,
        within the limits you set. Change it when you want those who have it to be out. A signed visitor is the way to
        know who somebody is: your server signs their id with the app’s visitor secret, which never leaves it.
      </Notice>
    </section>
  );
}
