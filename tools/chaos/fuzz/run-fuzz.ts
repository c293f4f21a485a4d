import '@eclusa/simulators/redirect-stdout.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { drill } from '@eclusa/testing/processes/drill-report.ts'
import { type GatewayEnvironment, openStage } from '@eclusa/testing/processes/gateway-environment.ts'
import { runMutated, settle } from './run.ts'

/**
 * Fuzzing: requests made from the contract with an error in each: types, sizes, depth, encodings, duplicate keys and
 * headers, prototype names, huge numbers, invalid text. None may get a 5xx but a declared 503, hang, or leave anything
 * behind. The same seed makes the same requests.
 *
 *   npm run drill -- mutated [count] [seed]
 */
const count = Number(process.argv[2] ?? 20_000)
const seed = Number(process.argv[3] ?? 1)
const CALLERS = 16
const WARM = 1_000
const MEGABYTE = 1 << 20
const GROWTH_MAX = 150 * MEGABYTE

await drill(async ({ say, must }) => {
  const stage = await openStage()
  const api = await stage.startApi({
    BILLET_REGISTRY_URL: 'http://127.0.0.1:9',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  })
  const known = { token: stage.token, ids: knownIds(stage) }
  await settle(api.base_url, known, seed)
  await runMutated(api.base_url, known, { count: Math.min(WARM, count), seed: seed + 1, callers: CALLERS })
  await pause(2_000)
  const before = weigh(api.child.pid!)
  const run = await runMutated(api.base_url, known, { count, seed, callers: CALLERS }, (done) => {
    if (done % 2_000 === 1_999) process.stderr.write(`${done + 1} of ${count}\n`)
  })
  await pause(15_000)
  const after = weigh(api.child.pid!)

  say(
    `${count} mutated requests, seed ${seed}: ${JSON.stringify(run.statuses)}, longest ${Math.round(run.longestMs)} ms`,
  )
  say(
    `  descriptors ${before.descriptors} → ${after.descriptors}, memory ${megabytes(before.memory)} → ${megabytes(after.memory)} MB`,
  )
  for (const { number, operation, reply, request } of run.findings.slice(0, 20))
    say(
      `  #${number} ${operation}: ${reply.status ?? 'hangs'} ${reply.code ?? ''}\n    ${JSON.stringify(request).slice(0, 1_200)}`,
    )
  must(run.findings.length === 0, `no 5xx but a declared 503, and no hang: there were ${run.findings.length}`)
  must(api.child.exitCode === null, 'the process lives')
  must(after.descriptors <= before.descriptors + 5, 'no descriptor is left behind')
  must(after.memory - before.memory < GROWTH_MAX, 'memory does not grow with the number of requests')
  const legitimate = await stage.change(api.base_url, await stage.account(), 'after all of it')
  must(legitimate.status === 200, 'a request that is as it should be succeeds afterwards')
  await stage.close()
})

/** Records of the user, so that mutations reach further than 404. */
function knownIds({ user }: GatewayEnvironment): Record<string, string[]> {
  const clients = '/v1/crossborder/clients/'
  return {
    [clients]: [user.client_id],
    [`${clients}{client_id}/accounts/`]: [user.account_id],
    '/v1/reports/client-activity/': [user.client_id],
    '': [user.wallet_id, user.product_id, user.user_id],
  }
}

function weigh(pid: number): { descriptors: number; memory: number } {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
  return { descriptors: readdirSync(`/proc/${pid}/fd`).length, memory: pages * 4_096 }
}

function megabytes(bytes: number): number {
  return Math.round(bytes / MEGABYTE)
}
