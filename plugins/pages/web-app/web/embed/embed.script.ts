import { type Bubble, createBubble } from './bubble.ts';
import { type EmbedOptions, optionsOf } from './options.ts';

/** `window.serviceChatbot`: the first bubble of the page, and the way to the others. */
interface Chatbot extends Omit<Bubble, 'name'> {
  /** One more; the one that is there where it has the same name. */
  add(options: EmbedOptions): Bubble | undefined;
  /** By name, or the first; undefined: there is none. */
  get(name?: string): Bubble | undefined;
}

declare global {
  interface Window {
    serviceChatbot?: Chatbot | undefined;
    serviceChatbotConfig?: EmbedOptions | readonly EmbedOptions[] | undefined;
  }
}

const script = document.currentScript as HTMLScriptElement | null;

const methods = [
  'isOpen',
  'open',
  'close',
  'toggle',
  'send',
  'newConversation',
  'setInputs',
  'identify',
  'on',
] as const;

function chatbot(base: string): Chatbot {
  const bubbles: Bubble[] = [];
  // For whoever builds the page: nothing of it is for visitors.
  // biome-ignore lint/suspicious/noConsole: a script on a page of others has nowhere else to say it
  const say = (message: string) => console.error(`serviceChatbot: ${message}`);
  const first = (method: (typeof methods)[number]) => {
    return (...values: unknown[]) =>
      (bubbles[0]?.[method] as ((...values: unknown[]) => unknown) | undefined)?.(...values);
  };
  return {
    ...(Object.fromEntries(methods.map((method) => [method, first(method)])) as Pick<Bubble, (typeof methods)[number]>),
    destroy() {
      for (const bubble of [...bubbles]) bubble.destroy();
      delete window.serviceChatbot;
    },
    get: (name) => bubbles.find((bubble) => name === undefined || bubble.name === name),
    add(options) {
      const { token, name = token } = options ?? {};
      if (!token) return void say('no token');
      // A key opens far more than a chat, and whoever looks at a page has what stands in it.
      if (/^app-/.test(token)) return void say('this is a key; give the app token (web-…)');
      const known = bubbles.find((bubble) => bubble.name === name);
      if (known) return known;
      const bubble = createBubble(base, options, (ended) => bubbles.splice(bubbles.indexOf(ended), 1));
      bubbles.push(bubble);
      return bubble;
    },
  };
}

function begin(): void {
  const given = script && optionsOf(script.dataset);
  const configured = window.serviceChatbotConfig;
  const all = [...(given ? [given] : []), ...(configured ? [configured].flat() : [])] as EmbedOptions[];
  const place = script?.src || all[0]?.baseUrl;
  if (!place) return;
  // Loaded a second time it finds what it made the first time.
  window.serviceChatbot ??= chatbot(new URL('.', new URL(place, location.href)).href);
  for (const options of all) window.serviceChatbot.add(options);
}

begin();
