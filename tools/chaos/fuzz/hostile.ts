import type { Random } from '../random.ts'

/** Names that every JavaScript object has through its prototype. */
export const prototypeNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
]

/** Texts that commonly break parsers. */
const texts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '\u202e',
  '💥'.repeat(40),
  "'; drop table users; --",
  '%s%n%x',
  '../../../../etc/passwd',
  '=1+1',
  '<script>',
  '${7*7}',
  'NaN',
  'Infinity',
  '-infinity',
  'null',
  '0000-00-00',
  '9999-12-31',
  '+275760-09-13T00:00:00.000Z',
  '2026-02-30',
  '2026-11-15T25:61:61Z',
  '-0',
  '1e999',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF',
  ...prototypeNames,
]

export const hostileText = (random: Random): string =>
  random.chance(0.15)
    ? random.pick(['x', '9', 'é', '\\', '[']).repeat(random.pick([255, 256, 1_025, 5_000, 40_000]))
    : random.pick(texts)

/** Numbers in JSON notation: some fit no type. */
const numbers = [
  '0',
  '-0',
  '-1',
  '1.5',
  '1e400',
  '-1e400',
  '1e-400',
  '2147483648',
  '9007199254740993',
  '9223372036854775808',
  '123456789012345678901234567890',
  `1${'0'.repeat(400)}`,
]

export const hostileNumber = (random: Random): string => random.pick(numbers)

/** Any value, already serialised as JSON. */
export function hostileJson(random: Random): string {
  const deep = random.pick([10, 100, 1_000, 10_000])
  return random.pick([
    () => 'null',
    () => 'true',
    () => '[]',
    () => '{}',
    () => hostileNumber(random),
    () => JSON.stringify(hostileText(random)),
    () => `{"${random.pick(prototypeNames)}":${hostileNumber(random)}}`,
    () => `{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}`,
    () => '['.repeat(deep) + ']'.repeat(deep),
    () => '{"a":'.repeat(deep) + '1' + '}'.repeat(deep),
    () => `[${Array(deep).fill('0').join(',')}]`,
    () => `{${Array.from({ length: Math.min(deep, 1_000) }, (_, n) => `"k${n}":${n}`).join(',')}}`,
  ])()
}
