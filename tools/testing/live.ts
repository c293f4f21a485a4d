import { setTimeout as pause } from 'node:timers/promises'

export interface LiveMessage {
  event: string
  data: { code?: string; changes?: { kind: string; id: string; user_id?: string; change: string }[] }
}

/** A client of the realtime stream over the network. */
export interface Watcher {
  status: number
  /** Every event so far. */
  told: LiveMessage[]
  /** Everything received, comments included. */
  text: () => string
  /** Waits for an event with this name, and returns the first one from `since` on. */
  until: (event: string, since?: number) => Promise<LiveMessage>
  /** Once the server has ended it. */
  ended: Promise<void>
  leave: () => void
}

const WAIT_MS = 10_000

export async function watchQueue(base: string, headers: Record<string, string>): Promise<Watcher> {
  const leaving = new AbortController()
  const response = await fetch(`${base}/v1/cases/live`, { headers, signal: leaving.signal })
  const told: LiveMessage[] = []
  let text = ''
  let unread = ''
  const read = async () => {
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const blocks = (unread + chunk).split('\n\n')
      unread = blocks.pop()!
      for (const block of blocks) {
        const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
        if (event) told.push({ event, data: JSON.parse(data!) })
      }
    }
  }
  return {
    status: response.status,
    told,
    text: () => text,
    async until(event, since = 0) {
      for (const began = Date.now(); Date.now() - began < WAIT_MS; await pause(10)) {
        const found = told.slice(since).find((one) => one.event === event)
        if (found) return found
      }
      throw new Error(`no ${event} was told, but ${JSON.stringify(told)}`)
    },
    ended: read().catch(() => {}),
    leave: () => leaving.abort(),
  }
}
