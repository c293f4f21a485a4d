import type { Random } from '../random.ts'

/** Private networks, as the first address and how many of its 32 bits are fixed. */
const networks: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/** The same for IPv6: the rest of the address is random. */
const prefixes = ['fc', 'fd', 'fe8', 'fe9', 'feb', 'fec', 'ff0', 'ff1']

/** Complete addresses. */
const ourselves = ['[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[0000::0001]', '[::127.0.0.1]', 'localhost', 'LOCALHOST.']

const quads = (n: number) => [24, 16, 8, 0].map((bits) => (n >>> bits) & 255)
const number = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0) >>> 0
const hex = (random: Random, length: number) => Array.from({ length }, () => random.int(16).toString(16)).join('')

/** The host of a private address, in one of the notations that a URL allows. */
export function privateHost(random: Random): string {
  if (random.chance(0.05)) return random.pick(ourselves)
  if (random.chance(0.2)) {
    const digits = random.pick(prefixes).padEnd(4, hex(random, 4))
    return `[${[digits, ...Array.from({ length: 7 }, () => hex(random, 4))].join(':')}]`
  }
  const [first, bits] = random.pick(networks)
  const within = random.chance(0.3) ? random.pick([0, 1]) : random.int(2 ** (32 - bits))
  return spell((number(first) + within) >>> 0, random)
}

function spell(address: number, random: Random): string {
  const [a, b, c, d] = quads(address) as [number, number, number, number]
  const low = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  const part = (value: number) =>
    random.pick([String(value), `0x${value.toString(16)}`, `0${value.toString(8)}`, `0X${value.toString(16)}`])
  return random.pick([
    () => quads(address).join('.'),
    () => `${quads(address).join('.')}.`,
    () => String(address),
    () => `0x${address.toString(16)}`,
    () => `0${address.toString(8)}`,
    () => quads(address).map(part).join('.'),
    () => `${part(a)}.${part(b)}.${(c << 8) | d}`,
    () => `${part(a)}.${(b << 16) | (c << 8) | d}`,
    () => Array.from(quads(address).join('.'), wide).join(''),
    () => `[::ffff:${quads(address).join('.')}]`,
    () => `[::ffff:${low}]`,
    () => `[0:0:0:0:0:FFFF:${low}]`,
    () => `[64:ff9b::${low}]`,
    () => `[2002:${low}::]`,
  ])()
}

/** Full-width digits, which a URL normalises to ASCII digits. */
const wide = (letter: string) => (/\d/.test(letter) ? String.fromCharCode(letter.charCodeAt(0) + 0xfee0) : letter)
