/**
 * Compares the output shown in a guide with the real one. `…` stands for varying parts: inside a text for any part of it, as
 * a value for any value, and on a line of its own for omitted members, items or lines.
 */
const ANY = '…'

export function differences(language: string, shown: string, received: string): string[] {
  if (language === 'json') return compare('', readShown(shown), lastJson(received))
  if (language === 'http') return compareMessage(shown, received)
  return fits(shown.trim(), received.trim()) ? [] : [`shown:\n${shown}\nreceived:\n${received}`]
}

function compareMessage(shown: string, received: string): string[] {
  const [head = '', body] = split(shown)
  const [receivedHead = '', receivedBody = ''] = split(received.replaceAll('\r', ''))
  const lines = receivedHead.split('\n').map(normal)
  const missing = head.split('\n').filter((line) => line !== ANY && !lines.some((one) => fits(normal(line), one)))
  return [
    ...missing.map((line) => `no line '${line}' in:\n${receivedHead}`),
    ...(body === undefined ? [] : compare('', readShown(body), JSON.parse(receivedBody))),
  ]
}

const split = (message: string) => message.trim().split(/\n\n(?=[{[])/)
/** Header names are case-insensitive. */
const normal = (line: string) => line.replace(/^[\w-]+:/, (name) => name.toLowerCase())

/** The response is the last output. Other output of a block comes before it. */
function lastJson(text: string): unknown {
  const starts = [...text.matchAll(/[{[]/g)].map(({ index }) => index)
  for (const start of starts) {
    try {
      return JSON.parse(text.slice(start))
    } catch {
      // It begins further on.
    }
  }
  throw new Error(`no JSON in what was received:\n${text}`)
}

/** JSON in which `…` may be unquoted: as a value, or in place of members and items. */
function readShown(text: string): unknown {
  const open: string[] = []
  const whole = text.replaceAll(/"(?:[^"\\]|\\.)*"|[{}[\]]|:\s*…|…/g, (token) => {
    if (token === '{' || token === '[') open.push(token)
    else if (token === '}' || token === ']') open.pop()
    else if (token.startsWith(':')) return `: "${ANY}"`
    else if (token === ANY) return open.at(-1) === '{' ? `"${ANY}": "${ANY}"` : `"${ANY}"`
    return token
  })
  return JSON.parse(whole)
}

function compare(path: string, shown: unknown, received: unknown): string[] {
  if (shown === ANY) return received === undefined ? [`${path} is not there`] : []
  if (typeof shown === 'string' && typeof received === 'string' && fits(shown, received)) return []
  if (Array.isArray(shown) && Array.isArray(received)) return compareItems(path, shown, received)
  if (isObject(shown) && isObject(received)) return compareMembers(path, shown, received)
  if (JSON.stringify(shown) === JSON.stringify(received)) return []
  return [`${path || 'the answer'} is ${JSON.stringify(received)} and not ${JSON.stringify(shown)}`]
}

function compareItems(path: string, shown: unknown[], received: unknown[]): string[] {
  const more = shown.length > 1 && shown.at(-1) === ANY
  const items = more ? shown.slice(0, -1) : shown
  if (more ? received.length < items.length : received.length !== items.length)
    return [`${path} has ${received.length} items and not ${items.length}`]
  return items.flatMap((item, at) => compare(`${path}/${at}`, item, received[at]))
}

function compareMembers(path: string, shown: Record<string, unknown>, received: Record<string, unknown>): string[] {
  const { [ANY]: more, ...members } = shown
  const unshown = more === undefined ? Object.keys(received).filter((name) => !(name in members)) : []
  return [
    ...unshown.map((name) => `${path}/${name} is not shown`),
    ...Object.entries(members).flatMap(([name, value]) => compare(`${path}/${name}`, value, received[name])),
  ]
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function fits(shown: string, received: string): boolean {
  const parts = shown.split(ANY).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[\\s\\S]*')}$`).test(received)
}
