import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * Every drill by its name: `npm run drill -- kill-api 20`. Each is a program of its own, takes the arguments after its name,
 * and exits with a code other than 0 when something was lost, or when it proves nothing.
 */
const drills: Record<string, string> = {
  'kill-api': 'kill-api.ts',
  'kill-worker': 'kill-worker.ts',
  overload: 'overload/run.ts',
  neighbour: 'overload/neighbour.ts',
  strangers: 'strangers/run.ts',
  'recoveries-under-fire': 'recoveries-under-fire.ts',
  signatures: 'signatures.ts',
  webhooks: 'webhooks/run.ts',
  'webhook-neighbours': 'webhooks/neighbours.ts',
  'webhook-throughput': 'webhooks/throughput.ts',
  silence: 'able/silence.ts',
  frozen: 'able/frozen.ts',
  full: 'able/full.ts',
  standby: 'able/standby.ts',
  partitions: 'able/partitions.ts',
  issuer: 'able/issuer.ts',
  clock: 'able/clock.ts',
  rolling: 'able/rolling.ts',
  'turn-secrets': 'turn-secrets/run.ts',
  alerts: 'alerts/run.ts',
  mutated: 'able/mutated.ts',
  mutants: 'mutants/run.ts',
  upgrade: 'upgrade/run-upgrade.ts',
  revocations: 'revocations/run.ts',
  grants: 'scope/run-grants.ts',
  owners: 'scope/run-owners.ts',
  cases: 'cases/run.ts',
  'first-five-minutes': 'first-five-minutes.ts',
  'idle-sandbox': 'idle-sandbox.ts',
  looks: 'looks/run.ts',
  desk: 'desk/run.ts',
  image: 'image/run.ts',
  'row-sizes': 'sizes/run.ts',
  pooler: 'pooler/run.ts',
  failover: 'failover/run.ts',
  restore: 'restore/run.ts',
  fire: 'fire/run.ts',
}

const [name = '', ...options] = process.argv.slice(2)
const file = drills[name]
if (!file) {
  process.stderr.write(`Name a drill: ${Object.keys(drills).join(', ')}\n`)
  process.exit(1)
}
const program = fileURLToPath(new URL(file, import.meta.url))
const drill = spawn(process.execPath, [program, ...options], { stdio: 'inherit' })
drill.once('exit', (code) => process.exit(code ?? 1))
// A terminal signals the whole group; a signal to this process alone is passed on to the drill.
process.on('SIGTERM', () => drill.kill('SIGTERM'))
