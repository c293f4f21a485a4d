import { randomBytes } from 'node:crypto'
import { listWaiting } from '@eclusa/gateway/src/backoffice/cases/case-store.ts'
import { countWaiting } from '@eclusa/gateway/src/backoffice/cases/count-store.ts'
import { caseKinds } from '@eclusa/gateway/src/case-types.ts'
import { openPage } from '@eclusa/gateway/src/http/page.ts'
import { scopeOfUser } from '@eclusa/gateway/src/http/scope/scope.ts'
import { openPool } from '@eclusa/gateway/src/platform/db/pool.ts'
import { runTransaction } from '@eclusa/gateway/src/platform/db/transaction.ts'
import { createKeyRing } from '@eclusa/gateway/src/platform/key-ring.ts'
import { createDatabase, dropDatabase, openAdminPool } from '@eclusa/simulators/database.ts'
import { fillCases } from '@eclusa/testing/fill-cases.ts'
import { comparePages, type PagedList } from '@eclusa/testing/load/page-cost.ts'
import type pg from 'pg'

const REVIEW_HOURS = 24
const PAGE_SIZE = 100

export interface CaseFindings {
  cases: number
  listed: number
  /** Open cases that were on no page, or on two. */
  missed: number
  twice: number
  /** Cases listed before one with an earlier deadline. */
  out_of_order: number
  first_page_us: number
  deep_page_ratio: number
  counts_ms: number
}

/** Lists open cases page by page, over all kinds at once. */
export async function listAllCases(
  adminUrl: string,
  { each, depth }: { each: number; depth: number },
  say: (line: string) => void,
): Promise<CaseFindings> {
  const name = `eclusa_cases_${randomBytes(4).toString('hex')}`
  const database = await createDatabase(adminUrl, name)
  const admin = openAdminPool(adminUrl, name, 2)
  const pool = openPool({ connectionString: database.desk, size: 1, name: 'cases' })
  try {
    say(`${each * caseKinds.length} cases that wait, and as many that do not …`)
    await fillCases(admin, each)
    say(`page ${depth} against page 1 …`)
    const { median, firstPageMicroseconds } = await comparePages(pool, queue, depth)
    say('every page …')
    const walked = await walk(pool)
    const began = performance.now()
    await runTransaction(pool, { readOnly: true, work: (tx) => countWaiting(tx, caseKinds, today(), REVIEW_HOURS) })
    return {
      cases: each * caseKinds.length,
      ...walked,
      missed: each * caseKinds.length - (walked.listed - walked.twice),
      first_page_us: Math.round(firstPageMicroseconds),
      deep_page_ratio: Math.round(median * 1_000) / 1_000,
      counts_ms: Math.round(performance.now() - began),
    }
  } finally {
    await pool.end()
    await admin.end()
    await dropDatabase(adminUrl, name)
  }
}

const today = () => ({ now: new Date(), dayEnds: new Date(Date.now() + 3_600_000), person_id: 'ana' })

const nobody = scopeOfUser('00000000-0000-0000-0000-000000000000')
const queue: PagedList = {
  name: 'listCases',
  sort: 'deadline',
  scope: nobody,
  asked: { order: 'asc' },
  rows: (tx, page) => listWaiting(tx, caseKinds, {}, page, REVIEW_HOURS),
}

async function walk(pool: pg.Pool): Promise<Pick<CaseFindings, 'listed' | 'twice' | 'out_of_order'>> {
  const owner = {
    operation: 'walk',
    params: {},
    user_id: nobody.user_id,
    wallet_id: null,
    keys: createKeyRing('drill'),
  }
  const seen = new Set<string>()
  let [listed, out_of_order, last] = [0, 0, '']
  for (let state: string | null | undefined; state !== null; ) {
    const asked = { order: 'asc', page_size: PAGE_SIZE, ...(state && { page_state: state }) } as const
    const page = openPage(owner, asked, 'deadline')
    const rows = await runTransaction(pool, {
      readOnly: true,
      work: (tx) => listWaiting(tx, caseKinds, {}, page, REVIEW_HOURS),
    })
    const { data, page_state } = page.answer(rows)
    for (const { kind, id, deadline } of data) {
      const place = `${deadline} ${id}`
      if (place < last) out_of_order += 1
      last = place
      seen.add(`${kind} ${id}`)
    }
    listed += data.length
    state = page_state
  }
  return { listed, twice: listed - seen.size, out_of_order }
}
