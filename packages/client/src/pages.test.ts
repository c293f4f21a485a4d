import { expect, it } from 'vitest'
import { pages, paginate } from './pages.ts'

const asked: unknown[] = []
async function list(given: { query?: { kind?: string; page_state?: string } }) {
  asked.push(given.query)
  const at = Number(given.query?.page_state ?? 0)
  const data = [at * 2, at * 2 + 1]
  return { data: at < 2 ? { data, has_next_page: true, page_state: String(at + 1) } : { data, has_next_page: false } }
}

it('reads page after page, with the same filters', async () => {
  asked.length = 0
  const found: number[][] = []
  for await (const page of pages(list, { query: { kind: 'even' } })) found.push(page)
  expect(found).toEqual([
    [0, 1],
    [2, 3],
    [4, 5],
  ])
  expect(asked).toEqual([{ kind: 'even' }, { kind: 'even', page_state: '1' }, { kind: 'even', page_state: '2' }])
})

it('reads no page that is not needed', async () => {
  asked.length = 0
  for await (const item of paginate(list)) if (item === 1) break
  expect(asked).toEqual([{}])
})
