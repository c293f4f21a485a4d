import type { ChildProcess } from 'node:child_process'
import { createStateOf, type State } from '@eclusa/testing/state-of.ts'
import { operations } from '../fuzz/contract.ts'
import { runMutated, settle, shown } from '../fuzz/run.ts'
import { createRandom } from '../random.ts'
import { createFinder, laced, personalWords, type Word } from './canary-values.ts'
import { judgeAnswer } from './check-response.ts'
import { type Counts, count, noCounts } from './counts.ts'
import { type AttackEnvironment, openGround } from './environment.ts'
import { createLeakScanner } from './leak-scanner.ts'
import type { AttackPart } from './part.ts'

const CALLERS = 16
const PROGRESS = 10_000

/** The contract with an error in each request, half of them aimed at objects of another user. */
export const hostile: AttackPart = {
  name: 'hostile',
  what: 'generated hostile requests against running processes',
  rounds: 100_000,
  planted: { bug: 'http/nul-reaches-the-database', rounds: 30_000, finds: 'undeclared_5xx' },

  async generate({ root, rounds, seed, say }) {
    const ground = await openGround(root)
    const counts = noCounts()
    try {
      const random = createRandom(seed)
      const personal = personalWords(random)
      const foreign = await plantForeign(ground, personalWords(random))
      const ways = createLeakScanner({ personal: [...personal, ...foreign], secret: ground.secrets })
      const api = await ground.start('Api', { BILLET_REGISTRY_URL: 'http://127.0.0.1:9' })
      const worker = await ground.start('Worker')
      ways.follow('API', api)
      ways.follow('worker', worker)
      const among = laced(operations, personal)
      const known = { token: ground.token, ids: idsOf(ground.user) }
      await settle(api.base_url, known, seed, among)
      aimAt(known.ids, ground.others[0]!)
      const stateOf = await createStateOf(ground.admin)
      const before = await stateOf(ground.others[0]!)
      const finders = {
        token: ground.token,
        foreign: createFinder(foreign),
        personal: ways.personal,
        secret: ways.secret,
      }
      const run = await runMutated(
        api.base_url,
        known,
        { count: rounds, seed, callers: CALLERS, among },
        (n, reply, request) => {
          const lines = counts.findings.length
          const { operation, bytes } = request
          judgeAnswer(counts, { what: `#${n} ${operation}`, operation, bytes }, reply, finders)
          if (counts.findings.length > lines && lines < 20)
            say(`  ${counts.findings.at(-1)}\n    ${shown(request.bytes).slice(0, 800)}`)
          if (n % PROGRESS === PROGRESS - 1) say(`  ${n + 1} of ${rounds} requests`)
        },
      )
      say(`  answered ${JSON.stringify(run.statuses)}, the last after ${Math.round(run.longestMs)} ms`)
      judgeState(counts, before, await stateOf(ground.others[0]!))
      judgeLiving(counts, { api, worker })
      const legitimate = await ground.change(api.base_url, await ground.account(), 'after all of it')
      if (legitimate.status !== 200) counts.wrong.push(`a request as it should be is answered ${legitimate.status}`)
      await ways.lookAtMetrics('API', api)
      await ways.lookAtMetrics('worker', worker)
      await Promise.all([api.stop(), worker.stop()])
      await ways.lookAtDump(ground.dump_url)
      ways.settle(counts)
    } finally {
      await ground.close()
    }
    return counts
  },
}

/** Data of another user, with unique words that are nowhere else. */
async function plantForeign({ admin, others }: AttackEnvironment, words: Word[]): Promise<Word[]> {
  const text = (kind: string) => words.find((word) => word.kind === kind)!.text
  const [{ user_id }] = others as [AttackEnvironment['user']]
  await admin.query('update crossborder_clients set name = $2, document = $3 where user_id = $1', [
    user_id,
    text('name'),
    text('document'),
  ])
  await admin.query('update crossborder_accounts set nickname = $2, account_number = $3 where user_id = $1', [
    user_id,
    text('nickname'),
    text('account_number'),
  ])
  const planted = new Set(['name', 'document', 'nickname', 'account_number'])
  return words.filter(({ kind }) => planted.has(kind)).map((word) => ({ ...word, kind: `foreign ${word.kind}` }))
}

const CLIENTS = '/v1/crossborder/clients/'

/** Records of the user, so that mutations reach further than 404. */
function idsOf(user: AttackEnvironment['user']): Record<string, string[]> {
  return {
    [CLIENTS]: [user.client_id],
    [`${CLIENTS}{client_id}/accounts/`]: [user.account_id],
    '/v1/reports/client-activity/': [user.client_id],
    '': [user.wallet_id, user.product_id, user.user_id],
  }
}

/** Beside each of them, equally likely, one of another user. */
function aimAt(ids: Record<string, string[]>, other: AttackEnvironment['user']): void {
  for (const [path, theirs] of Object.entries(idsOf(other))) {
    const own = ids[path]!.length
    ids[path]!.push(...Array.from({ length: own }, (_, n) => theirs[n % theirs.length]!))
  }
}

export function judgeState(counts: Counts, before: State, after: State): void {
  const tables = Object.keys(before)
  const changed = tables.filter((table) => before[table] !== after[table])
  count(
    counts,
    'successes',
    tables.length,
    changed.map((table) => `rows of somebody else were changed in ${table}`),
  )
}

function judgeLiving(
  counts: Counts,
  processes: Record<string, { child: Pick<ChildProcess, 'exitCode' | 'signalCode'> }>,
): void {
  for (const [name, { child }] of Object.entries(processes))
    if (child.exitCode !== null || child.signalCode !== null)
      counts.wrong.push(`the ${name} ended with ${child.exitCode ?? child.signalCode}`)
}
