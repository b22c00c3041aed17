interface Places {
  /** Of the site whose pages show apps, and of the runtime API. */
  readonly webApp: string;
  readonly runtime: string;
}

/** Where an app is found. */
export function addressesOf(appId: string, { webApp }: Places) {
  return { web_app_url: `${webApp}/chat/${appId}`, embed_url: `${webApp}/chatbot/${appId}?embed=true` };
}

export function iframeOf(embedUrl: string): string {
  return `<iframe
  src="${embedUrl}"
  style="width: 100%; height: 600px; border: none"
  allow="microphone; clipboard-write"></iframe>`;
}

export function scriptOf(token: string, { webApp, runtime }: Places): string {
  return `<script>
window.serviceChatbotConfig = { token: '${token}', baseUrl: '${runtime}' };
</script>
<script src="${webApp}/embed.min.js" defer></script>`;
}
