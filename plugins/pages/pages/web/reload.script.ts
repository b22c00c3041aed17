// Under `npm run dev` only: loads the page again after a build.
async function watchBuilds(): Promise<void> {
  for (;;) {
    try {
      const reader = (await fetch('/assets/reload/events')).body?.getReader();
      for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
        if (new TextDecoder().decode(read.value).includes('"built"')) location.reload();
      }
    } catch {
      // The server starts again.
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

void watchBuilds();

export {};
