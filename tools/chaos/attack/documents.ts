import { hostileText } from '../fuzz/hostile.ts'
import type { Random } from '../random.ts'

const entity = (said: string) => `<!DOCTYPE R [${said}]>`

/** Malicious XML documents: external entities (XXE), entity bombs, and signature wrapping. */
export function hostileDocument(signed: string, secretPath: string, random: Random): { how: string; xml: string } {
  const at = random.int(signed.length + 1)
  const put = (text: string, where = at) => signed.slice(0, where) + text + signed.slice(where)
  const deep = random.pick([10, 33, 1_000, 50_000])
  const changes: Record<string, () => string> = {
    'an entity of a file': () => `${entity(`<!ENTITY x SYSTEM "file://${secretPath}">`)}<R><Id>&x;</Id></R>`,
    'an entity of another host': () => `${entity('<!ENTITY x SYSTEM "http://127.0.0.1:9/x">')}<R><Id>&x;</Id></R>`,
    'a parameter entity': () => `${entity(`<!ENTITY % x SYSTEM "file://${secretPath}"> %x;`)}<R/>`,
    'entities that multiply': () => {
      const each = Array.from({ length: 12 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`)
      return `${entity(`<!ENTITY e0 "ha">${each.join('')}`)}<R>&e12;</R>`
    },
    'a document type in the middle': () => put(entity('<!ENTITY x "y">')),
    'an inclusion': () =>
      `<R xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="file://${secretPath}" parse="text"/></R>`,
    'a style sheet': () => `<?xml-stylesheet href="file://${secretPath}"?>${signed}`,
    'depth without end': () => `${'<a>'.repeat(deep)}${'</a>'.repeat(deep)}`,
    'attributes without end': () => `<R ${Array.from({ length: deep }, (_, n) => `a${n}="1"`).join(' ')}/>`,
    'quotes that never close': () => `<R ${'a="'.repeat(deep)}`,
    'brackets without end': () => '<'.repeat(deep),
    'one byte that is another': () =>
      signed.slice(0, at) + String.fromCharCode(32 + random.int(95)) + signed.slice(at + 1),
    'something beside it': () =>
      put(random.pick(['<Status>CLOSED</Status>', '<!-- -->', '<![CDATA[x]]>', '&#0;', 'x'])),
    'the same twice': () => signed + signed,
    'itself inside itself': () => signed.replace(/<\/R>$/, `${signed}</R>`),
    'another root around it': () => `<R>${signed}<Status>CLOSED</Status></R>`,
    'the signature moved': () => {
      const [signature = ''] = /<ds:Signature[\s\S]*<\/ds:Signature>/.exec(signed) ?? []
      return signed.replace(signature, '').replace(/<\/R>$/, `<Status>CLOSED</Status>${signature}</R>`)
    },
    'a document cut short': () => signed.slice(0, at),
    'text of any kind': () => put(hostileText(random).slice(0, 2_000)),
  }
  const how = random.pick(Object.keys(changes))
  return { how, xml: changes[how]!() }
}
