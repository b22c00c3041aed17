/** A browser as far as redirects and cookies go: keeps cookies by origin, follows nothing by itself. */
export class Browser {
  /** By origin and name; tests may take some away or bring others. */
  readonly cookies = new Map<string, Map<string, string>>();

  get(url: string): Promise<Response> {
    return this.#send(url, {});
  }

  /** As a page of another site of this machine does, whose forms browsers send with cookies that are `Lax`. */
  post(url: string, fields: Readonly<Record<string, string>>): Promise<Response> {
    return this.#send(url, { method: 'POST', body: new URLSearchParams(fields) });
  }

  /** As a script of the page does. */
  json(url: string, method: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return this.#send(url, { method, body: JSON.stringify(body) }, { 'content-type': 'application/json', ...headers });
  }

  async #send(url: string, init: RequestInit, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    const { origin } = new URL(url);
    const jar = this.cookies.get(origin) ?? new Map<string, string>();
    this.cookies.set(origin, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, {
      ...init,
      redirect: 'manual',
      // Not what browsers say: they would be told of refusals on a page, and tests look at codes.
      headers: { cookie, accept: '*/*', ...headers },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';');
      const at = pair.indexOf('=');
      const isOver = attributes.some((text) => /^ *(?:max-age=0|expires=thu, 01 jan 1970.*)$/i.test(text));
      if (isOver) jar.delete(pair.slice(0, at));
      else jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  }

  /** Follows redirects until one leads to `stop`, which is not called, or an answer is none; where it ended. */
  async follow(url: string, stop: string): Promise<string> {
    for (let next = url, hops = 0; hops < 12; hops += 1) {
      const answer = await this.get(next);
      await answer.body?.cancel();
      const location = answer.headers.get('location');
      if (location === null) throw new Error(`${next} answered ${answer.status}`);
      next = new URL(location, next).href;
      if (next.startsWith(stop)) return next;
    }
    throw new Error(`${stop} was not reached`);
  }
}
