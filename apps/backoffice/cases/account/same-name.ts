/** Banks write names without accents, in capitals, and with arbitrary spaces. */
export const isSameName = (one: string, other: string) => plain(one) === plain(other)
const plain = (name: string) =>
  name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim()
