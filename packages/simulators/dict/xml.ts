/**
 * XML in an implementation that shares no line with the client, so that a mistake of one is not understood by the other. It
 * parses what DICT's schema allows and rejects the rest, including document types and CDATA.
 */

/** Serialises a value. Undefined is omitted, a list repeats its tag, and the order is that of the keys. */
export interface XmlContent {
  [name: string]: string | number | boolean | XmlContent | XmlContent[] | undefined
}

export interface Element {
  name: string
  attributes: Record<string, string>
  /** Every prefix in scope and its namespace. '' is the default namespace. */
  namespaces: Record<string, string>
  inside: (Element | string)[]
}

export class NotXml extends Error {}

const token =
  /<\?xml [^?]*\?>|<!--[^-]*(?:-[^-]+)*-->|<\/(?<end>[\w:.-]+)\s*>|<(?<begin>[\w:.-]+)(?<attributes>(?:\s+[\w:.-]+="[^"<]*")*)\s*(?<empty>\/?)>|(?<text>[^<]+)/y

export function readXml(xml: string): Element {
  const outside: Element = { name: '', attributes: {}, namespaces: { '': '' }, inside: [] }
  const open = [outside]
  for (let at = 0; at < xml.length; at = token.lastIndex) {
    token.lastIndex = at
    const found = token.exec(xml)
    if (!found) throw new NotXml('not a tag')
    const { end, begin, attributes = '', empty, text } = found.groups!
    const around = open.at(-1)!
    if (text !== undefined) around.inside.push(plain(text))
    if (end !== undefined && open.pop()!.name !== end) throw new NotXml('ends what is not open')
    if (begin === undefined) continue
    const element = begun(begin, attributes, around)
    around.inside.push(element)
    if (!empty) open.push(element)
  }
  const roots = elementsIn(outside)
  const stray = outside.inside.some((each) => typeof each === 'string' && each.trim() !== '')
  if (open.length !== 1 || roots.length !== 1 || stray) throw new NotXml('not one root')
  return roots[0]!
}

function begun(name: string, text: string, around: Element): Element {
  const pairs = [...text.matchAll(/([\w:.-]+)="([^"]*)"/g)].map(
    ([, key = '', value = '']) => [key, plain(value)] as const,
  )
  const declared = pairs
    .filter(([key]) => /^xmlns(:|$)/.test(key))
    .map(([key, value]) => [key.slice(6), value] as const)
  const attributes = Object.fromEntries(pairs.filter(([key]) => !/^xmlns(:|$)/.test(key)))
  return { name, attributes, namespaces: { ...around.namespaces, ...Object.fromEntries(declared) }, inside: [] }
}

export function elementsIn({ inside }: Element): Element[] {
  return inside.filter((each) => typeof each !== 'string')
}

export function textOf({ inside }: Element): string {
  return inside.filter((each) => typeof each === 'string').join('')
}

const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function plain(text: string): string {
  const read = text.replaceAll(/\r\n?/g, '\n').replaceAll(/&([^;&]*);?/g, (_, name: string) => {
    const code = /^#x[0-9a-fA-F]+$/.test(name) ? Number(`0${name.slice(1)}`) : Number(name.slice(1))
    const meant = name.startsWith('#') ? String.fromCodePoint(code) : named[name]
    if (meant === undefined) throw new NotXml('an entity')
    return meant
  })
  // oxlint-disable-next-line no-control-regex -- these may not stand in XML at all.
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(read)) throw new NotXml('a character')
  return read
}

/** Exclusive canonical XML 1.0 without comments: a namespace is declared where it is first used, and not before. */
export function canonical(element: Element, declared: Record<string, string> = { '': '' }): string {
  const { name, attributes, namespaces, inside } = element
  const used = [name, ...Object.keys(attributes).filter((each) => each.includes(':'))].map(prefixOf)
  const fresh = [...new Set(used)].filter((prefix) => declared[prefix] !== namespaces[prefix]).toSorted()
  const now = { ...declared, ...Object.fromEntries(fresh.map((prefix) => [prefix, namespaces[prefix] ?? ''])) }
  const begin = [
    name,
    ...fresh.map((prefix) => `xmlns${prefix && ':'}${prefix}="${quoted(now[prefix]!)}"`),
    ...Object.keys(attributes)
      .toSorted()
      .map((key) => `${key}="${quoted(attributes[key]!)}"`),
  ]
  const content = inside.map((each) => (typeof each === 'string' ? escape(each) : canonical(each, now)))
  return `<${begin.join(' ')}>${content.join('')}</${name}>`
}

const prefixOf = (name: string) => (name.includes(':') ? name.slice(0, name.indexOf(':')) : '')

export function escape(text: string): string {
  return text.replaceAll(/[&<>\r]/g, (each) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '\r': '#xD' }[each]};`)
}

function quoted(value: string): string {
  const spelled = { '&': 'amp', '<': 'lt', '"': 'quot', '\t': '#x9', '\n': '#xA', '\r': '#xD' }
  return value.replaceAll(/[&<"\t\n\r]/g, (each) => `&${spelled[each as keyof typeof spelled]};`)
}

/** A response of DICT: `root_transaction_id` is written `RootTransactionId`. */
export function writeXml(root: string, content: XmlContent): string {
  const written = Object.keys(content).flatMap((name) => {
    const value = content[name]
    const values = Array.isArray(value) ? value : value === undefined ? [] : [value]
    return values.map((each) => (typeof each === 'object' ? writeXml(spelled(name), each) : leaf(spelled(name), each)))
  })
  return `<${root}>${written.join('')}</${root}>`
}

const leaf = (name: string, value: string | number | boolean) => `<${name}>${escape(String(value))}</${name}>`

/** A name in DICT's spelling. */
export function spelled(name: string): string {
  return name
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}

/** Cents as DICT writes an amount. */
export function reais(cents: number): string {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
