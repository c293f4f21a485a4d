import { describe, expect, it } from 'vitest'
import { hasLongMarks, hiddenIn, normaliseText, showsNothing, withoutHidden } from './unicode-text.ts'

describe('a text is normalised', () => {
  it.each([
    ['composed letters', 'Joa\u0303o', 'João'],
    ['Hangul syllables', '\u1112\u1161\u11ab', '한'],
    ['line ends of other systems', 'a\r\nb\rc', 'a\nb\nc'],
    ['a sign that is a letter', '\u212b', 'Å'],
  ])('%s', (_, given, normalised) => expect(normaliseText(given)).toBe(normalised))

  it('full-width and other compatibility forms are different texts', () => expect(normaliseText('７')).toBe('７'))
})

describe('a hidden character', () => {
  it.each([
    ['NUL', '\0'],
    ['escape', '\u001b'],
    ['carriage return', '\r'],
    ['next line', '\u0085'],
    ['zero width space', '\u200b'],
    ['zero width joiner', '\u200d'],
    ['zero width non-joiner', '\u200c'],
    ['word joiner', '\u2060'],
    ['soft hyphen', '\u00ad'],
    ['byte order mark', '\ufeff'],
    ['right-to-left override', '\u202e'],
    ['isolate', '\u2066'],
    ['line separator', '\u2028'],
    ['Hangul filler', '\u3164'],
    ['Hangul initial filler', '\u115f'],
    ['half-width Hangul filler', '\uffa0'],
    ['Braille blank', '\u2800'],
    ['object replacement', '\ufffc'],
    ['combining grapheme joiner', '\u034f'],
    ['a tag', '\u{e0061}'],
    ['private use', '\ue000'],
    ['noncharacter', '\ufffe'],
    ['half of a pair', '\ud800'],
    ['a variation selector after a digit', '7\ufe0f'],
    ['a variation selector after a letter', 'a\ufe00'],
  ])('%s', (_, text) => {
    expect(hiddenIn(`a${text}b`)).toBe(Array.from(text).at(-1))
    expect(hiddenIn(text)).toBeDefined()
  })

  it.each([
    'São João',
    'a\n\tb',
    'Łódź – 12/3',
    '北京',
    'مريم',
    '\u2764\ufe0f',
    '\u26a0\ufe0f aviso',
    '\u{1f621}',
    'a\u00a0b',
    '',
  ])('is not in %j', (text) => expect(hiddenIn(text)).toBeUndefined())
})

it.each([
  ['\u0301', true],
  ['\u3000\u0301', true],
  ['\u3000', true],
  ['', false],
  ['   ', false],
  ['e\u0301', false],
  ['—', false],
])('%j shows nothing: %s', (text, nothing) => expect(showsNothing(text)).toBe(nothing))

it.each([
  ['a\u0000b', 'a b'],
  ['a\u2028b', 'a b'],
  ['a\u200bb\u202ec', 'abc'],
  ['Jose\u0301', 'José'],
  ['\u3164', ''],
  ['\u0301', ''],
  ['a\nb', 'a\nb'],
])('text %j of a partner is stored as %j', (given, stored) => expect(withoutHidden(given)).toBe(stored))

describe('a sequence of combining marks', () => {
  const run = (length: number) => `a${'\u0301\u0323'.repeat(length / 2)}`

  it('costs linear time at any length: ordering marks is quadratic, and a body can contain 20,000', () => {
    const long = run(20_000)
    const began = performance.now()
    for (let times = 0; times < 5; times += 1) normaliseText(long)
    withoutHidden(long)
    expect(performance.now() - began).toBeLessThan(100)
  })

  it('of up to thirty is normalised, and a longer one is found', () => {
    expect(normaliseText(run(30))).toBe(run(30).normalize('NFC'))
    expect([hasLongMarks(run(30)), hasLongMarks(run(32))]).toEqual([false, true])
    expect(withoutHidden(run(1_000))).toBe(run(30).normalize('NFC'))
  })
})
