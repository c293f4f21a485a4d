import type { FastifyInstance } from 'fastify'

export interface SeenRequest {
  status: number
  headers: Record<string, string | string[] | undefined>
  location: string | undefined
  text: string
}

interface Going {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: string
}

/**
 * A minimal browser for logins: it stores cookies by origin and sends them back, and sends the Origin of every write. The
 * desk is called in process, everything else over the network. It follows a redirect only on request.
 */
export class Browser {
  readonly cookies = new Map<string, Map<string, string>>()
  readonly #deskUrl: string
  readonly #desk: FastifyInstance

  constructor(deskUrl: string, desk: FastifyInstance) {
    this.#deskUrl = deskUrl
    this.#desk = desk
  }

  jar(url = this.#deskUrl): Map<string, string> {
    const { origin } = new URL(url)
    const jar = this.cookies.get(origin) ?? new Map<string, string>()
    this.cookies.set(origin, jar)
    return jar
  }

  async go(address: string, { method = 'GET', headers = {}, body }: Going = {}): Promise<SeenRequest> {
    const url = new URL(address, this.#deskUrl)
    const cookie = [...this.jar(url.href)].map(([name, value]) => `${name}=${value}`).join('; ')
    const own = method === 'GET' ? {} : { origin: url.origin, 'sec-fetch-site': 'same-origin' }
    const sent = { accept: 'text/html,*/*', ...(cookie && { cookie }), ...own, ...headers }
    const seen = await (url.origin === this.#deskUrl
      ? this.#askDesk(url, method, sent, body)
      : askElsewhere(url, method, sent, body))
    for (const line of [seen.headers['set-cookie'] ?? []].flat()) this.#keep(url, line)
    return { ...seen, location: seen.location === undefined ? undefined : new URL(seen.location, url).href }
  }

  /** Follows redirects until a page comes or `until` matches the URL. */
  async follow(address: string, until: (url: string) => boolean = () => false): Promise<SeenRequest> {
    let seen = await this.go(address)
    while (seen.location !== undefined && !until(seen.location)) seen = await this.go(seen.location)
    return seen
  }

  /** Begins a login at the sandbox's issuer, and stops before the callback: returns the callback URL. */
  async logInUpTo(person: string, return_to = '/'): Promise<string> {
    const isReturn = (url: string) => url.startsWith(`${this.#deskUrl}/login/return`)
    const begun = await this.go(`/login?return_to=${encodeURIComponent(return_to)}`)
    let seen = await this.go(begun.location!)
    if (!isReturn(seen.location!)) {
      const page = seen.location!
      await this.go(page)
      const chosen = await this.go(`${page}/as/${person}`, { method: 'POST' })
      seen = await this.follow(chosen.location!, isReturn)
    }
    return seen.location!
  }

  async logIn(person: string, return_to = '/'): Promise<SeenRequest> {
    return this.go(await this.logInUpTo(person, return_to))
  }

  #keep({ href }: URL, line: string): void {
    const [pair, ...attributes] = line.split(';').map((part) => part.trim())
    const at = pair!.indexOf('=')
    const [name, value] = [pair!.slice(0, at), pair!.slice(at + 1)]
    const gone = attributes.some((attribute) => /^max-age=0$|^expires=Thu, 01 Jan 1970/i.test(attribute))
    if (gone || value === '') this.jar(href).delete(name)
    else this.jar(href).set(name, value)
  }

  async #askDesk({ pathname, search }: URL, method: Going['method'], headers: Record<string, string>, body?: string) {
    const payload = body === undefined ? {} : { payload: body }
    const answer = await this.#desk.inject({ method: method!, url: pathname + search, headers, ...payload })
    const { location } = answer.headers
    return {
      status: answer.statusCode,
      headers: answer.headers as SeenRequest['headers'],
      location: typeof location === 'string' ? location : undefined,
      text: answer.body,
    }
  }
}

async function askElsewhere(url: URL, method: Going['method'], headers: Record<string, string>, body?: string) {
  const payload = body === undefined ? {} : { body }
  const answer = await fetch(url, { method: method!, headers, redirect: 'manual', ...payload })
  return {
    status: answer.status,
    headers: { ...Object.fromEntries(answer.headers), 'set-cookie': answer.headers.getSetCookie() },
    location: answer.headers.get('location') ?? undefined,
    text: await answer.text(),
  }
}
