import type { EmbedOptions } from '#plugins/web-app/web/embed/options.ts';

/** What the form holds: texts, as they were typed. */
export interface Wanted {
  readonly token: string;
  readonly position: string;
  readonly width: string;
  readonly height: string;
  readonly color: string;
  readonly icon: string;
  readonly locale: string;
  readonly inputs: string;
  readonly visitor: string;
  readonly open: boolean;
}

export const nothing: Wanted = {
  token: '',
  position: 'bottom-right',
  width: '',
  height: '',
  color: '',
  icon: '',
  locale: '',
  inputs: '',
  visitor: '',
  open: false,
};

/** The options of a form; what is as it would be anyway is left out. `null`: its inputs are no JSON object. */
export function optionsIn(wanted: Wanted): EmbedOptions | null {
  const inputs = inputsIn(wanted.inputs);
  if (inputs === null) return null;
  const { token, position, width, height, color, icon, locale, visitor, open } = wanted;
  const size = {
    ...(Number(width) > 0 && { width: Number(width) }),
    ...(Number(height) > 0 && { height: Number(height) }),
  };
  return {
    token: token.trim(),
    ...(position !== nothing.position && { position }),
    ...(Object.keys(size).length > 0 && { size }),
    ...(color !== '' && { color }),
    ...(icon !== '' && { icon }),
    ...(open && { open }),
    ...(locale !== '' && { locale }),
    ...(Object.keys(inputs).length > 0 && { inputs }),
    ...(visitor !== '' && { visitor }),
  };
}

export function inputsIn(text: string): Readonly<Record<string, unknown>> | null {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

export interface Places {
  readonly web_app_url: string;
  readonly runtime_url: string;
}

/** The two lines of script. */
export function scriptSnippet({ token, ...others }: EmbedOptions, { web_app_url, runtime_url }: Places): string {
  const config = JSON.stringify({ token, baseUrl: runtime_url, ...others }, null, 2)
    // What stands in a script must not end it.
    .replaceAll('<', '\\u003c');
  return `<script>\nwindow.serviceChatbotConfig = ${config};\n</script>\n<script src="${web_app_url}/embed.min.js" defer></script>`;
}

/** The same without a script of the page's own, for pages whose policy lets none in. */
export function attributeSnippet({ size, inputs, open, ...others }: EmbedOptions, { web_app_url }: Places): string {
  const { width = 400, height = 640 } = typeof size === 'object' ? size : {};
  const attributes = Object.entries({
    ...others,
    ...(size !== undefined && { size: `${width}x${height}` }),
    ...(open === true && { open: 'true' }),
    ...(inputs !== undefined && { inputs: JSON.stringify(inputs) }),
  }).map(([name, value]) => `\n  data-${name}="${escaped(String(value))}"`);
  return `<script src="${web_app_url}/embed.min.js"${attributes.join('')} defer></script>`;
}

export function iframeSnippet({ token, locale }: EmbedOptions, { web_app_url }: Places): string {
  const language = locale === undefined ? '' : `&locale=${encodeURIComponent(locale)}`;
  const src = escaped(`${web_app_url}/chatbot/${encodeURIComponent(token)}?embed=true${language}`);
  return `<iframe\n  src="${src}"\n  style="width: 100%; height: 600px; border: none"\n  allow="microphone; clipboard-write"></iframe>`;
}

/** Lines that the policy of the site needs, where it has one. */
export function policySnippet({ web_app_url }: Places): string {
  return `Content-Security-Policy:
  script-src ${web_app_url}/embed.min.js;
  frame-src ${web_app_url}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
