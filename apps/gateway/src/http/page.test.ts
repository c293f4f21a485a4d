import { describe, expect, it } from 'vitest'
import { inOrder } from './page.ts'

describe('rows of several statements are one list', () => {
  const row = (at: string, id: string, whose: string) => ({ at, id, whose })
  const rows = [row('2', 'a', 'one'), row('1', 'b', 'one'), row('1', 'a', 'one'), row('1', 'a', 'other')]
  const named = (order: 'asc' | 'desc', of = rows) => inOrder(of, 'at', order).map(({ at, id }) => at + id)

  it('sorted by the sort column, then by the id, whatever the input order', () => {
    expect(named('asc')).toEqual(['1a', '1a', '1b', '2a'])
    expect(named('desc')).toEqual(['2a', '1b', '1a', '1a'])
    expect(named('asc', rows.toReversed())).toEqual(named('asc'))
  })

  it.each(['asc', 'desc'] as const)('%s: rows of two users with the same id keep their order', (order) => {
    const alike = (of: typeof rows) =>
      inOrder(of, 'at', order).flatMap(({ at, id, whose }) => (at + id === '1a' ? [whose] : []))
    expect(alike(rows)).toEqual(['one', 'other'])
    expect(alike(rows.toReversed())).toEqual(['other', 'one'])
  })
})
