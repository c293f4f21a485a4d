import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readProblem } from '../problem.ts'
import { parseXml } from './read.ts'
import { cents, dictName, flag, instant, listOf, optional, record, text, whole } from './shape.ts'
import { reais, writeXml } from './write.ts'
import { UnreadableXml } from './xml-safety.ts'

const read = <T>(reader: (value: ReturnType<typeof parseXml>['value'], place: string) => T, xml: string) =>
  reader(parseXml(xml).value, 'R')

describe('names', () => {
  it.each([
    ['root_transaction_id', 'RootTransactionId'],
    ['id', 'Id'],
    ['refill_period_sec', 'RefillPeriodSec'],
  ])('%s is %s', (ours, theirs) => expect(dictName(ours)).toBe(theirs))
})

describe('values', () => {
  it('stay text, whatever their form', () => {
    const { value } = parseXml('<R><A>007</A><B>1e3</B><C>0x10</C><D>true</D><E> x </E></R>')
    expect(value).toEqual({ A: '007', B: '1e3', C: '0x10', D: 'true', E: 'x' })
  })

  it('of money are converted to cents and back without a float', () => {
    fc.assert(
      fc.property(fc.nat({ max: 999_999_999_999_99 }), (amount) => {
        expect(cents(reais(amount), 'Amount')).toBe(amount)
      }),
    )
    expect(['1', '1.5', '0.07', '1000.20'].map((amount) => cents(amount, 'A'))).toEqual([100, 150, 7, 100_020])
  })

  it.each(['', '1,00', '-1.00', '1.005', '1e3', 'NaN', '.5'])('%j is no amount', (amount) => {
    expect(() => cents(amount, 'Amount')).toThrow(UnreadableXml)
  })

  it.each([-1, 0.5, Number.NaN, 2 ** 53])('%d cents cannot be written', (amount) => {
    expect(() => reais(amount)).toThrow(RangeError)
  })

  it("of time have the gateway's format", () => {
    expect(instant('2020-01-10T10:00:00Z', 'T')).toBe('2020-01-10T10:00:00.000Z')
    expect(instant('2020-01-10T07:00:00.123-03:00', 'T')).toBe('2020-01-10T10:00:00.123Z')
    expect(() => instant('10/01/2020', 'T')).toThrow(UnreadableXml)
    expect(() => instant('2020-13-10T10:00:00Z', 'T')).toThrow(UnreadableXml)
  })

  it('of another type are rejected with their place, and never quoted', () => {
    const shape = record({ status: text, count: whole, open: flag })
    const faulty = '<R><Status>A</Status><Status>B</Status><Count>1</Count><Open>true</Open></R>'
    expect(() => read(shape, faulty)).toThrow('R/Status is not one text')
    expect(() => read(shape, '<R><Status>A</Status><Count>1.0</Count><Open>true</Open></R>')).toThrow('R/Count')
    expect(() => read(shape, '<R><Status>A</Status><Count>1</Count><Open>yes</Open></R>')).toThrow('R/Open')
    expect(() => read(shape, '<R/>')).toThrow('R is not one element')
  })
})

describe('elements', () => {
  const shape = record({ id: text, note: optional(text), items: listOf('Item', record({ id: text })) })

  it('unknown ones are ignored, and missing ones are absent', () => {
    expect(read(shape, '<R><New>1</New><Id>a</Id></R>')).toEqual({ id: 'a', items: [] })
  })

  it('of lists are none, one or many', () => {
    const items = (xml: string) => read(shape, `<R><Id>a</Id>${xml}</R>`).items.map(({ id }) => id)
    expect(items('<Items/>')).toEqual([])
    expect(items('<Items><Item><Id>1</Id></Item></Items>')).toEqual(['1'])
    expect(items('<Items><Item><Id>1</Id></Item><Item><Id>2</Id></Item></Items>')).toEqual(['1', '2'])
    expect(() => items('<Items>text</Items>')).toThrow(UnreadableXml)
  })

  it('with the names of object prototype members are not confused with them', () => {
    expect(() => read(record({ constructor: text }), '<R><Id>a</Id></R>')).toThrow(UnreadableXml)
    expect(() => read(record({ id: text }), '<R><__proto__><Id>a</Id></__proto__></R>')).toThrow(UnreadableXml)
  })
})

it.each(['&constructor;', '&toString;', '&nbsp;', '&x'])('the entity %s is not an entity of XML', (entity) => {
  expect(() => parseXml(`<R>${entity}</R>`)).toThrow(UnreadableXml)
})

describe('the writer', () => {
  it('omits undefined values, and repeats lists', () => {
    const xml = writeXml('R', { a: undefined, b: 'x', c: { d: [{ e: 1 }, { e: 2 }] } })
    expect(xml).toBe('<R><B>x</B><C><D><E>1</E></D><D><E>2</E></D></C></R>')
  })

  it('escapes every value', () => {
    const xml = writeXml('R', { a: '</A><B>1</B><!--', b: ']]>&amp;' })
    expect(parseXml(xml).value).toEqual({ A: '</A><B>1</B><!--', B: ']]>&amp;' })
  })
})

describe('problems', () => {
  const problem = (inside: string) => `<problem xmlns="urn:ietf:rfc:7807">${inside}</problem>`
  const type = (name: string) => `<type>https://dict.pi.rsfn.net.br/api/v2/error/${name}</type>`

  it('are read by their type, with every violation', () => {
    const violation =
      '<violation><reason>bad</reason><value>11144477735</value><property>entry.key</property></violation>'
    const xml = problem(`${type('EntryInvalid')}<status>400</status><violations>${violation}${violation}</violations>`)
    const refused = readProblem(xml, 400)
    expect(refused).toEqual({
      outcome: 'refused',
      type: 'EntryInvalid',
      status: 400,
      violations: [
        { reason: 'bad', property: 'entry.key' },
        { reason: 'bad', property: 'entry.key' },
      ],
    })
    expect(JSON.stringify(refused)).not.toContain('11144477735')
  })

  it.each([
    ['of another status', problem(`${type('NotFound')}<status>404</status>`)],
    ['without a type', problem('<status>400</status>')],
    ['with a type that is no name', problem(`${type('../../x y')}<status>400</status>`)],
    ['that is something else', '<html/>'],
  ])('%s are rejected', (_, xml) => expect(() => readProblem(xml, 400)).toThrow(UnreadableXml))
})
