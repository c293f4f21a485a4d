import type { Refused, Violation } from './outcome.ts'
import { parseXml, type XmlElement, type XmlValue } from './xml/read.ts'
import { UnreadableXml } from './xml/xml-safety.ts'

/**
 * Reads an RFC 7807 problem in XML. The values that DICT quotes are dropped: they are those we sent, with documents and
 * accounts of persons, and would appear in a log.
 */
export function readProblem(xml: string, status: number): Refused {
  const { root, value } = parseXml(xml)
  if (root !== 'problem' || typeof value === 'string' || Array.isArray(value)) throw new UnreadableXml('not a problem')
  const type = textOf(value, 'type')?.split('/').at(-1)
  if (!type || !/^[A-Za-z]{1,80}$/.test(type)) throw new UnreadableXml('the problem has no type')
  if (textOf(value, 'status') !== String(status)) throw new UnreadableXml('the problem is of another status')
  const correlation_id = textOf(value, 'correlationId')
  return {
    outcome: 'refused',
    type,
    status,
    violations: violationsOf(value),
    ...(correlation_id && { correlation_id }),
  }
}

function violationsOf(problem: XmlElement): Violation[] {
  const list = problem['violations']
  if (list === undefined || typeof list === 'string' || Array.isArray(list)) return []
  const found: XmlValue = list['violation'] ?? []
  return (Array.isArray(found) ? found : [found]).flatMap((each) => {
    if (typeof each === 'string' || Array.isArray(each)) return []
    const property = textOf(each, 'property')
    return [{ reason: textOf(each, 'reason') ?? '', ...(property && { property }) }]
  })
}

function textOf(element: XmlElement, name: string): string | undefined {
  const value = Object.hasOwn(element, name) ? element[name] : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}
