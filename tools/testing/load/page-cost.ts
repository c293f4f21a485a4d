import { readFileSync } from 'node:fs'
import { openPage, type Page, type PagedQuery } from '@eclusa/gateway/src/http/page.ts'
import { createClaimScope } from '@eclusa/gateway/src/http/replay/claim.ts'
import type { Scope } from '@eclusa/gateway/src/http/scope/scope.ts'
import type { Tx } from '@eclusa/gateway/src/http/transaction.ts'
import { runTransaction } from '@eclusa/gateway/src/platform/db/transaction.ts'
import { createKeyRing } from '@eclusa/gateway/src/platform/key-ring.ts'
import type pg from 'pg'
import { quantile } from './figures.ts'

const PAGE_SIZE = 20
const ROUNDS = 40
const READS_PER_ROUND = 50

/** A list as an operation reads it: a page of its rows, in a scope, ordered by `sort`. */
export interface PagedList {
  name: string
  sort: string
  scope: Scope
  /** The filter of the page itself. */
  asked?: PagedQuery
  rows: (tx: Tx, page: Page) => Promise<{ id: string }[]>
}

/** The cost of page `depth` relative to page one: the median of the rounds' ratios, with its 95 % interval. */
export interface PageCost {
  firstPageMicroseconds: number
  median: number
  low: number
  high: number
}

/**
 * Walks a list to the given depth; then reads both pages in turn, in many short rounds, and compares the CPU time of the
 * backend, because wall time on a shared machine is noisy. `pool` has one connection, so that there is one backend to
 * measure.
 */
export async function comparePages(
  pool: pg.Pool,
  { name, sort, scope, asked, rows }: PagedList,
  depth: number,
): Promise<PageCost> {
  const owner = {
    operation: name,
    params: {},
    user_id: scope.user_id,
    wallet_id: scope.wallet_id,
    keys: createKeyRing('page-cost'),
  }
  const read = async (page_state: string | undefined) =>
    runTransaction(pool, {
      opening: [{ statement: createClaimScope(scope, undefined) }],
      work: async (tx) => {
        const cut = openPage(owner, { ...asked, page_size: PAGE_SIZE, sort, ...(page_state && { page_state }) }, sort)
        return cut.answer(await rows({ ...tx, scope } as Tx, cut))
      },
    })

  let deep: string | undefined
  for (let page = 1; page < depth; page += 1) {
    deep = (await read(deep)).page_state ?? undefined
    if (!deep) throw new Error(`${name} has no more than ${page} pages`)
  }

  const { rows: backends } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const processorNs = () => Number(readFileSync(`/proc/${backends[0]!.pid}/schedstat`, 'utf8').split(' ')[0])
  const cost = async (page_state: string | undefined) => {
    const before = processorNs()
    for (let n = 0; n < READS_PER_ROUND; n += 1) await read(page_state)
    return (processorNs() - before) / READS_PER_ROUND / 1000
  }
  const first: number[] = []
  const ratios: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const one = await cost(undefined)
    first.push(one)
    ratios.push((await cost(deep)) / one)
  }
  return {
    firstPageMicroseconds: quantile(first, 0.5),
    median: quantile(ratios, 0.5),
    low: quantile(ratios, 0.025),
    high: quantile(ratios, 0.975),
  }
}

export function describeCost({ name, sort }: PagedList, depth: number, cost: PageCost): string {
  const { firstPageMicroseconds, median, low, high } = cost
  return `${name} by ${sort}: page 1 ${firstPageMicroseconds.toFixed(0)} µs of backend time; page ${depth} / page 1 = ${median.toFixed(3)} (rounds 2.5 % to 97.5 %: ${low.toFixed(3)} to ${high.toFixed(3)})`
}
