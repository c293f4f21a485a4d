import '@eclusa/simulators/redirect-stdout.ts'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startBilletRegistry } from '@eclusa/simulators/billet-registry/registry.ts'
import { openAdminPool } from '@eclusa/simulators/database.ts'
import { startHeldRegistry } from '@eclusa/testing/held-registry.ts'
import { drill } from '@eclusa/testing/processes/drill-report.ts'
import { headersOf, openStage } from '@eclusa/testing/processes/gateway-environment.ts'
import { readMutants } from '../mutation-testing/mutant.ts'
import { copyTree } from '../mutation-testing/scratch.ts'
import { judgeRounds, shown } from './judge-rounds.ts'
import { type Grounds, kinds, plantTargets, type Round, runRound, slowly } from './rounds.ts'

/**
 * Race test: users, grants and products are revoked while writes under them wait for a lock, for a partner, for the rest of their body,
 * or for nothing. A write that commits after the revocation was acknowledged is a violation.
 *
 * A control arm runs the same rounds against a gateway whose writes do not assert their scope before they commit: it has to show
 * violations of each kind, or the drill proves nothing.
 *
 *   npm run drill -- revocations [rounds] [control rounds]
 */
const rounds = Number(process.argv[2] ?? 10_000)
const controlRounds = Number(process.argv[3] ?? 300)
const [AT_ONCE, APIS] = [24, 2]
const MUTANT = 'http/scope-not-asserted-at-commit'
const tree = fileURLToPath(new URL('../../../', import.meta.url))

await drill(async ({ say, must }) => {
  const began = performance.now()
  const seconds = () => ((performance.now() - began) / 1_000).toFixed(0)
  const stage = await openStage({ postgres: ['track_commit_timestamp=on'] })
  const real = await startBilletRegistry()
  const registry = await startHeldRegistry(real.url)
  registry.hold = slowly
  const desk = await stage.startDesk({ DESK_SECRET: randomBytes(32).toString('hex') })
  const [user, other] = [stage.user, stage.others[0]!]
  const grounds: Omit<Grounds, 'apis'> = {
    admin: stage.admin,
    locks: openAdminPool(stage.postgres.adminUrl, new URL(stage.database.api).pathname.slice(1), AT_ONCE),
    desk: { base_url: desk.base_url, token: await stage.issuer.machineToken() },
    owners: [
      { user, headers: headersOf(stage.token) },
      { user: other, headers: headersOf(other.api_key) },
    ],
  }

  async function runArm(count: number, from?: string) {
    const env = { BILLET_REGISTRY_URL: registry.url, BILLET_REGISTRY_TIMEOUT_MS: '8000' }
    const apis = await Promise.all(Array.from({ length: APIS }, () => stage.startApi(env, from)))
    const arm = { ...grounds, apis: apis.map(({ base_url }) => base_url) }
    const targets = await plantTargets(arm, count)
    const done: Round[] = []
    let next = 0
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let n = next++; n < count; n = next++) {
          done.push(await runRound(arm, n, targets[n]!))
          if (done.length % 1_000 === 0) process.stderr.write(`${done.length} of ${count}, ${seconds()} s\n`)
        }
      }),
    )
    say(`  ${count} rounds, ${AT_ONCE} at once; after ${seconds()} s`)
    await Promise.all(apis.map((api) => api.stop()))
    return judgeRounds(stage.admin, done)
  }

  const scratch = await copyTree(tree)
  await scratch.plant(readMutants().find(({ name }) => name === MUTANT)!)
  say('control: writes do not assert their scope before they commit')
  const control = await runArm(controlRounds, join(scratch.root, 'apps/gateway/src/main.ts'))
  for (const kind of kinds) say(`  ${shown(kind, control[kind])}`)
  for (const kind of kinds) must(control[kind].violations > 0, `the control shows violations of the kind ${kind}`)

  say('as it is')
  const found = await runArm(rounds)
  for (const kind of kinds) say(`  ${shown(kind, found[kind])}`)
  const all = kinds.map((kind) => found[kind])
  const sum = (of: 'rounds' | 'in_progress' | 'won' | 'refused' | 'violations' | 'silent' | 'unproven' | 'writes') =>
    all.reduce((total, one) => total + one[of], 0)
  say(
    `${sum('rounds')} revocations, ${sum('in_progress')} of ${sum('writes')} writes in progress at one: ` +
      `${sum('won')} won, ${sum('refused')} refused, ${sum('violations')} violations; ${seconds()} s in all`,
  )
  must(sum('violations') === 0, 'no write that was answered with success commits after the revocation')
  must(sum('silent') === 0, 'no write that was answered otherwise commits after the revocation')
  must(sum('unproven') === 0, 'each write that was answered with success has its row')
  for (const kind of kinds)
    must(
      found[kind].won > 0 && found[kind].refused > 0,
      `of the kind ${kind} some writes commit first and some are refused`,
    )
  await grounds.locks.end()
  await registry.close()
  await real.close()
  await stage.close()
})
