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
  strangers: 'credential-flood/run.ts',
  'recoveries-under-fire': 'recoveries-under-faults.ts',
  signatures: 'signatures.ts',
  webhooks: 'webhooks/run.ts',
  'webhook-neighbours': 'webhooks/neighbours.ts',
  'webhook-throughput': 'webhooks/throughput.ts',
  silence: 'readiness/packet-loss.ts',
  frozen: 'readiness/db-frozen.ts',
  full: 'readiness/disk-full.ts',
  standby: 'readiness/standby.ts',
  partitions: 'readiness/partitions.ts',
  issuer: 'readiness/issuer.ts',
  clock: 'readiness/clock.ts',
  rolling: 'readiness/rolling.ts',
  'turn-secrets': 'secret-rotation/run.ts',
  alerts: 'alerts/run.ts',
  mutated: 'fuzz/run-fuzz.ts',
  mutants: 'mutation-testing/run.ts',
  upgrade: 'upgrade/run-upgrade.ts',
  revocations: 'revocations/run.ts',
  grants: 'grants/run-grants.ts',
  owners: 'grants/run-owners.ts',
  cases: 'cases/run.ts',
  'first-five-minutes': 'first-five-minutes.ts',
  'idle-sandbox': 'idle-sandbox.ts',
  looks: 'visual/run.ts',
  desk: 'backoffice/run.ts',
  image: 'image/run.ts',
  'row-sizes': 'storage-cost/run.ts',
  pooler: 'pooler/run.ts',
  failover: 'failover/run.ts',
  restore: 'restore/run.ts',
  fire: 'fault-injection/run.ts',
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
